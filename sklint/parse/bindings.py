"""SK_BIND uses and launches, from the tokens that stand there once macros are expanded."""

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.model import Binding, Bound, Function, Kernel, Launch, Mask, Param, SkFunction, Token
from sklint.parse.brackets import after, receiver_start, template_end
from sklint.parse.clang import Kind, children, constant_value, kind, parts_below
from sklint.parse.evaluate import evaluate
from sklint.parse.functions import read_function
from sklint.parse.reading import Reading, plain
from sklint.parse.spelling import spell
from sklint.parse.structs import pointed_struct
from sklint.parse.types import adjusted, author_spelling, read_type
from sklint.source import Span

MARKER = "sklint_bind_text_"
MASK = "sklint_bind_mask_"
BOUND = "sklint_bind_"
"""The names of what SK_BIND leaves, before their number: its text, its mask, the call with its arguments."""


def read_bindings(reading: Reading, kernels: Sequence[Kernel], functions: Sequence[SkFunction]) -> tuple[Binding, ...]:
    """Every SK_BIND that is code, in order."""
    found: list[Binding] = []
    seen: dict[tuple[str, int], int] = {}
    variables = {it.spelling: it for it, _ in reading.declarations if it.spelling.startswith(BOUND)}
    for cursor, place in reading.declarations:
        if (
            kind(cursor) != Kind.VARIABLE
            or not cursor.spelling.startswith(MARKER)
            or not reading.in_project(place.path)
        ):
            continue
        number = seen.get((place.path, place.offset), 0)
        seen[place.path, place.offset] = number + 1
        tokens = use_tokens(reading, place.path, place.offset, number)
        if tokens:
            scope = reading.qualified(cursor).rpartition("::")[0]
            mask = variables.get(cursor.spelling.replace(MARKER, MASK))
            value = constant_value(mask) if mask else None
            call = variables.get(cursor.spelling.replace(MARKER, BOUND))
            made = named_functions(call) if call else []
            found.append(read_binding(reading, tokens, scope, value, made, kernels, functions))
    return tuple(found)


def use_tokens(reading: Reading, path: str, offset: int, number: int) -> list[Token]:
    """`SK_BIND ( ... )` of the use at `offset`; the `number`th one, where a macro makes several."""
    tokens = reading.made_by_macro(path, offset)
    heads = [at for at, it in enumerate(tokens) if it.text == "SK_BIND" and at + 1 < len(tokens)]
    if number >= len(heads):
        return []
    return tokens[heads[number] : after(tokens, heads[number] + 1)]


def read_binding(
    reading: Reading,
    tokens: Sequence[Token],
    scope: str,
    mask: int | None,
    made: Sequence[Cursor | None],
    kernels: Sequence[Kernel],
    functions: Sequence[SkFunction],
) -> Binding:
    """`mask` is its value where the compiler can tell, `made` what each argument names where it can."""
    parts = split_arguments(tokens[2:-1])
    made = made if len(made) == len(parts) else [None] * len(parts)
    bounds = [
        with_arguments(reading, read_bound(reading, part, scope, kernels, functions), it)
        for number, (part, it) in enumerate(zip(parts, made, strict=True))
        if number != 1
    ]
    head, last = tokens[0].span, tokens[-1].span
    return Binding(
        kernel=bounds[0] if bounds else None,
        mask=read_mask(reading, parts[1], mask) if len(parts) > 1 else None,
        parts=tuple(bounds[1:]),
        arguments=tuple(spell(part) for part in parts),
        span=head,
        extent=Span(head.path, head.start, max(head.end, last.end)),
        in_macro=tokens[0].from_macro,
    )


def named_functions(variable: Cursor) -> list[Cursor | None]:
    """The function that each argument of a binding's call names, of a template the instantiation."""
    call = next((it for it in children(variable) if kind(it) == Kind.CALL), None)
    named = [parts_below(it, {Kind.DECL_REF}, set())[0] for it in (children(call)[1:] if call else ())]
    return [it[0].referenced if len(it) == 1 else None for it in named]


def with_arguments(reading: Reading, bound: Bound, made: Cursor | None) -> Bound:
    """What is bound, with the parameters and the args struct of the instantiation that it names."""
    keys = {it.key for it in (*bound.kernels, *bound.functions)}
    if made is None or keys != {reading.key(made)}:
        return bound
    cursors = [it for it in children(made) if kind(it) == Kind.PARAMETER]
    params = bound.kernels[0].params if bound.kernels else ()
    return replace(
        bound,
        params=tuple(map(partial(made_param, reading), params, cursors)) if len(params) == len(cursors) else None,
        args=pointed_struct(reading, cursors[0]) if bound.functions and cursors else None,
    )


def made_param(reading: Reading, param: Param, made: Cursor) -> Param:
    """A parameter of a function template as it is in an instantiation."""
    if not param.type.template_dependent:
        return param
    return replace(param, type=adjusted(read_type(reading, made.type, author_spelling(made.type.spelling), False)))


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


def read_bound(
    reading: Reading, tokens: Sequence[Token], scope: str, kernels: Sequence[Kernel], functions: Sequence[SkFunction]
) -> Bound:
    first, last = tokens[0].span, tokens[-1].span
    cut = next((at for at, it in enumerate(tokens) if it.text == "<"), len(tokens))
    name = "".join(it.text for it in tokens[:cut] if it.text not in ("&", "(")).removeprefix("::")
    given = template_end(tokens, cut)[1] if cut < len(tokens) else None
    named_kernels = visible(name, scope, kernels)
    named_functions = visible(name, scope, functions)
    known = bool(named_kernels or named_functions)
    named_others = [] if known else visible(name, scope, plain_functions(reading, name.rpartition("::")[2]))
    return Bound(
        text=spell(tokens),
        name=name,
        template_arguments=given,
        span=Span(first.path, first.start, max(first.end, last.end)),
        kernels=tuple(named_kernels),
        functions=tuple(named_functions),
        others=tuple(named_others),
        declared=known or bool(named_others) or is_declared(reading, name.rpartition("::")[2]),
    )


def plain_functions(reading: Reading, last_name: str) -> list[Function]:
    """The free functions of that name, whatever they are marked."""
    declarations = [it for it in reading.functions.values() if it.key[2] == last_name and not it.record]
    return [read_function(reading, it.cursor, "") for it in declarations]


def is_declared(reading: Reading, last_name: str) -> bool:
    """Whether anything at namespace scope has that name, a function or a variable."""
    return any(plain(cursor.spelling) == last_name for cursor, _ in reading.declarations)


Named = TypeVar("Named", Kernel, SkFunction, Function)


def visible(name: str, scope: str, declared: Sequence[Named]) -> list[Named]:
    """What `name` means in namespace `scope`: the nearest enclosing namespace wins, then any namespace that is used."""
    while True:
        full = f"{scope}::{name}" if scope else name
        if found := [it for it in declared if it.qualified == full]:
            return found
        if not scope:
            return [it for it in declared if it.qualified.endswith(f"::{name}")]
        scope = scope.rpartition("::")[0]


def read_mask(reading: Reading, tokens: Sequence[Token], value: int | None) -> Mask:
    first, last = tokens[0].span, tokens[-1].span
    text = spell(tokens)
    literal = not any(it.from_macro or it.kind == "name" for it in tokens)
    span = Span(first.path, first.start, max(first.end, last.end))
    return Mask(text, evaluate(text, reading.constant) if value is None else value, span, literal)


def read_launches(reading: Reading, kernels: Sequence[Kernel]) -> tuple[Launch, ...]:
    """Every `k<<<...>>>(...)` in the unit's own file."""
    data = reading.main.data
    if b"<<<" not in data:
        return ()
    tokens = reading.tokens(reading.main.path, 0, len(data))
    launches = [read_launch(reading, tokens, at, kernels) for at, it in enumerate(tokens) if it.text == "<<<" and at]
    return tuple(it for it in launches if it)


def read_launch(reading: Reading, tokens: Sequence[Token], opening: int, kernels: Sequence[Kernel]) -> Launch | None:
    """The launch whose `<<<` is at `opening`."""
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
    call = end + 3
    closing = after(tokens, call) if call < len(tokens) and tokens[call].text == "(" else call
    return Launch(
        name=name,
        template_arguments=given,
        kernels=tuple(visible(name, "", kernels)),
        configuration=configuration,
        block_count=evaluate(configuration[0], reading.constant) if configuration else None,
        arguments=tuple(spell(it) for it in split_arguments(tokens[call + 1 : closing - 1])),
        span=tokens[name_at].span,
    )


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
