"""SK_BIND uses and launches, from the tokens that stand there once macros are expanded."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from sklint.body import Token
from sklint.model import Binding, Bound, Kernel, Launch, Mask, SkFunction
from sklint.parse.binding_variables import BindingVariables, binding_variables
from sklint.parse.bound import Meaning
from sklint.parse.brackets import after, receiver_start, template_end
from sklint.parse.clang import Place, Tree
from sklint.parse.evaluate import evaluate
from sklint.parse.instantiated import with_arguments
from sklint.parse.launch_counts import launch_counts
from sklint.parse.lex import lex
from sklint.parse.reading import Reading
from sklint.parse.spelling import spell
from sklint.source import Span

CANDIDATE = re.compile("candidate|possible target")
AMBIGUOUS = re.compile(r"reference to (?:overloaded function could not be resolved|'\w+' is ambiguous)")


def read_bindings(reading: Reading, kernels: Sequence[Kernel], functions: Sequence[SkFunction]) -> tuple[Binding, ...]:
    """Every SK_BIND that is code, in order."""
    found: list[Binding] = []
    seen: dict[tuple[str, int], int] = {}
    meaning = Meaning(reading, kernels, functions)
    every = list(binding_variables(reading))
    uses = Counter((it.place.path, it.place.offset) for it in every)
    for it in every:
        number = seen.get((it.place.path, it.place.offset), 0)
        seen[it.place.path, it.place.offset] = number + 1
        tokens = use_tokens(reading, it.place.path, it.place.offset, number)
        if tokens:
            found.append(read_binding(meaning, tokens, it, uses[it.place.path, it.place.offset] == 1))
    return tuple(found)


def use_tokens(reading: Reading, path: str, offset: int, number: int) -> list[Token]:
    """`SK_BIND ( ... )` of the use at `offset`; the `number`th one, where a macro makes several."""
    tokens = reading.made_by_macro(path, offset)
    heads = [at for at, it in enumerate(tokens) if it.text == "SK_BIND" and at + 1 < len(tokens)]
    if number >= len(heads):
        return []
    return tokens[heads[number] : after(tokens, heads[number] + 1)]


def read_binding(meaning: Meaning, tokens: Sequence[Token], variables: BindingVariables, sole: bool) -> Binding:
    parts = split_arguments(tokens[2:-1])
    given = variables.arguments if len(variables.arguments) == len(parts) else [None] * len(parts)
    named = [it for at, it in enumerate(zip(parts, given, strict=True)) if at != 1]
    bounds = [
        with_arguments(meaning.reading, meaning.bound(part, variables.scope, cursor), cursor) for part, cursor in named
    ]
    head, last = tokens[0].span, tokens[-1].span
    if bounds and given[0] is None:
        bounds[0] = msgspec.structs.replace(bounds[0], ambiguous=ambiguous(meaning, variables.place, bounds[0]))
    extent = Span(head.path, head.start, max(head.end, last.end))
    return Binding(
        kernel=bounds[0] if bounds else None,
        mask=read_mask(meaning.reading, parts[1], variables, sole) if len(parts) > 1 else None,
        parts=tuple(bounds[1:]),
        arguments=tuple(spell(part) for part in parts),
        span=head,
        extent=extent,
        in_macro=tokens[0].from_macro,
        within=variables.within,
        ended=tokens[0].from_macro or ends(meaning.reading, extent),
    )


def ends(reading: Reading, extent: Span) -> bool:
    """Whether a `;` stands behind; or what shows that the binding is the argument of a macro, which has its own."""
    behind = next(lex(reading.source(extent.path).data, extent.end), None)
    return behind is not None and behind.text in (";", ",", ")")


def ambiguous(meaning: Meaning, place: Place, bound: Bound) -> bool:
    """Whether the compiler names the kernel as one of several things that its name means in an SK_BIND, where its full
    name would mean it alone."""
    if "::" in bound.text or len(bound.kernels) != 1 or bound.kernels[0].qualified in meaning.scopes.used:
        return False
    own = bound.kernels[0]
    named = list(candidates(meaning.reading.tree, place))
    others = [it for it in named if is_other(meaning.reading, it, own)]
    return bool(others) and any((it.path, it.offset) == (own.span.path, own.span.start) for it in named)


def is_other(reading: Reading, place: Place, kernel: Kernel) -> bool:
    """Whether something else of the kernel's name stands at a place: not what declares or instantiates the kernel."""
    known = reading.functions.get((place.path, place.offset, kernel.name))
    return known.qualified != kernel.qualified if known else not reading.in_project(place.path)


def candidates(tree: Tree, place: Place) -> Iterator[Place]:
    """What the compiler names in its errors about a name at a place that is not clear to it."""
    for it in tree.unit.diagnostics:
        if AMBIGUOUS.match(it.spelling) and tree.place(it.location) == place:
            yield from (tree.place(note.location) for note in it.children if CANDIDATE.match(note.spelling))


def split_arguments(tokens: Sequence[Token]) -> list[list[Token]]:
    """The arguments as the compiler counts them: a `<` after a name opens template arguments if a `>` closes it."""
    parts: list[list[Token]] = [[]]
    at = 0
    level = 0
    while at < len(tokens):
        it = tokens[at]
        end = template_end(tokens, at)[0] if it.text == "<" and at and tokens[at - 1].kind == "name" else at
        if end > at:
            parts[-1] += tokens[at:end]
            at = end
            continue
        level += (it.text in ("(", "[", "{")) - (it.text in (")", "]", "}"))
        if it.text == "," and level == 0:
            parts.append([])
        else:
            parts[-1].append(it)
        at += 1
    return [part for part in parts if part]


def read_mask(reading: Reading, tokens: Sequence[Token], variables: BindingVariables, sole: bool) -> Mask:
    """The mask, where it is written; `sole` tells that no other binding has it from the same argument of a macro."""
    given = sole and not any(it.in_definition for it in tokens)
    first, last = (tokens[0].spelled, tokens[-1].spelled) if given else (tokens[0].span, tokens[-1].span)
    text = spell(tokens)
    literal = not any(it.kind == "name" or (it.from_macro and not given) for it in tokens)
    span = Span(first.path, first.start, max(first.end, last.end))
    value = variables.mask
    return Mask(text, evaluate(text, reading.constants_of(variables.scope)) if value is None else value, span, literal)


def read_launches(reading: Reading, kernels: Sequence[Kernel]) -> tuple[Launch, ...]:
    """Every `k<<<...>>>(...)` in the unit's own file."""
    data = reading.main.data
    if b"<<<" not in data:
        return ()
    tokens = reading.tokens(reading.main.path, 0, len(data))
    meaning = Meaning(reading, kernels, ())
    counts = launch_counts(reading)
    launches = [read_launch(meaning, tokens, at, counts) for at, it in enumerate(tokens) if it.text == "<<<" and at]
    return tuple(it for it in launches if it)


def read_launch(
    meaning: Meaning, tokens: Sequence[Token], opening: int, counts: Mapping[int, int | None]
) -> Launch | None:
    """The launch whose `<<<` is at `opening`; what the compiler lost has a count where that is written out."""
    end = opening + 1
    while end + 2 < len(tokens) and [it.text for it in tokens[end : end + 3]] != [">", ">", ">"]:
        if tokens[end].text in (";", "{", "}"):
            return None
        end = after(tokens, end) if tokens[end].text == "(" else end + 1
    start, given, name_at = launched_name(tokens, opening)
    if tokens[name_at].kind != "name":
        return None
    name = "".join(it.text for it in tokens[start : name_at + 1]).removeprefix("::")
    configuration = tuple(spell(it) for it in split_arguments(tokens[opening + 1 : end]))
    call, at = end + 3, tokens[opening].span.start
    closing = after(tokens, call) if call < len(tokens) and tokens[call].text == "(" else call
    return Launch(
        name=name,
        template_arguments=given,
        kernels=tuple(meaning.visible(name, "", meaning.kernels)),
        configuration=configuration,
        block_count=counts[at] if at in counts else evaluate(configuration[0], unknown) if configuration else None,
        arguments=tuple(spell(it) for it in split_arguments(tokens[call + 1 : closing - 1])),
        span=tokens[name_at].span,
    )


def unknown(name: str) -> None:
    """What a name is worth whose meaning the compiler lost."""


def launched_name(tokens: Sequence[Token], opening: int) -> tuple[int, tuple[str, ...] | None, int]:
    """Where the launched name starts, its template arguments, and the index of its last word."""
    name_at, given = opening - 1, None
    if tokens[name_at].text == ">":
        level = brackets = 0
        for at in range(name_at, -1, -1):
            brackets += (tokens[at].text == ")") - (tokens[at].text == "(")
            level += 0 if brackets else (tokens[at].text == ">") - (tokens[at].text == "<")
            if level == 0 and not brackets:
                given, name_at = template_end(tokens, at)[1], at - 1
                break
    return receiver_start(tokens, name_at), given, name_at
