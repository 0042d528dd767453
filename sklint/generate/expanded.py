"""A source with uses of its own macros written out, where those make a kernel or what must change in one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from sklint.body import Token
from sklint.finding import Edit
from sklint.generate.helper_uses import Uses
from sklint.generate.helper_uses import from_macros as helper_macros
from sklint.generate.helpers import Helpers, helpers
from sklint.generate.layout import STEP, indent_at
from sklint.generate.macro_words import use_end, word_at
from sklint.generate.parameters import stands_in_file
from sklint.generate.positions import Edited, edited
from sklint.generate.sk_body import from_macros
from sklint.generate.unsettled import chosen_by_build
from sklint.model import Kernel
from sklint.parse.spelling import spell
from sklint.source import Source, Span
from sklint.unit import Unit

NEAR = 2
"""So far tokens stand from each other that have nothing but blanks between them, in characters."""


def expanded(source: Source, units: Sequence[Unit], keep: Iterable[Kernel]) -> Edited:
    """The source with the macro uses written out that make the kernels `keep` of the units, or parts of them."""
    keys = {it.key for it in keep}
    texts: dict[int, Edit] = {}
    for unit in units:
        for kernel in unit.kernels:
            for use in macro_uses(unit, kernel) if kernel.key in keys else ():
                if use.path == source.path and use.start not in texts:
                    texts[use.start] = written_out(source, unit, use)
    return edited(source, outermost(texts.values()))


def macro_uses(unit: Unit, kernel: Kernel) -> Iterator[Span]:
    yield from making_uses(unit, kernel)
    yield from uses_in_body(unit, kernel)


def making_uses(unit: Unit, kernel: Kernel) -> Iterator[Span]:
    """The macro uses that make a kernel, its parameters or its body."""
    if kernel.in_macro:
        yield kernel.span
    yield from (it.extent for it in kernel.params if it.in_macro and not stands_in_file(unit, kernel, it))
    if kernel.body and kernel.body.in_macro:
        yield kernel.body.extent


def uses_in_body(unit: Unit, kernel: Kernel) -> Iterator[Span]:
    """The macro uses in a body of its own that make something which must change."""
    if kernel.body and not kernel.body.in_macro:
        yield from from_macros(unit, kernel, kernel.body)
        used = helpers([(unit, kernel)]) if any(it.from_macro for it in kernel.body.tokens) else Helpers(())
        yield from helper_macros(kernel.body, Uses({it.qualified: it.name for it in used.copied}, used.counting, ""))


def outermost(edits: Iterable[Edit]) -> list[Edit]:
    found: list[Edit] = []
    for it in sorted(edits, key=lambda it: (it.span.start, -it.span.end)):
        if not found or it.span.start >= found[-1].span.end:
            found.append(it)
    return found


def written_out(source: Source, unit: Unit, use: Span) -> Edit:
    span = source.span(use.start, use_end(source, use.start))
    made = unit.partly_expanded(span, kept_by(unit, use)) or unit.expansion(span)
    return Edit(span, lines(made, indent_at(source, use.start)))


def kept_by(unit: Unit, use: Span) -> Callable[[str], bool]:
    """Which macros stay what they are where a use of one is written out: those that a build chooses, but for itself."""
    source = unit.file(use.path)
    itself = word_at(source, use.start) if source else ""

    @cache
    def kept(name: str) -> bool:
        return name != itself and chosen_by_build(unit, name)

    return kept


def lines(tokens: Sequence[Token], indent: str) -> str:
    """The tokens, a line for each statement, as deep as its braces."""
    text, line, brackets = "", list[Token](), 0
    opened: list[str] = []
    for at, it in enumerate(tokens):
        if it.text == "}" and line:
            text += f"{indent}{STEP * len(opened)}{written(line)}\n"
            line = []
        ends = opened.pop() if it.text == "}" and opened else ""
        line.append(it)
        brackets += (it.text == "(") - (it.text == ")")
        stays = it.text == "}" and goes_on(tokens[at + 1 : at + 2], ends)
        if not stays and (it.text in ("{", "}") or (it.text == ";" and brackets == 0)):
            text += f"{indent}{STEP * len(opened)}{written(line)}\n"
            line = []
        if it.text == "{":
            opened.append(tokens[at - 1].text if at else "")
    rest = f"{indent}{STEP * len(opened)}{written(line)}" if line else ""
    return (text + rest).strip()


def goes_on(after: Sequence[Token], before: str) -> bool:
    """Whether a statement goes on behind the brace that ends a block; `before` is the word before that block."""
    word = after[0].text if after else ""
    return word in (";", ",", ")", "else", "catch") or (word == "while" and before == "do")


def written(tokens: Sequence[Token]) -> str:
    """Tokens with their own blanks where they stand beside each other, else with those that a person would write."""
    text = spell(tokens[:1])
    for before, it in pairwise(tokens):
        gap = it.spelled.start - before.spelled.end
        beside = (
            it.spelled.path == before.spelled.path and it.in_definition == before.in_definition and 0 <= gap <= NEAR
        )
        pair = spell((before, it)).removeprefix(spell((before,)))
        text += (" " * bool(gap) + it.text) if beside else pair
    return text
