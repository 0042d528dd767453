"""A findings file, as `validate-operator` and `check` write it, read as far as repairing needs it."""

from typing import Annotated

import msgspec

from sklint.baseline import KnownFindings
from sklint.contract_read import Place, converted, decoded
from sklint.error import SklintError
from sklint.json_place import places
from sklint.source import Position, Source

Counted = Annotated[int, msgspec.Meta(ge=1, le=2**31)]


class Point(msgspec.Struct, frozen=True):
    """A line and a column, both from 1."""

    line: Counted
    column: Counted

    @property
    def position(self) -> Position:
        return Position(self.line, self.column)


class Range(msgspec.Struct, frozen=True):
    """`end` is just after the last character."""

    start: Point
    end: Point


class ExactEdit(msgspec.Struct, frozen=True):
    """A rule's own edit of a place, and what stood there when the rule looked, where the file tells it: the text that
    is replaced, and `around` it the line above and the line where the edit starts."""

    path: str
    range: Range
    new_text: str
    old_text: str | None = None
    around: str | None = None


class ExactFix(msgspec.Struct, frozen=True):
    """All of `edits`, or none."""

    edits: tuple[ExactEdit, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """The published remediation hint: a kind, and the values that kind takes."""

    kind: str | None = None
    target_file: str | None = None
    old_value: str | None = None
    new_value: str | None = None


class Repair(msgspec.Struct, frozen=True):
    """A finding as the repairing command sees it; a key that is null or not there says nothing."""

    finding_id: str | None = None
    actionable_by: tuple[str, ...] | None = None
    remediation_hint: Asked | None = None
    fixes: tuple[ExactFix, ...] | None = None


class FindingsFile(msgspec.Struct, frozen=True):
    findings: tuple[Repair, ...]


def read_findings(source: Source) -> tuple[Repair, ...]:
    """The findings of a file. SklintError names the place and the key: `f.json:3:9: findings[0].fixes is …`."""
    raw = decoded(source)
    if not holds_findings(raw):
        raise SklintError(f"{source.path}:1:1: has no findings: a findings file is an object with a list at that key")
    if is_baseline(raw):
        cure = "`sklint check --output-format json --output-file` writes findings with their fixes"
        raise SklintError(f"{source.path}:1:1: is a baseline, which does not say how to repair what it knows; {cure}")
    try:
        return msgspec.convert(raw, FindingsFile).findings
    except msgspec.ValidationError:
        return converted(raw, FindingsFile, Place(source, places(source))).findings


def is_baseline(raw: object) -> bool:
    try:
        return bool(msgspec.convert(raw, KnownFindings).findings)
    except msgspec.ValidationError:
        return False


def holds_findings(raw: object) -> bool:
    return isinstance(raw, dict) and "findings" in raw
