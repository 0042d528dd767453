"""What a template made, read before it is written: a value may make code of it that does not compile."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from sklint.generate.apart import SECONDS
from sklint.generate.verify import Surroundings
from sklint.options import Options
from sklint.pool import Failure, Pool
from sklint.readable import SUFFIXES, has_signal
from sklint.request import Request, cache_folder
from sklint.source import Source, Span
from sklint.target import Target
from sklint.unit import Unit


def errors_in(files: Mapping[str, bytes], folder: Path) -> list[str]:
    """The compile errors of the kernel sources among files that are to be below a folder, each with file and line.
    Nothing is said of a source with headers that are not known here: its names may be theirs."""
    there = {(folder / name).as_posix(): data for name, data in files.items()}
    options = Options(cache=str(cache_folder()))
    requests = {
        path: Request(path, data, Target(), options, (), {other: it for other, it in there.items() if other != path})
        for path, data in there.items()
        if Path(path).suffix in SUFFIXES and has_signal(data)
    }
    with Pool[str](answer, 1, SECONDS) as pool:
        answers = dict(pool.run((path, msgspec.msgpack.encode(it)) for path, it in requests.items()))
    return [text for path in requests for text in told(path, answers[path])]


def told(path: str, answer: bytes | Failure) -> list[str]:
    if isinstance(answer, Failure):
        return [f"{path} {answer.reason}"]
    return msgspec.msgpack.decode(answer, type=list[str])


def answer(message: bytes) -> bytes:
    it = msgspec.msgpack.decode(message, type=Request)
    units = Surroundings((), it.target, it.options, it.overlays).read(Source(it.path, it.data))
    if any(unit.missing_headers for unit in units):
        return msgspec.msgpack.encode([])
    found = [place(unit, span) + text for unit in units for span, text in unit.errors]
    return msgspec.msgpack.encode(list(dict.fromkeys(found)))


def place(unit: Unit, span: Span) -> str:
    """`k.asc:12: `, of the source or of a header it includes."""
    file = unit.file(span.path)
    return f"{span.path}:{file.line_at(span.start)}: " if file else f"{span.path}: "
