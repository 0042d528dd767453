"""A kernel's parameters as fields of the args struct and as locals that unpack them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sklint.body import Token
from sklint.declared import Param
from sklint.finding import Finding
from sklint.generate.request import problem, remark
from sklint.generate.unsettled import unsettled
from sklint.model import Kernel
from sklint.parse.attributes import without_attributes
from sklint.parse.expand import tokens_of
from sklint.parse.lex import lex
from sklint.parse.spelling import spell
from sklint.unit import Unit

SLOT = 4
"""Bytes: the smallest slot an argument takes."""

RESTRICT = frozenset(("__restrict__", "__restrict", "restrict"))
OF_THE_VALUE = frozenset(("const", "volatile")) | RESTRICT


@dataclass(frozen=True, slots=True)
class Parameter:
    """`field` and `local` are declarations without `;` or value. `names` are all words of the type."""

    name: str
    field: str
    local: str
    names: frozenset[str]


def parameters(
    unit: Unit, kernel: Kernel, varying: Collection[int] = ()
) -> tuple[tuple[Parameter, ...], list[Finding]]:
    """Each parameter of a kernel, and what is wrong with those that cannot be a field. `varying` are the indexes of
    those whose size is not always what it is here."""
    dependent = frozenset((*(it.name for it in kernel.template or ()), *unsettled(unit, kernel)))
    read = [
        parameter(unit, kernel, it, number, dependent, number in varying) for number, it in enumerate(kernel.params)
    ]
    return tuple(it for it in read if isinstance(it, Parameter)), [it for it in read if isinstance(it, Finding)]


def of_several_sizes(seen: Sequence[tuple[Unit, Kernel]]) -> frozenset[int]:
    """The indexes of the parameters that have an alignment in one reading of a kernel and none in another."""
    small: dict[int, set[bool]] = {}
    for _, kernel in seen:
        for number, it in enumerate(kernel.params):
            small.setdefault(number, set()).add(it.type.size is not None and it.type.size < SLOT)
    return frozenset(number for number, found in small.items() if len(found) > 1)


def unknown_types(kernel: Kernel) -> list[Finding]:
    """A note for each parameter passed by value whose size is not known."""
    consequence = "it gets no alignas(4), which a type under 4 bytes needs"
    unknown = [it for it in kernel.params if not it.type.known and not it.type.pointer]
    return [
        remark("unknown-type", it.extent, f"{it.type.written} is unknown here: {consequence}", kernel.qualified)
        for it in unknown
    ]


def parameter(
    unit: Unit, kernel: Kernel, param: Param, number: int, dependent: frozenset[str], varying: bool
) -> Parameter | Finding:
    """`dependent` are words that a size depends on: template parameters, macros that may be others in another build."""
    name = param.name or f"unnamed{number}"
    tokens = declared_tokens(unit, kernel, param)
    used = frozenset(it.text for it in tokens)
    if param.type.reference or "&" in used:
        text = f"{name} of {kernel.name} is a reference, which no launch can pass"
        return problem("reference-parameter", param.extent, text, kernel.qualified)
    if "..." in used:
        text = f"{name} of {kernel.name} is a parameter pack, which no struct can hold"
        return problem("parameter-pack", param.extent, text, kernel.qualified)
    before, after = map(without_attributes, around(tokens, param.name))
    if after and after[0].text == "[":
        before, after = decayed(before, after)
    plain = value_type(before, param)
    alignment = alignment_of(param, spell(plain), (varying or bool(used & dependent)) and not after)
    local = local_of(before, name, after) if param.name else ""
    return Parameter(name, alignment + declaration(plain, name, after), local, used)


def declared_tokens(unit: Unit, kernel: Kernel, param: Param) -> list[Token]:
    """The parameter's tokens as the file has them, without its default; those of its type where a macro makes more
    than that."""
    tokens = file_tokens(unit, param) if stands_in_file(unit, kernel, param) else []
    tokens = tokens or tokens_of("", lex(f"{param.type.written} {param.name}".encode()))
    cut = next((at for at, it in enumerate(tokens) if it.text == "="), len(tokens))
    return tokens[:cut]


def stands_in_file(unit: Unit, kernel: Kernel, param: Param) -> bool:
    """Whether the file itself declares the parameter; a macro may still make its type."""
    return not kernel.in_macro and (not param.in_macro or declares(file_tokens(unit, param), param.name))


def file_tokens(unit: Unit, param: Param) -> list[Token]:
    source = unit.file(param.extent.path)
    return tokens_of(source.path, lex(source.data, param.extent.start, param.extent.end)) if source else []


def declares(tokens: Sequence[Token], name: str) -> bool:
    """Whether a text with macros in it declares a parameter: its name stands behind its type, not in what is given to
    a macro."""
    before, _ = around(tokens, name)
    texts = [it.text for it in before]
    return 0 < len(before) < len(tokens) and texts.count("(") == texts.count(")")


def around(tokens: Sequence[Token], name: str) -> tuple[list[Token], list[Token]]:
    at = max((at for at, it in enumerate(tokens) if it.text == name), default=len(tokens))
    return list(tokens[:at]), list(tokens[at + 1 :])


def decayed(before: Sequence[Token], after: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """`T x[4]` is a pointer `T *x`, `T x[4][2]` a pointer `T (*x)[2]`."""
    end = next((at for at, it in enumerate(after) if it.text == "]"), len(after)) + 1
    star, opening, close = tokens_of("", lex(b"*()")) if after else []
    rest = list(after[end:])
    return ([*before, opening, star], [close, *rest]) if rest else ([*before, star], [])


def value_type(before: Sequence[Token], param: Param) -> list[Token]:
    """The type without const, volatile and restrict of the value itself; those of what it points to stay."""
    star = max((at for at, it in enumerate(before) if it.text == "*"), default=-1)
    if star < 0 and param.type.pointer and param.type.const_pointee:
        return [it for it in before if it.text not in RESTRICT]  # `const GM_ADDR` is a pointer to const bytes
    return [it for at, it in enumerate(before) if at < star or it.text not in OF_THE_VALUE]


def alignment_of(param: Param, written: str, dependent: bool) -> str:
    type = param.type
    if type.pointer:
        return ""
    if type.known and not type.template_dependent and type.size is not None and not dependent:
        return f"alignas({SLOT}) " if type.size < SLOT else ""
    return f"alignas(sizeof({written}) < {SLOT} ? {SLOT} : alignof({written})) " if dependent else ""


def local_of(before: Sequence[Token], name: str, after: Sequence[Token]) -> str:
    """The local that unpacks a field; for pointers to arrays and functions the field says the type."""
    return f"auto {name}" if after else declaration(before, name, ())


def declaration(before: Sequence[Token], name: str, after: Sequence[Token]) -> str:
    text = spell(before)
    return f"{text}{'' if text.endswith(('*', '&')) else ' '}{name}{spell(after)}"
