"""One finding for one defect, also where a tree holds copies of a source, alone or with other text around them."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from sklint.finding import Finding, Fix, Related
from sklint.source import Source


def once(findings: Iterable[Finding], sources: Mapping[str, Source]) -> list[Finding]:
    """The findings, those in copies as evidence and related places of the one in the file nearest to the top. A fix
    repairs the copies as well."""
    kept: dict[tuple[str, ...], list[Finding]] = {}
    distances = Distances(sources)
    for it in sorted(findings, key=lambda it: (it.span.path.count("/"), it.span)):
        same = kept.setdefault((it.rule, it.symbol, it.text, it.message), [])
        number = next((number for number, other in enumerate(same) if distances.copied(other, it)), -1)
        if number < 0:
            same.append(it)
        else:
            same[number] = with_copy(same[number], it, sources)
    return [it for same in kept.values() for it in same]


class Distances:
    """How far the text of one file lies from its beginning in another; each pair of files is compared once."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.sources = sources
        self.known: dict[tuple[str, str], int | None] = {}

    def copied(self, one: Finding, other: Finding) -> bool:
        """Whether two findings are of one place in a text that both their files hold."""
        pair = (one.span.path, other.span.path)
        if pair[0] == pair[1] or any(path not in self.sources for path in pair):
            return False
        if pair not in self.known:
            self.known[pair] = distance(*(self.sources[path].data for path in pair))
        return self.known[pair] == other.span.start - one.span.start


def distance(one: bytes, other: bytes) -> int | None:
    """How many bytes further the common text begins in `other`, if one of the two holds all of the other."""
    trimmed, wanted = one.strip(), other.strip()
    if not trimmed or not wanted:
        return None
    if (at := other.find(trimmed)) >= 0:
        return at - one.find(trimmed)
    return other.find(wanted) - at if (at := one.find(wanted)) >= 0 else None


def with_copy(finding: Finding, copy: Finding, sources: Mapping[str, Source]) -> Finding:
    position = sources[copy.span.path].position(copy.span.start)
    return replace(
        finding,
        evidence=(*finding.evidence, f"copy={copy.span.path}:{position.line}"),
        related=(*finding.related, Related(copy.span, "the same in a copy of this file")),
        fixes=tuple(joined(finding.fixes, copy.fixes)),
    )


def joined(fixes: tuple[Fix, ...], copies: tuple[Fix, ...]) -> Iterator[Fix]:
    """Each fix with the edits of the same fix in a copy."""
    by_title = {it.title: it for it in copies}
    for fix in fixes:
        more = by_title[fix.title].edits if fix.title in by_title else ()
        yield replace(fix, edits=tuple(dict.fromkeys((*fix.edits, *more))))
