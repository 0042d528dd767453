"""How calls of old names are rewritten where the new interface takes its arguments another way."""

from collections.abc import Callable

from sklint.api import ApiUse, Context, Edit, Span, Written
from sklint_compat.forms import fits
from sklint_compat.tables import Old

Text = Callable[[Span], str]
Rewrite = Callable[[ApiUse, Written, Old, Text], list[Edit]]
"""The edits for a call; none where its arguments are not as expected."""


def applies(ctx: Context, use: ApiUse, old: Old) -> bool:
    """Whether a use is the old form: some names stay and take other arguments."""
    call, source = use.call, ctx.unit.file(use.span.path)
    match old.rewrite:
        case "choose-argument":
            return call is not None and source is not None and boolean(call, source.text) is not None
        case "drop-second":
            return call is not None and len(call.arguments) == 3
        case _:
            return not old.given or (call is not None and fits(old.given, use))


def boolean(call: Written, text: Text) -> bool | None:
    """The value of the only argument, where that is a literal."""
    return {"true": True, "false": False}.get(text(call.arguments[0])) if len(call.arguments) == 1 else None


def choose_call(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    value = boolean(call, text)
    on, off = old.new.split()
    return [] if value is None else [Edit(call.extent, f"{on if value else off}()")]


def choose_argument(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    value = boolean(call, text)
    on, off = old.new.split()
    return [] if value is None else [Edit(call.arguments[0], on if value else off)]


def reduce(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    return reduction(use, call, old, text) if len(call.arguments) in (7, 8) else []


def reduce_swap(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    """Repeat count and mask change places."""
    head = reduction(use, call, old, text)
    if len(call.arguments) != 7 or not head:
        return []
    _, _, repeat, mask, *_ = call.arguments
    return [*head, Edit(repeat, text(mask)), Edit(mask, text(repeat))]


def reduce_drop(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    """Repeat count and mask change places, the stride of destination blocks goes, the repeat's comes first."""
    head = reduction(use, call, old, text)
    if len(call.arguments) != 8 or not head:
        return []
    _, _, repeat, mask, dropped, source_block, destination, _ = call.arguments
    gone = Edit(Span(use.span.path, source_block.end, destination.end), "")
    return [*head, Edit(repeat, text(mask)), Edit(mask, text(repeat)), Edit(dropped, text(destination)), gone]


def reduction(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    """The new name, with the kind of reduction as its first template argument; the element type counts twice."""
    name, _, kind = old.new.rstrip(">").partition("<")
    kind = f"AscendC::{kind}"
    match [text(it) for it in call.template_arguments]:
        case [] if not call.templated:
            return [Edit(use.span, f"{name}<{kind}>")]
        case [element, *mask] if len(mask) < 2:
            first, last = call.template_arguments[0], call.template_arguments[-1]
            given = ", ".join((kind, element, element, *mask))
            return [Edit(use.span, name), Edit(Span(use.span.path, first.start, last.end), given)]
        case _:
            return []


def drop_second(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    first, second, _ = call.arguments
    return [Edit(Span(use.span.path, first.end, second.end), "")]


def swap_first(use: ApiUse, call: Written, old: Old, text: Text) -> list[Edit]:
    first, second, *_ = call.arguments
    return [Edit(first, text(second)), Edit(second, text(first))]


REWRITES: dict[str, Rewrite] = {
    "choose-call": choose_call,
    "choose-argument": choose_argument,
    "reduce": reduce,
    "reduce-swap": reduce_swap,
    "reduce-drop": reduce_drop,
    "drop-second": drop_second,
    "swap-first": swap_first,
}
