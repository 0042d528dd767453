"""What a compiler said of a build that failed, as findings."""

import re
from collections.abc import Iterator
from pathlib import Path

from sklint.pipeline.state import Json

LEGACY = {"skBlockNum": "skNumBlocks", "SkGetBlockNum": "SkGetNumBlocks"}
"""Names that no released CANN has any more, and what they are called now."""

ERROR = re.compile(r"^\s*(?P<path>[^\s:][^:\n]*):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<said>.+)$", re.M)
NAME = re.compile(r"'(skBlockNum|SkGetBlockNum)'")
TAIL = 2000
"""Characters of the log that a finding repeats."""


def findings_in(log: str, what: str, reason: str, root: Path) -> tuple[Json, ...]:
    """The findings of a build of `what` that failed: each name that is no longer there with its file, else the first
    error of a compiler, else the reason that is known. Paths count from `root`, where they are below it."""
    legacy = tuple(legacy_names(log, root))
    if legacy:
        return legacy
    first = ERROR.search(log)
    said = f"{place(first, root)}: {first['said']}" if first else reason
    return (build_failed(f"{what}: {said}", log[-TAIL:]),)


def build_failed(message: str, evidence: str = "") -> Json:
    """The finding that something could not be built."""
    return finding("build.compile-error", message, ["human"], {"kind": "human-decision"}, evidence)


def legacy_names(log: str, root: Path) -> Iterator[Json]:
    seen: set[tuple[str, str]] = set()
    for it in ERROR.finditer(log):
        name, path = NAME.search(it["said"]), below(it["path"], root)
        if name and (path, name[1]) not in seen:
            seen.add((path, name[1]))
            new = LEGACY[name[1]]
            hint: Json = {"kind": "rename-symbol", "target_file": path, "old_value": name[1], "new_value": new}
            message = f"sk::SkSystemArgs has no {name[1]}, its name is {new}"
            made = finding("build.undeclared-legacy-api", message, ["codegen.apply-remediation"], hint, it[0].strip())
            yield {**made, "path": path, "range": {"start": {"line": int(it["line"]), "column": int(it["column"])}}}


def place(it: re.Match[str], root: Path) -> str:
    return f"{below(it['path'], root)}:{it['line']}:{it['column']}"


def below(path: str, root: Path) -> str:
    return path.removeprefix(f"{root}/")


def finding(rule: str, message: str, by: list[str], hint: Json, evidence: str) -> Json:
    return {
        "finding_id": rule,
        "rule_id": rule,
        "severity": "blocker",
        "category": "build",
        "actionable_by": by,
        "remediation_hint": hint,
        "evidence": [evidence] if evidence else [],
        "message": message,
    }
