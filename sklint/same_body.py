"""Whether an SK function does what its kernel does: the first place where their normal forms part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sklint.body_words import BLOCKS, Item, Line, Reading, texts
from sklint.model import Binding, Body, Kernel, SkFunction, TemplateParam, Token, Unit
from sklint.normal_form import DESTROYS, normal_form
from sklint.parse.lex import lex
from sklint.spelling import spelled

BARRIER = ("PipeBarrier", "<", "PIPE_ALL", ">", "(", ")", ";")
LONGEST = 60
"""Characters of code in a message."""


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


def first_difference(unit: Unit, binding: Binding, kernel: Kernel, function: SkFunction) -> Difference | None:
    """The first difference that is none of the documented ones; None where there is none, or a body is not known."""
    if kernel.body is None or function.body is None:
        return None
    kernel_names, names = template_names(binding, kernel, function)
    expected = normal_form(kernel.body, Reading({**kernel_names, **param_names(kernel)}))
    reading = sk_reading(kernel, function, names)
    found = normal_form(function.body, reading)
    if unpacked_elsewhere(function, found) or calls_kernel(kernel, found):
        return None
    return Comparison(unit, kernel.body, function, function.body).of(expected, found)


# how both are read


def param_names(kernel: Kernel) -> dict[str, tuple[str, ...]]:
    return {it.name: (f"${number}",) for number, it in enumerate(kernel.params) if it.name}


def sk_reading(kernel: Kernel, function: SkFunction, names: Mapping[str, tuple[str, ...]]) -> Reading:
    """Fields are read as the parameter of their name, else of their place."""
    places = {it.name: f"${number}" for number, it in enumerate(kernel.params) if it.name}
    system = function.system_args.name if function.system_args else ""
    if function.args is None and function.args_param is None:
        return Reading(names, system=system)
    if function.args is None:
        own = {it.name: (places[it.name],) for it in function.params if it.name in places}
        pointer = function.args_param.name if function.args_param else ""
        return Reading({**names, **own}, frozenset({pointer} - own.keys()), system=system, fields=places)
    fields = {it.name: places.get(it.name, f"${number}") for number, it in enumerate(function.args.fields)}
    pointer = function.args_param.name if function.args_param else ""
    return Reading(names, frozenset({pointer}), system=system, fields=fields)


def template_names(
    binding: Binding, kernel: Kernel, function: SkFunction
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """What the template parameters of the kernel and of the SK function are read as: those that belong together alike,
    by name and then by place; one without a partner as what the binding gives for it."""
    ours, theirs = list(function.template or ()), list(kernel.template or ())
    pairs = paired(theirs, ours)
    kernel_names = {it.name: (f"%{number}",) for number, (it, _) in enumerate(pairs)}
    names = {it.name: (f"%{number}",) for number, (_, it) in enumerate(pairs)}
    given = binding.kernel.template_arguments if binding.kernel else None
    part = next((it for it in binding.parts if function in it.functions), None)
    kernel_names = {**substituted(theirs, given), **kernel_names}
    return kernel_names, {**substituted(ours, part.template_arguments if part else None), **names}


def paired(theirs: Sequence[TemplateParam], ours: Sequence[TemplateParam]) -> list[tuple[TemplateParam, TemplateParam]]:
    by_name = {it.name: it for it in ours if it.name}
    same = [(it, by_name[it.name]) for it in theirs if it.name in by_name and by_name[it.name].kind == it.kind]
    rest = [it for it in theirs if it not in [one for one, _ in same]]
    left = [it for it in ours if it not in [one for _, one in same]]
    for it in rest:
        partner = next((one for one in left if one.kind == it.kind), None)
        if partner is not None:
            left.remove(partner)
            same.append((it, partner))
    return same


def substituted(params: Sequence[TemplateParam], given: Sequence[str] | None) -> dict[str, tuple[str, ...]]:
    return {
        param.name: tuple(it.text for it in lex(text.encode()))
        for param, text in zip(params, given or (), strict=False)
        if not param.pack
    }


# what cannot be compared


def unpacked_elsewhere(function: SkFunction, found: Sequence[Line]) -> bool:
    """Whether the SK function hands its args on as a whole, or reads of them what is not known."""
    pointer = function.args_param.name if function.args_param else ""
    return any(it.text == pointer for line in found for it in line)


def calls_kernel(kernel: Kernel, found: Sequence[Line]) -> bool:
    """Whether all it does is to call the kernel with the kernel's own parameters."""
    if len(found) != 1:
        return False
    words = [it for it in texts(found[0]) if it not in ("(", ",", ")", ";")]
    return words == [kernel.name, *(f"${number}" for number in range(len(kernel.params)))]


# the comparison


@dataclass(frozen=True)
class Comparison:
    unit: Unit
    kernel_body: Body
    function: SkFunction
    body: Body

    def of(self, expected: Sequence[Line], found: Sequence[Line]) -> Difference | None:
        renamed: dict[str, str] = {}
        at = here = 0
        while at < len(expected) and here < len(found):
            if self.equal(expected[at], found[here], renamed):
                at, here = at + 1, here + 1
            elif self.own_need(found[here], expected[at]):
                here += 1
            elif waits_at_end(expected, at):
                at += 1
            else:
                return self.difference(expected[at:], found[here:])
        at += waits_at_end(expected, at)
        while here < len(found) and self.own_need(found[here], ()):
            here += 1
        return self.difference(expected[at:], found[here:]) if at < len(expected) or here < len(found) else None

    def equal(self, expected: Line, found: Line, renamed: dict[str, str]) -> bool:
        """Whether two lines are the same; a variable may have another name throughout, and a call may take the block
        count as an argument more."""
        if self.same_but_names(expected, found, renamed) or texts(expected) == texts(found):
            return True
        return self.counts_blocks(found) and texts(self.without_count(expected)) == texts(self.without_count(found))

    def same_but_names(self, expected: Line, found: Line, renamed: dict[str, str]) -> bool:
        if len(expected) != len(found):
            return False
        theirs, ours = {it.name for it in self.kernel_body.locals}, {it.name for it in self.body.locals}
        fresh = dict(renamed)
        for one, other in zip(expected, found, strict=True):
            if one.text == other.text and one.text not in theirs:
                continue
            if one.text not in theirs or other.text not in ours or fresh.setdefault(one.text, other.text) != other.text:
                return False
        if len(set(fresh.values())) != len(fresh):
            return False
        renamed.update(fresh)
        return True

    def own_need(self, line: Line, instead: Line) -> bool:
        """Whether a line is there for the SK function's sake: it holds a TPipe to destroy, calls what only destroys or
        flushes, or hands the block count on (and not `instead` of one of the kernel's that does)."""
        destroyed = {it.receiver for it in self.body.calls if it.name in DESTROYS}
        words = texts(line)
        pipe = len(words) == 3 and words[0] == "TPipe" and words[1] in destroyed
        counts = words[-1] == ";" and self.counts_blocks(line)
        return pipe or self.only_tidies(line) or (counts and all(it.text != BLOCKS for it in instead))

    def only_tidies(self, line: Line) -> bool:
        """Whether a line is a call of functions of the project that destroy or flush, and do nothing else."""
        calls = [it for it in self.body.calls if line[0].first <= it.index < line[-1].last]
        if len(calls) != 1 or texts(line)[-2:] != (")", ";") or any(it.text == "=" for it in line):
            return False
        functions = [self.unit.function(key) for key in calls[0].targets]
        bodies = [it.body if it else None for it in functions]
        return bool(bodies) and all(body and body.calls and not normal_form(body, Reading()) for body in bodies)

    def counts_blocks(self, line: Line) -> bool:
        system = self.function.system_args.name if self.function.system_args else ""
        return any(it.text in (BLOCKS, system) for it in line)

    def without_count(self, line: Line) -> Line:
        """The line without arguments that are the block count, the system's arguments or the null in place of them."""
        system = self.function.system_args.name if self.function.system_args else ""
        kept: list[Item] = []
        for at, it in enumerate(line):
            after = line[at + 1].text if at + 1 < len(line) else ""
            if it.text in (BLOCKS, system, "nullptr") and kept and kept[-1].text in (",", "(") and after in (",", ")"):
                if kept[-1].text == ",":
                    kept.pop()
            elif not (it.text == "," and kept and kept[-1].text == "("):
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
