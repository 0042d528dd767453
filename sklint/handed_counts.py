"""Whether calls that take the block count take it where their functions expect it."""

from dataclasses import dataclass

from sklint.body import Call
from sklint.body_words import BLOCKS, Line, texts
from sklint.model import Function
from sklint.system_args import SYSTEM_ARGS
from sklint.template_values import arguments_in, calls_of
from sklint.unit import Unit


@dataclass(frozen=True)
class HandedCounts:
    """`one` and `other` are the functions that two lines are in, `system` is what the other calls its system args."""

    unit: Unit
    one: Function
    other: Function
    system: str

    def agree(self, expected: Line, found: Line) -> bool:
        """Whether the calls of two lines, which are the same but for block counts, take these at the same places; what
        is not known does."""
        ours, theirs = calls_of(self.one.body, expected), calls_of(self.other.body, found)
        pairs = zip(ours, theirs, strict=True) if len(ours) == len(theirs) else ()
        return all(self.agrees(expected, call, found, its) for call, its in pairs)

    def agrees(self, expected: Line, call: Call, found: Line, its: Call) -> bool:
        if len(call.targets) != 1 or len(its.targets) != 1:
            return True
        given, taken = self.counts_in(expected, call), self.counts_in(found, its)
        if True not in taken:
            return True
        if call.targets == its.targets:
            return given == taken[: len(given)]
        one, other = self.unit.function(call.targets[0]), self.unit.function(its.targets[0])
        if one is None or other is None or self.leads(one, other) or self.leads(other, one):
            return True
        return kept(one, given) == kept(other, taken)

    def counts_in(self, line: Line, call: Call) -> list[bool]:
        """For each argument of a call whether it is the block count, the system's arguments, or a null for these."""
        words = [texts(line[first:last]) for first, last in arguments_in(line, call)]
        return [len(it) == 1 and it[0] in (BLOCKS, self.system, "nullptr") for it in words]

    def leads(self, one: Function, other: Function) -> bool:
        """Whether a function calls another, which may be handed the count there."""
        return any(it.function.key == other.key for it in self.unit.reach(one))


def kept(function: Function, counts: list[bool]) -> list[str]:
    """The names of the parameters that a call gives something else than a count."""
    pairs = zip(function.params, counts, strict=False)
    return [it.name for it, counted in pairs if not counted and it.type.record != SYSTEM_ARGS]
