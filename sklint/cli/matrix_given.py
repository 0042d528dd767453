"""The published matrix of a validation: read, or a finding that says what is wrong with it and where."""

import re
from pathlib import Path

from msgspec.structs import replace

from sklint.environment import Environment
from sklint.error import SklintError
from sklint.finding import Finding, Severity
from sklint.readable import read_source
from sklint.source import Source, Span

PLACE = re.compile(r"(.+?\.yaml):(\d+)(?::\d+)?: ")
RULE = "validate.compat-pack-error"


def usable(environment: Environment) -> tuple[Environment, list[Finding], dict[str, Source]]:
    """The environment, without a matrix that is wrong; then also the finding about that, and the file it is in."""
    try:
        _ = environment.families
    except SklintError as error:
        return replace(environment, matrix=""), *told(str(error), Path(environment.matrix).as_posix())
    return environment, [], {}


def told(message: str, folder: str) -> tuple[list[Finding], dict[str, Source]]:
    place = PLACE.match(message)
    source = read_source(place[1]) if place else None
    if not place or not isinstance(source, Source):
        return [Finding(RULE, "compat", Severity.BLOCKER, Span(folder, 0, 0), message, symbol=folder)], {}
    lines = source.data.splitlines(keepends=True)
    start = sum(map(len, lines[: int(place[2]) - 1]))
    span = Span(source.path, start, start + len(b"".join(lines[int(place[2]) - 1 :][:1]).rstrip()))
    finding = Finding(RULE, "compat", Severity.BLOCKER, span, message, symbol=source.path)
    return [finding], {source.path: source}
