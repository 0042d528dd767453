"""Reading the published compatibility matrix: the YAML files of a folder, or what is wrong in one of them and where."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import yaml

from sklint.cann_version import Version
from sklint.error import SklintError
from sklint.matrix_rows import FIELDS, Range, Row, Scope, Table, is_empty
from sklint.selection import nearest
from sklint.target import plain_name, resolve_chip
from sklint.yaml_place import Steps, lines_of, wrong

SOME_KEY = "*"
"""A key of any name, as msgspec has it in places."""
VARIABLE = "SK_COMPAT_MATRIX_DIR"
HOSTS = frozenset(("www.hiascend.com", "hiascend.com", "support.huawei.com"))


def rows_for(rows: Sequence[Row], names: Sequence[str]) -> tuple[Row, ...]:
    """The families that names of chips mean: by their ids, or as names of one product."""
    return tuple(it for it in rows if any(same_chip(it.id, name) for name in names))


def same_chip(family: str, name: str) -> bool:
    return plain_name(family) == plain_name(name) or (marker(family) is not None and marker(family) == marker(name))


def marker(name: str) -> str | None:
    try:
        return resolve_chip(name).marker
    except SklintError:
        return None


def read_matrix(folder: Path) -> tuple[Row, ...]:
    """All families of the *.yaml files of a folder. SklintError, with file, line and key, for what is wrong in one."""
    files = sorted(folder.glob("*.yaml"))
    if not files:
        what = "holds no *.yaml" if folder.is_dir() else "is no folder" if folder.exists() else "no such folder"
        raise SklintError(f"{VARIABLE}: {folder}: {what}")
    found: dict[str, Row] = {}
    for path in files:
        for lines, number, row in read_file(path):
            if plain_name(row.id) in found:
                raise wrong(path, lines, ("chip_families", number, "id"), f"is {row.id}, which is given twice")
            found[plain_name(row.id)] = row
    return tuple(found.values())


def read_file(path: Path) -> Iterator[tuple[Mapping[Steps, int], int, Row]]:
    """Each family of a file, with its number and the lines of the file."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SklintError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
    lines = lines_of(text, path)
    try:
        table = msgspec.convert(loaded(text, path), Table)
    except msgspec.ValidationError as error:
        steps, fact = explained(str(error))
        raise wrong(path, lines, named(steps, lines), fact) from error
    for number, row in enumerate(table.chip_families):
        for steps, fact in problems(row):
            raise wrong(path, lines, ("chip_families", number, *steps), fact)
        yield lines, number, row


def loaded(text: str, path: Path) -> object:
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        raise SklintError(f"{path}: not valid YAML: {error}") from error


def explained(message: str) -> tuple[Steps, str]:
    """The place that a message of msgspec is about, and its fact in our words."""
    what, _, where = message.rstrip("`").partition(" - at `$")
    words = where.replace("[...]", f".{SOME_KEY}").replace("[", ".").replace("]", "").split(".")
    steps: Steps = tuple(int(it) if it.isdigit() else it for it in words if it)
    if "unknown field" in what:
        name = what.partition("`")[2].rstrip("`")
        here = {0: Table, 2: Row, 4: Scope}.get(len(steps), Range).__struct_encode_fields__
        return (*steps, name), f"is no field of a matrix{meant(name, here) or known_are(here)}"
    if "missing required field" in what:
        return steps, f"lacks {what.partition('`')[2].rstrip('`')}"
    wanted, _, got = what.removeprefix("Expected `").partition("`, got `")
    number = got.rstrip("`") in ("int", "float") and "str" in wanted
    return steps, f"is {got.rstrip('`')}, not {wanted}{'; put it in quotes' if number else ''}"


def named(steps: Steps, lines: Iterable[Steps]) -> Steps:
    """The keys that lead to a place, where msgspec tells all but one; without what follows that where several fit."""
    if SOME_KEY not in steps:
        return steps
    fitting = [
        it for it in lines if len(it) == len(steps) and all(a in (b, SOME_KEY) for a, b in zip(steps, it, strict=True))
    ]
    return fitting[0] if len(fitting) == 1 else steps[: steps.index(SOME_KEY)]


def meant(name: str, known: Iterable[str]) -> str:
    """What is said of the right word that is nearest to a wrong one."""
    near = nearest(name, known)
    return f"; did you mean {near}?" if near else ""


def known_are(names: Iterable[str]) -> str:
    return f"; known are {', '.join(names)}"


def problems(row: Row) -> Iterator[tuple[Steps, str]]:
    """What is wrong with a family beyond the kinds of its values."""
    if not row.id.strip():
        yield ("id",), "is empty"
    for field, url in row.official_sources.items():
        if field not in FIELDS and field not in Row.__struct_fields__:
            yield ("official_sources", field), f"is no field of a family{meant(field, Row.__struct_fields__)}"
        elif reason := no_source(url):
            yield ("official_sources", field), f"is {url}, {reason}"
    for field in row.fact_scopes:
        if field not in FIELDS:
            yield ("fact_scopes", field), f"has no scope{meant(field, FIELDS) or ';'} {', '.join(FIELDS)} have"
    for steps, version in versions(row):
        try:
            Version.parse(version)
        except SklintError as error:
            yield steps, f"is no version: {error}"
            return
    for field, scope in row.fact_scopes.items():
        if isinstance(scope.cann, Range) and is_empty(scope.cann):
            yield ("fact_scopes", field, "cann"), f"holds for no version: {scope.cann.low} is after {scope.cann.high}"


def no_source(url: str) -> str:
    """Why a text is no official source; "" where it is one."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return "which is no URL"
    if parts.scheme != "https":
        return "which is not https"
    if host not in HOSTS or parts.username or parts.port not in (None, 443):
        return f"which is not on {', '.join(sorted(HOSTS))}"
    return ""


def versions(row: Row) -> Iterator[tuple[Steps, str]]:
    """Every CANN version that a family names, and where."""
    yield from ((("cann_versions", number), it) for number, it in enumerate(row.cann_versions))
    for field, scope in row.fact_scopes.items():
        at = ("fact_scopes", field, "cann")
        match scope.cann:
            case "all" | "*":
                pass
            case str() as version:
                yield at, version
            case Range() as it:
                yield from (((*at, "versions", number), text) for number, text in enumerate(it.versions))
                ends = {"min": it.min, "max": it.max, "from": it.from_, "to": it.to}
                yield from (((*at, key), text) for key, text in ends.items() if text)
            case listed:
                yield from (((*at, number), text) for number, text in enumerate(listed))
