"""Findings and sources under paths that count from a folder, as reports about that folder name them."""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from sklint.finding import Finding, Fix
from sklint.source import Source, Span


def seen_from(root: Path, path: str) -> str:
    """A path as it counts from `root`; as it is, where it does not lie there."""
    below = Path(os.path.relpath(path, root)) if path else Path("..")
    return path if below.parts[:1] == ("..",) else below.as_posix()


def relocated(finding: Finding, root: Path) -> Finding:
    return replace(
        finding,
        span=moved(finding.span, root),
        extent=moved(finding.extent, root) if finding.extent else None,
        related=tuple(replace(it, span=moved(it.span, root)) for it in finding.related),
        fixes=tuple(moved_fix(it, root) for it in finding.fixes),
    )


def relocated_sources(sources: Mapping[str, Source], root: Path) -> dict[str, Source]:
    return {name: Source(name, it.data) for path, it in sources.items() if (name := seen_from(root, path))}


def moved(span: Span, root: Path) -> Span:
    return replace(span, path=seen_from(root, span.path))


def moved_fix(fix: Fix, root: Path) -> Fix:
    hint = replace(fix.hint, target_file=seen_from(root, fix.hint.target_file)) if fix.hint else None
    return replace(fix, edits=tuple(replace(it, span=moved(it.span, root)) for it in fix.edits), hint=hint)
