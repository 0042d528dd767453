"""Kernels whose SK function would have written out what a macro is in this build, and another may be in another."""

from collections.abc import Iterable, Iterator, Sequence

from sklint.declared import Key
from sklint.finding import Finding
from sklint.generate.expanded import kept_by, making_uses, uses_in_body
from sklint.generate.macro_words import behind, use_text, word_at, words
from sklint.generate.request import problem
from sklint.generate.task_types import TASK_TYPE
from sklint.generate.type_words import untold
from sklint.generate.unsettled import chosen, chosen_by_build, varies
from sklint.model import Kernel
from sklint.source import Span
from sklint.unit import Unit

Decided = tuple[str, Span, str]
"""A macro of the build, the place of its use, and what it does there."""

CHANGES, MAKES = "must change for SK", "makes a part of the kernel"
GLUED = "becomes a part of a name or of a text there"


def of_the_build(units: Sequence[Unit], kernels: Iterable[Kernel]) -> dict[Key, Finding]:
    """The kernels with a macro use that would be written out and may be something else in another build."""
    keys = {it.key for it in kernels}
    found: dict[Key, Finding] = {}
    for unit in units:
        for kernel in (it for it in unit.kernels if it.key in keys and it.key not in found):
            for name, use, what in decided(unit, kernel):
                text = f"{name} in {kernel.name} {what}, and may be another in another build"
                found.setdefault(kernel.key, problem("macro-of-build", use, text, kernel.qualified))
    return found


def decided(unit: Unit, kernel: Kernel) -> Iterator[Decided]:
    inside, making = (list(dict.fromkeys(it)) for it in (uses_in_body(unit, kernel), making_uses(unit, kernel)))
    yield from ((name, use, CHANGES) for name, use in named(unit, inside) if varies(unit, name))
    yield from ((name, use, MAKES) for name, use in named(unit, making) if chosen_by_build(unit, name))
    yield from ((name, use, GLUED) for use in (*making, *inside) if (name := glued(unit, use)))
    yield from of_the_type(unit, kernel)


def named(unit: Unit, uses: Iterable[Span]) -> Iterator[tuple[str, Span]]:
    sources = ((unit.file(it.path), it) for it in uses)
    return ((word_at(source, it.start), it) for source, it in sources if source)


def glued(unit: Unit, use: Span) -> str:
    """The macro of a build that cannot stay what it is where a use is written out; "" where each can."""
    source = unit.file(use.path)
    if source is None or unit.partly_expanded(use, kept_by(unit, use)) is not None:
        return ""
    every = (one for it in words([use_text(source, use.start)]) for one in behind(unit, it))
    return next((it for it in every if chosen_by_build(unit, it)), "")


def of_the_type(unit: Unit, kernel: Kernel) -> Iterator[Decided]:
    """The macros of a build that say which type a kernel has, where that is not written with them."""
    if kernel.kernel_type and (macro := untold(unit, kernel)):
        yield macro, kernel.kernel_type.span, MAKES
    tokens = kernel.body.tokens if kernel.body and not kernel.body.in_macro else ()
    for at, it in enumerate(tokens[:-2]):
        source = unit.file(it.span.path)
        if it.text == TASK_TYPE and source and tokens[at + 2].from_macro:
            start = tokens[at + 2].span.start
            if macro := chosen(unit, words([use_text(source, start)])):
                yield macro, source.span(start, start + len(macro.encode())), MAKES
