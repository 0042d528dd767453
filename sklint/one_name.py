"""One name for each file in a run's findings, however its includes spelled the way to it."""

import os
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from sklint.finding import Edit, Finding, Fix, Related
from sklint.source import Span


def one_name(findings: Sequence[Finding], given: Iterable[str]) -> list[Finding]:
    """The findings with each file named as it was given, or as it was first met."""
    paths = dict.fromkeys(path for it in findings for path in paths_of(it))
    names = {os.path.realpath(path): path for path in reversed([*paths])}
    names |= {os.path.realpath(path): path for path in given} if paths else {}
    renamed = {path: name for path in paths if (name := names[os.path.realpath(path)]) != path}
    return [rename(it, renamed) if not renamed.keys().isdisjoint(paths_of(it)) else it for it in findings]


def paths_of(finding: Finding) -> Iterable[str]:
    yield finding.span.path
    yield from (it.span.path for it in finding.related)
    yield from (edit.span.path for fix in finding.fixes for edit in fix.edits)


def rename(finding: Finding, names: dict[str, str]) -> Finding:
    def named(span: Span) -> Span:
        return replace(span, path=names.get(span.path, span.path))

    def fix(it: Fix) -> Fix:
        return replace(it, edits=tuple(Edit(named(edit.span), edit.text) for edit in it.edits))

    related = tuple(Related(named(it.span), it.message) for it in finding.related)
    return replace(finding, span=named(finding.span), related=related, fixes=tuple(map(fix, finding.fixes)))
