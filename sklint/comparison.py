"""Two bodies in their normal form, line by line: the first place where they part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal

from sklint.body import Body, Token
from sklint.body_words import BLOCKS, Item, Line, texts
from sklint.count_lines import hands_count_on
from sklint.handed_counts import HandedCounts
from sklint.model import Function, SkFunction
from sklint.own_needs import declares_tidy, names_elsewhere, tidies
from sklint.pipes import has_no_pipe
from sklint.spelling import spelled
from sklint.structured_binding import structured_bindings
from sklint.template_values import TemplateValues
from sklint.unit import Unit

BARRIER = ("PipeBarrier", "<", "PIPE_ALL", ">", "(", ")", ";")
LONGEST = 60
"""Characters of code in a message."""


Alike = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an SK function does something else than its kernel: its own tokens there, the kernel's, and their texts.

    `missing`: the SK function leaves out what the kernel does (`tokens` is empty); `extra`: it does more
    (`kernel_tokens` is empty); `other`: it does something else.
    """

    kind: Literal["missing", "extra", "other"]
    tokens: tuple[Token, ...]
    text: str
    kernel_tokens: tuple[Token, ...]
    kernel_text: str


@dataclass(frozen=True)
class Comparison:
    """What a kernel's body does against what an SK function's does, or what copies of helpers do against those.

    `system` is what the SK function calls its system args, `alike` tells whether two names of the bodies, by the
    indexes of their tokens, mean things that do the same; `values` knows the templates that both use.
    """

    unit: Unit
    kernel: Function
    function: Function
    system: str
    alike: Alike
    values: TemplateValues

    @cached_property
    def kernel_body(self) -> Body:
        body = self.kernel.body
        assert body is not None
        return body

    @cached_property
    def body(self) -> Body:
        body = self.function.body
        assert body is not None
        return body

    @cached_property
    def declared(self) -> tuple[set[str], set[str]]:
        """The names of the variables of both bodies."""
        return declared_names(self.kernel_body), declared_names(self.body)

    @cached_property
    def handed(self) -> HandedCounts:
        return HandedCounts(self.unit, self.kernel, self.function, self.system)

    @cached_property
    def params(self) -> frozenset[str]:
        return frozenset(it.name for it in self.kernel.params)

    def of(self, expected: Sequence[Line], found: Sequence[Line]) -> Difference | None:
        return self.compared(expected, found)[1]

    def compared(
        self, expected: Sequence[Line], found: Sequence[Line]
    ) -> tuple[list[tuple[Line, Line]], Difference | None]:
        """The lines that are the same, and where that ends."""
        same, difference = self.lines_compared(expected, found)
        bare = self.without_own_blocks(found) if difference else found
        return (same, difference) if len(bare) == len(found) else self.lines_compared(expected, bare)

    def without_own_blocks(self, found: Sequence[Line]) -> Sequence[Line]:
        """The lines without the braces of blocks that declare an object which destroys the TPipe in the end: another
        rule judges when that is."""
        gone: set[int] = set()
        for at, line in enumerate(found):
            if texts(line) == ("{",) and (at == 0 or found[at - 1][-1].text in (";", "{", "}")):
                levels = accumulate((texts(it) == ("{",)) - (texts(it) == ("}",)) for it in found[at:])
                inside = list(zip(range(at, len(found)), levels, strict=False))
                end = next((number for number, level in inside if level == 0), at)
                own = (number for number, level in inside if number < end and level == 1)
                if any(declares_tidy(self.unit, self.function, found[number]) for number in own):
                    gone |= {at, end}
        return [it for at, it in enumerate(found) if at not in gone]

    def lines_compared(
        self, expected: Sequence[Line], found: Sequence[Line]
    ) -> tuple[list[tuple[Line, Line]], Difference | None]:
        same: list[tuple[Line, Line]] = []
        renamed: dict[str, str] = {}
        at = here = 0
        while at < len(expected) and here < len(found):
            if self.equal(expected[at], found[here], renamed):
                same.append((expected[at], found[here]))
                at, here = at + 1, here + 1
            elif names_elsewhere(expected[at]):
                at += 1
            elif self.own_need(found[here], expected[at]):
                here += 1
            elif waits_at_end(expected, at):
                at += 1
            else:
                return same, self.difference(expected[at:], found[here:])
        at += waits_at_end(expected, at)
        while at < len(expected) and names_elsewhere(expected[at]):
            at += 1
        while here < len(found) and self.own_need(found[here], ()):
            here += 1
        differ = at < len(expected) or here < len(found)
        return same, self.difference(expected[at:], found[here:]) if differ else None

    def equal(self, expected: Line, found: Line, renamed: dict[str, str]) -> bool:
        """Whether two lines are the same; a variable may have another name throughout, and a call may take the block
        count as an argument more."""
        if self.same_but_names(expected, found, renamed) or texts(expected) == texts(found):
            return self.values.agree(expected, found)
        expected, found = self.values.settled(expected, found)
        if self.same_but_names(expected, found, renamed) or texts(expected) == texts(found):
            return True
        if not self.counts_blocks(found) or not self.handed.agree(expected, found):
            return False
        expected, found = self.without_count(expected), self.without_count(found)
        pairs = ((expected, found), (expected, without_empty(found)))
        return any(texts(one) == texts(its) or self.same_but_names(one, its, renamed) for one, its in pairs)

    def same_but_names(self, expected: Line, found: Line, renamed: dict[str, str]) -> bool:
        if len(expected) != len(found):
            return False
        theirs, ours = self.declared
        fresh = dict(renamed)
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            if one.text == other.text and (one.text not in theirs or is_member(expected, at)):
                continue
            if one.text != other.text and self.named(one, other) and self.alike(one.first, other.first):
                continue
            if one.text not in theirs or other.text not in ours or fresh.setdefault(one.text, other.text) != other.text:
                return False
        if len(set(fresh.values())) != len(fresh):
            return False
        renamed.update(fresh)
        return True

    def named(self, one: Item, other: Item) -> bool:
        """Whether two items are the words that stand there, and not what those are read as."""
        tokens, its = self.kernel_body.tokens, self.body.tokens
        return (one.text, other.text) == (tokens[one.first].text, its[other.first].text)

    def own_need(self, line: Line, instead: Line) -> bool:
        """Whether a line is there for the SK function's sake: it tidies, or hands the block count on (and not `instead`
        of one of the kernel's that does)."""
        if (
            isinstance(self.function, SkFunction)
            and texts(line)[:1] == ("TPipe",)
            and has_no_pipe(self.unit, self.kernel)
        ):
            return False
        counts = (
            line[-1].text == ";" and self.counts_blocks(line) and hands_count_on(line, self.declared[0], self.params)
        )
        return tidies(self.unit, self.function, line) or (counts and all(it.text != BLOCKS for it in instead))

    def counts_blocks(self, line: Line) -> bool:
        return any(it.text in (BLOCKS, self.system) for it in line)

    def without_count(self, line: Line) -> Line:
        """The line without arguments that are the block count, the system's arguments or the null in place of them."""
        kept: list[Item] = []
        for at, it in enumerate(line):
            after = line[at + 1].text if at + 1 < len(line) else ""
            if (
                it.text in (BLOCKS, self.system, "nullptr")
                and kept
                and kept[-1].text in (",", "(", "{")
                and after in (",", ")", "}")
            ):
                if kept[-1].text == ",":
                    kept.pop()
            elif not (it.text == "," and kept and kept[-1].text in ("(", "{")):
                kept.append(it)
        return tuple(kept)

    def difference(self, expected: Sequence[Line], found: Sequence[Line]) -> Difference:
        if not expected or not found:
            return self.extra(found[0]) if found else self.missing(expected[0])
        theirs, ours = [texts(it) for it in expected], [texts(it) for it in found]
        if is_brace(found[0]) or (ours[0] in theirs and theirs[0] not in ours):
            return self.missing(expected[0]) if not is_brace(expected[0]) else self.other(expected[0], found[0])
        if is_brace(expected[0]) or (theirs[0] in ours and ours[0] not in theirs):
            return self.extra(found[0])
        return self.other(expected[0], found[0])

    def missing(self, expected: Line) -> Difference:
        tokens = covered(self.kernel_body, expected)
        return Difference("missing", (), "", tokens, shortened(tokens))

    def extra(self, found: Line) -> Difference:
        tokens = covered(self.body, found)
        return Difference("extra", tokens, shortened(tokens), (), "")

    def other(self, expected: Line, found: Line) -> Difference:
        """Both lines in full where they are short, else what stands between their common start and end."""
        theirs, ours = narrowed(expected, found)
        tokens, kernel_tokens = covered(self.body, ours), covered(self.kernel_body, theirs)
        whole, kernel_whole = covered(self.body, found), covered(self.kernel_body, expected)
        short = max(len(spelled(whole)), len(spelled(kernel_whole))) <= LONGEST
        text, kernel_text = (whole, kernel_whole) if short else (tokens, kernel_tokens)
        return Difference("other", tokens, shortened(text), kernel_tokens, shortened(kernel_text))


def is_member(line: Line, at: int) -> bool:
    return at > 0 and line[at - 1].text in (".", "->")


def declared_names(body: Body) -> set[str]:
    """The names of the variables of a body."""
    unpacked = {body.tokens[at].text for names in structured_bindings(body) for at in names}
    return unpacked | {it.name for it in body.locals}


def without_empty(line: Line) -> Line:
    """`Op op;` of `Op op();`, where all that the variable was made of is left out."""
    opening = next(
        (at for at, it in enumerate(line[:-1]) if (it.text, line[at + 1].text) in (("(", ")"), ("{", "}"))), 0
    )
    return (*line[:opening], *line[opening + 2 :]) if opening else line


def waits_at_end(lines: Sequence[Line], at: int) -> bool:
    """Whether a line is the kernel's own barrier before a way out, read as a part of destroying the TPipe there."""
    after = texts(lines[at + 1]) if at + 1 < len(lines) else ("}",)
    return at < len(lines) and texts(lines[at]) == BARRIER and after in (("}",), ("return", ";"))


def is_brace(line: Line) -> bool:
    return texts(line) in (("{",), ("}",))


def narrowed(expected: Line, found: Line) -> tuple[Line, Line]:
    """The lines without their common start and end, but at least one item of each."""
    shorter = min(len(expected), len(found))
    start = next((i for i in range(shorter) if expected[i].text != found[i].text), shorter)
    end = next((i for i in range(shorter - start) if expected[-1 - i].text != found[-1 - i].text), shorter - start)
    if shorter - start == end:
        start = max(0, start - 1) if start else start
        end = end if start + end < shorter else shorter - start - 1
    return expected[start : len(expected) - end], found[start : len(found) - end]


def covered(body: Body, line: Line) -> tuple[Token, ...]:
    """The body's tokens that a line stands for."""
    return body.tokens[line[0].first : line[-1].last]


def shortened(tokens: Sequence[Token]) -> str:
    text = spelled(tokens).rstrip(" ;")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"
