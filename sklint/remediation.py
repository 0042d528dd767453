"""Findings repaired: each by its own exact edits where it has some, else by the kind of repair that its hint names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sklint.finding import Edit, Fix
from sklint.findings_file import Repair
from sklint.fix import apply
from sklint.remediation_edits import State, byte_edits, exact, states
from sklint.remediation_kinds import KINDS, Refusal, writable
from sklint.source import Source

MACHINE = "codegen.apply-remediation"
"""Who a finding has to be actionable by to be repaired here."""

Status = Literal["applied", "escalated", "failed", "skipped"]
STATUSES: tuple[Status, ...] = ("applied", "escalated", "failed", "skipped")
Files = Mapping[str, Source | Refusal]
"""By the path as a findings file writes it: the source, or why it is not to be touched."""


@dataclass(frozen=True)
class Result:
    """What became of a finding; `paths` are those of the sources that were changed for it."""

    finding_id: str
    status: Status
    reason: str
    diff_summary: str = ""
    paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Remediated:
    """A result for each finding, and the sources that are no longer as they were, by path."""

    results: tuple[Result, ...]
    before: Mapping[str, Source]
    after: Mapping[str, Source]


def paths_named(repairs: Iterable[Repair]) -> list[str]:
    """The paths of all files that repairs would change, each once."""
    return list(dict.fromkeys(path for it in repairs if automatic(it) for path in paths_of(it)))


def paths_of(repair: Repair) -> list[str]:
    hint = repair.remediation_hint
    target = [hint.target_file] if hint and hint.target_file else []
    return list(dict.fromkeys([*target, *(edit.path for fix in (repair.fixes or ())[:1] for edit in fix.edits)]))


def automatic(repair: Repair) -> bool:
    hint = repair.remediation_hint
    return MACHINE in (repair.actionable_by or ()) and hint is not None and hint.kind in KINDS


def remediate(repairs: Sequence[Repair], files: Files) -> Remediated:
    """Repair what is to be repaired automatically. Exact edits all count from the files as they are, and come first;
    then each other finding, in order, works on what the one before it left."""
    sources = {path: it for path, it in files.items() if isinstance(it, Source)}
    before = {it.path: it for it in sources.values()}
    usable = {number: it for number, it in enumerate(repairs) if automatic(it) and not refused(it, files)}
    exact_states = dict(zip(usable, by_number(list(usable.values()), sources), strict=True))
    texts = with_edits(before, [repairs[number] for number, it in exact_states.items() if it == "open"], sources)
    results: list[Result] = []
    for number, repair in enumerate(repairs):
        if number not in usable:
            results.append(untouched(repair, files))
        elif state := exact_states[number]:
            results.append(exact_result(repair, state, sources))
        else:
            result, changed = by_kind(repair, [texts[sources[path].path] for path in paths_of(repair)])
            texts |= changed
            results.append(result)
    changed_paths = [path for path, it in texts.items() if it.data != before[path].data]
    return Remediated(
        tuple(results), {path: before[path] for path in changed_paths}, {path: texts[path] for path in changed_paths}
    )


def by_number(repairs: Sequence[Repair], sources: Mapping[str, Source]) -> Iterator[State | None]:
    found = states(repairs, sources)
    return (found.get(number) for number in range(len(repairs)))


def refused(repair: Repair, files: Files) -> str:
    """Why a finding's files cannot be changed; "" if they can."""
    hint = repair.remediation_hint
    if not hint or not hint.target_file:
        return "missing_target_file"
    return next((it.reason for path in paths_of(repair) if isinstance(it := files[path], Refusal)), "")


def untouched(repair: Repair, files: Files) -> Result:
    if not automatic(repair):
        return Result(repair.finding_id or "", "escalated", "not_auto_remediable")
    return Result(repair.finding_id or "", "failed", refused(repair, files))


def with_edits(
    before: Mapping[str, Source], repairs: Iterable[Repair], sources: Mapping[str, Source]
) -> dict[str, Source]:
    """The sources with the exact edits of these findings."""
    edits: dict[str, list[Edit]] = {}
    for repair in repairs:
        if all(writable(sources[it.path], it.new_text) for it in exact(repair, sources)):
            for it in byte_edits(repair, sources):
                edits.setdefault(it.span.path, []).append(it)
    return {path: apply([Fix("", tuple(edits.get(path, ())))], source) for path, source in before.items()}


def exact_result(repair: Repair, state: State, sources: Mapping[str, Source]) -> Result:
    id, hint = repair.finding_id or "", repair.remediation_hint
    edits = byte_edits(repair, sources)
    if state == "open" and not all(writable(sources[it.path], it.new_text) for it in exact(repair, sources)):
        return Result(id, "failed", "new_value_not_writable")
    match state:
        case "open" if hint:
            paths = tuple(dict.fromkeys(it.span.path for it in edits))
            return Result(id, "applied", hint.kind or "", exact_summary(edits, sources), paths)
        case "made":
            return Result(id, "skipped", "already_applied")
        case "conflicting":
            return Result(id, "failed", "conflicting_edits")
        case _:
            return Result(id, "failed", "stale_edits")


def exact_summary(edits: Sequence[Edit], sources: Mapping[str, Source]) -> str:
    by_path = {it.path: it for it in sources.values()}
    more = sum(len(by_path[it.span.path].encode(it.text)) - (it.span.end - it.span.start) for it in edits)
    size = sum(len(by_path[path].data) for path in {it.span.path for it in edits})
    return f"{size} -> {size + more} bytes"


def by_kind(repair: Repair, sources: Sequence[Source]) -> tuple[Result, dict[str, Source]]:
    """The result of a repair by its kind, and the sources it changed: all it names, or none."""
    hint, id = repair.remediation_hint, repair.finding_id or ""
    if hint is None or hint.kind is None:
        return Result(id, "escalated", "not_auto_remediable"), {}
    made = [KINDS[hint.kind](it, hint.old_value or "", hint.new_value or "") for it in sources]
    changed: dict[str, Source] = {}
    for one, was in zip(made, sources, strict=True):
        if isinstance(one, Refusal):
            return Result(id, "failed", one.reason), {}
        if one.source.data != was.data:
            changed[was.path] = one.source
    if not changed:
        already = any(it.already for it in made if not isinstance(it, Refusal))
        if not already and any(it.elsewhere for it in made if not isinstance(it, Refusal)):
            return Result(id, "failed", "old_value_not_in_code"), {}
        return Result(id, "skipped", "already_applied" if already else "no_change"), {}
    size = sum(len(it.data) for it in sources if it.path in changed)
    summary = f"{size} -> {sum(len(it.data) for it in changed.values())} bytes"
    return Result(id, "applied", hint.kind, summary, tuple(changed)), changed
