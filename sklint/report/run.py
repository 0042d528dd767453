"""What a renderer is given: the findings of one run, and all that is needed to show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from sklint.coverage import Coverage
from sklint.finding import Finding, Note
from sklint.source import Source

if TYPE_CHECKING:
    from sklint.rule import Rule

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = "Mapping[str, Json]"


class Report(msgspec.Struct, frozen=True):
    """One run. `findings` are in the order to show them, `sources` are by path, `target` is what it was checked for,
    `half_read` the number of files that stop making sense somewhere, `unchecked` that of files which were passed over
    though something may be in them, `failed` the files for which the job was not done, with the reason."""

    findings: Sequence[Finding]
    sources: Mapping[str, Source]
    rules: Sequence[Rule]
    notes: Sequence[Note]
    files_checked: int
    target: JsonObject
    version: str
    half_read: int = 0
    coverage: Coverage | None = None
    failed: Sequence[Note] = ()
    unchecked: int = 0
