"""What a run says of its coverage: what no document decides for the target, and what a fuller target would decide."""

from collections.abc import Iterator

from sklint.coverage import Coverage
from sklint.finding import Note
from sklint.report.statistics import for_chips
from sklint.report.totals import count


def coverage_notes(covered: Coverage) -> Iterator[Note]:
    """At most one note for what was checked, and one for what the target leaves open."""
    if covered.considered:
        left = covered.considered - covered.known
        each = for_chips(covered, "; --statistics lists them")
        unknown = f", {left} unknown{each or ' (--statistics lists them)'}" if left else ""
        used, target = count(covered.considered, "use"), "all chips" if covered.chips else "the target"
        yield Note(f"{used} of the documented interface: {covered.known} checked for {target}{unknown}")
    undecided = {"--target-chip": covered.without_chip, "--target-cann": covered.without_cann}
    if lacking := [option for option, them in undecided.items() if them]:
        names = list(dict.fromkeys(name for them in undecided.values() for name in them))
        more = f" and {count(len(names) - 1, 'more name')} are" if len(names) > 1 else " is"
        them = "them" if len(names) > 1 else "it"
        given = f"{' and '.join(lacking)} (or [target] in sklint.toml)"
        yield Note(f"without {given} {names[0]}{more} not checked: not every target has {them}")
