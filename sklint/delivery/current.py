"""An analysis that a later command works from: made again, and refused unless it says the same."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from sklint.contract_read import decoded
from sklint.delivery.conversion import ANALYSIS, Analysis, Options, analysis_json, analyze
from sklint.delivery.page_text import command
from sklint.error import SklintError
from sklint.generate.adapt_inputs import Fingerprint
from sklint.json_differences import differences
from sklint.json_place import Path as Keys
from sklint.json_place import nearest_place, place_text, places
from sklint.resolve import ConfigFor
from sklint.source import Source, Span

MOST = 3
"""How many differences are told."""


class Support(msgspec.Struct, frozen=True):
    source_path: str
    source_file_fingerprints: tuple[Fingerprint, ...]


class Recorded(msgspec.Struct, frozen=True):
    """What an analysis says it was made of."""

    asset_path: str
    options: Options
    file_fingerprints: tuple[Fingerprint, ...]
    force_include_fingerprints: tuple[Fingerprint, ...]
    support_directories: tuple[Support, ...]

    @property
    def files(self) -> dict[str, str]:
        own = {it.path: it.sha256 for it in (*self.file_fingerprints, *self.force_include_fingerprints)}
        support = {
            f"{folder.source_path}/{it.path}": it.sha256
            for folder in self.support_directories
            for it in folder.source_file_fingerprints
        }
        return own | support


def current_analysis(folder: Path, config_for: ConfigFor) -> Analysis:
    """The analysis in a folder. SklintError says what is no longer as the analysis has it."""
    source = read(folder)
    raw = decoded(source)
    where = places(source)
    then = recorded(raw, source)
    if not Path(then.asset_path).exists():
        raise SklintError(f"{key_place(source, where, ('asset_path',))}: asset_path {then.asset_path} is not there")
    made = analyze(Path(then.asset_path), then.options, config_for)
    now: object = msgspec.json.decode(msgspec.json.encode(analysis_json(made)))
    found = list(file_differences(then.files, recorded(now, source).files)) or [
        f"{key_place(source, where, keys)}: {text}" for keys, text in differences(raw, now, ())
    ]
    if found:
        more = f"; and {len(found) - MOST} more" if len(found) > MOST else ""
        raise SklintError(
            f"{source.path} is not current: {'; '.join(found[:MOST])}{more}; run `{again(then, folder)}` first"
        )
    return made


def read(folder: Path) -> Source:
    path = folder / f"{ANALYSIS}.json"
    if not path.is_file():
        line = command("analyze-sk-conversion", "ASSET", "--output-dir", folder)
        raise SklintError(f"{folder}: there is no {path.name} in it; run `{line}` first")
    return Source(path.as_posix(), path.read_bytes())


def recorded(raw: object, source: Source) -> Recorded:
    try:
        return msgspec.convert(raw, Recorded)
    except msgspec.ValidationError as error:
        raise SklintError(f"{source.path}: is no analysis of this version: {error}") from error


def again(then: Recorded, folder: Path) -> str:
    """The command that makes the analysis anew."""
    it = then.options
    named: tuple[tuple[str, Sequence[str]], ...] = (
        ("--support-dir", it.support_dirs),
        ("--include-dir", it.include_dirs),
        ("--ascend-cann-path", (it.ascend_cann_path,) if it.ascend_cann_path else ()),
        ("--ascend-arch", (it.ascend_arch,) if it.ascend_arch else ()),
        ("--ascend-compile-option", it.ascend_compile_options),
        ("--ascend-force-include", it.ascend_force_includes),
    )
    options = [word for option, values in named for value in values for word in (option, value)]
    return command("analyze-sk-conversion", then.asset_path, "--output-dir", folder, *options)


def key_place(source: Source, where: Mapping[Keys, Span], keys: Keys) -> str:
    return place_text(source, nearest_place(where, keys))


# differences


def file_differences(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """What happened to files since; the keys that follow from them need not be told."""
    for path in sorted(then.keys() | now.keys()):
        if path not in now:
            yield f"{path} is gone"
        elif path not in then:
            yield f"{path} is new"
        elif then[path] != now[path]:
            yield f"{path} has changed"
