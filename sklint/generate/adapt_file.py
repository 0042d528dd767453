"""One source adapted in a worker process: its bindings, and what the package has to know of it."""

import msgspec

from sklint.finding import Finding
from sklint.generate.adapt_entries import Entries, EntryFacts, entries_of
from sklint.generate.apart import SECONDS, Asked, bind_asked
from sklint.generate.bind_file import Bindings
from sklint.generate.positions import Edited, edited
from sklint.generate.readings import read
from sklint.generate.request import problem
from sklint.generate.verify import Surroundings
from sklint.pool import Failure, Pool
from sklint.request import Request
from sklint.source import Source
from sklint.unit import Unit


class Included(msgspec.Struct, frozen=True):
    """An `#include` of a file of the project: as written, in which file, and the file it is."""

    name: str
    directive_from: str
    path: str
    angled: bool


class Adapted(msgspec.Struct, frozen=True):
    """A source with every kernel bound that can be. Places are those of the source as it was. `kernels` are those that
    the configurations have which are built."""

    data: bytes
    bindings: Bindings
    entries: tuple[EntryFacts, ...]
    problems: tuple[Finding, ...]
    includes: tuple[Included, ...]
    headers: dict[str, bytes]
    missing: tuple[str, ...]
    kernels: tuple[str, ...]


def adapt_apart(asked: Asked) -> Adapted | Failure:
    """A source adapted in a process of its own: libclang may crash or hang there."""
    with Pool[str](answer, 1, SECONDS) as pool:
        for _, found in pool.run([(asked.source.path, msgspec.msgpack.encode(asked))]):
            return found if isinstance(found, Failure) else msgspec.msgpack.decode(found, type=Adapted)
    return Failure("was not read")


def answer(message: bytes) -> bytes:
    return msgspec.msgpack.encode(adapt_asked(msgspec.msgpack.decode(message, type=Asked)))


def adapt_asked(asked: Asked) -> Adapted:
    """A source adapted in this process."""
    found = bind_asked(asked)
    source = Source(asked.source.path, asked.source.data)
    after = edited(source, found.edits)
    units = units_of(after.source, asked.source)
    entries = entries_of(units)
    includes = {
        Included(it.name, it.directive_from, it.path, it.angled): None
        for unit in units
        for it in unit.includes
        if it.path and not it.stub and unit.file(it.path)
    }
    missing = (it.name for unit in units for it in unit.missing_headers)
    return Adapted(
        data=after.source.data,
        bindings=found,
        entries=tuple(msgspec.structs.replace(it, span=after.old_place(it.span)) for it in entries.entries),
        problems=tuple(varying(entries, after)),
        includes=tuple(includes),
        headers={it.path: file.data for unit in units for it in includes if (file := unit.file(it.path))},
        missing=tuple(dict.fromkeys(missing)),
        kernels=tuple(dict.fromkeys(it.qualified for unit in units for it in unit.kernels)),
    )


def units_of(source: Source, it: Request) -> list[Unit]:
    """The source in each configuration that matters: a macro that is given has the value that is given."""
    around = Surroundings((), it.target, it.options, it.overlays)
    given = {define.partition("=")[0] for define in it.options.defines}
    readings = (reading for reading in read(source, around) if given.isdisjoint(reading.names))
    return [unit for reading in readings for unit in reading.units]


def varying(entries: Entries, after: Edited) -> list[Finding]:
    """Kernels that one wrapper cannot launch in each configuration."""
    text = "is not the same in each configuration of its file, so no wrapper can launch it in all of them"
    return [
        problem("conditional-entry", after.old_place(it.span), f"{it.name} {text}", it.qualified)
        for it in entries.varying
    ]


# what is generated, read again


class Checked(msgspec.Struct, frozen=True):
    """A text to read in the place of a source: `before` is that source, empty where the text is all new."""

    request: Request
    before: bytes


def new_errors(asked: Checked) -> tuple[str, ...] | Failure:
    """What does not compile in a generated text and did before, read in a process of its own."""
    with Pool[str](answer_errors, 1, SECONDS) as pool:
        for _, found in pool.run([(asked.request.path, msgspec.msgpack.encode(asked))]):
            return found if isinstance(found, Failure) else msgspec.msgpack.decode(found, type=tuple[str, ...])
    return Failure("was not read")


def answer_errors(message: bytes) -> bytes:
    asked = msgspec.msgpack.decode(message, type=Checked)
    it = asked.request
    around = Surroundings((), it.target, it.options, it.overlays)
    known = {text for unit in around.read(Source(it.path, asked.before)) for _, text in unit.errors}
    found = [
        f"line {unit.source.line_at(span.start)}: {text}"
        for unit in around.read(Source(it.path, it.data))
        for span, text in unit.errors
        if text not in known
    ]
    return msgspec.msgpack.encode(tuple(dict.fromkeys(found)))
