"""What the functions that a kernel calls do which an SK function must not, where no copy is made."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from sklint.default_counts import default_counts
from sklint.finding import Finding, Related
from sklint.generate.body_numbers import counts, indexes
from sklint.generate.helper_uses import Unwritable
from sklint.generate.helpers import Helpers, Seen
from sklint.generate.request import problem
from sklint.model import Kernel, Reached
from sklint.pipes import owned_pipes
from sklint.source import Span
from sklint.unit import Unit

ADVICE = "give it a last parameter `int64_t blockNum = AscendC::GetBlockNum()` to read, and bind again"


def alternatives(seen: Sequence[Seen], helpers: Helpers) -> Iterator[Unwritable]:
    """Functions of one name of which each configuration has one alone: without `#if` all copies would be there."""
    left_out = [unit.inactive for unit, _ in seen]

    def readings(extent: Span) -> frozenset[int]:
        return frozenset(at for at, spans in enumerate(left_out) if not any(it.contains(extent) for it in spans))

    for piece in (it for it in helpers.copied if not it.is_class):
        if any(not readings(one) & readings(other) for one, other in combinations(piece.extents, 2)):
            yield Unwritable(piece.extents[0], f"{piece.name} is another function in each branch of an #if")


def left_to_people(helpers: Helpers, reasons: Sequence[Unwritable]) -> list[Finding]:
    """A finding at each place in helpers that an SK function cannot call as it is; `reasons` say why."""
    why = tuple(Related(it.span, f"no copy is made for it: {it.why}") for it in reasons[:1])
    found = (
        it
        for unit, kernel in helpers.seen
        for reached in unit.reach(kernel)[1:]
        if not kernel.extent.contains(reached.function.extent)
        for it in in_helper(unit, kernel, reached, why)
    )
    return list({(it.rule, it.span): it for it in found}.values())


def in_helper(unit: Unit, kernel: Kernel, reached: Reached, why: tuple[Related, ...]) -> Iterator[Finding]:
    function, body = reached.function, reached.function.body
    if body is None:
        return
    related = (Related(reached.via[0].span, f"{kernel.name} calls {reached.via[0].name} here"), *why)
    asked = [body.tokens[at].span for at in counts(unit, function, body).values()]
    for span in dict.fromkeys([*asked, *(it.call.span for it in default_counts(unit, body))]):
        text = f"{function.name} asks for the block count, which {kernel.name}'s SK function has from sysArgs: {ADVICE}"
        yield problem("block-num-in-helper", span, text, kernel.qualified, related)
    for at in indexes(unit, function, body).values():
        text = f"{function.name} reads the core's own index, which in a SuperKernel is not that of {kernel.name}"
        yield problem("block-idx", body.tokens[at].span, text, kernel.qualified, related)
    for pipe in owned_pipes(unit, function):
        if pipe.leaks or pipe.doubtful:
            text = (
                f"{pipe.path} of {function.name} is not destroyed on each way, as {kernel.name}'s SK function needs: "
                f"destroy it with DestroyWithoutPipeAll before {function.name} returns"
            )
            yield problem("tpipe", pipe.local.span, text, kernel.qualified, related)
