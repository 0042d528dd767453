"""A findings file, as `validate-operator` and `check --output-format json` write it, read as far as repairing needs it."""

from typing import Annotated

import msgspec

from sklint.error import SklintError
from sklint.source import BOM, Position

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
    """A rule's own edit of a place, and what stood there when the rule looked, where the file tells it."""

    path: str
    range: Range
    new_text: str
    old_text: str | None = None


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


def read_findings(name: str, data: bytes) -> tuple[Repair, ...]:
    """The findings of a file called `name`. SklintError names the key (`$.findings[3].fixes`) or the place."""
    try:
        return msgspec.json.decode(data.removeprefix(BOM), type=FindingsFile).findings
    except msgspec.ValidationError as wrong:
        raise SklintError(f"{name}: {str(wrong).replace('`', '')}; a findings file is {{'findings': [...]}}") from wrong
    except msgspec.DecodeError as wrong:
        raise SklintError(f"{name}: is no JSON: {wrong}") from wrong
    except RecursionError as wrong:
        raise SklintError(f"{name}: is nested too deeply to be read") from wrong
