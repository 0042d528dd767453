"""The kernels that a source binds, as a package has to know them: resolved parameters, and what a launch names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from sklint.declared import Param, Type
from sklint.generate.template_arguments import complete, listed, substituted
from sklint.model import Bound, Kernel, SkFunction
from sklint.parse.lex import lex
from sklint.source import Span
from sklint.unit import Unit

Passed = Literal["tensor", "scalar", "host_struct", "unknown"]
Scalar = Literal["int", "float", "bool", ""]

FLOATS = frozenset(("float", "double", "_Float16", "half", "bfloat16_t", "__bf16", "long double"))
INTEGERS = frozenset(
    "char signed unsigned short int long size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t "
    "uint64_t".split()
)


class ParameterFacts(msgspec.Struct, frozen=True):
    """A kernel's parameter. `c_type` is written, with template arguments put in; `expression` names the type from
    outside of the kernel's namespace. `plain` tells that the type is written with the language's own words."""

    name: str
    c_type: str
    kind: Passed
    scalar: Scalar
    const: bool
    plain: bool
    expression: str


class EntryFacts(msgspec.Struct, frozen=True):
    """A kernel, or one instantiation of it, that an SK_BIND names. `target` is what a launch names from outside."""

    name: str
    qualified: str
    arguments: tuple[str, ...]
    target: str
    sk_kernel_type: str
    args_struct_name: str
    uses_sys_args: bool
    qualifiers: str
    parameters: tuple[ParameterFacts, ...]
    span: Span

    @property
    def scope(self) -> str:
        """The namespace it is in; "" outside of any."""
        return self.qualified.rpartition("::")[0]

    def parameter(self, name: str) -> ParameterFacts | None:
        return next((it for it in self.parameters if it.name == name), None)

    @property
    def tensors(self) -> tuple[str, ...]:
        return tuple(it.name for it in self.parameters if it.kind == "tensor")


class Entries(msgspec.Struct, frozen=True):
    """The entries of a source. `varying` are those that some configuration of it has otherwise, or not at all."""

    entries: tuple[EntryFacts, ...]
    varying: tuple[EntryFacts, ...]


def entries_of(units: Sequence[Unit]) -> Entries:
    """The entries of a source that was read in several configurations."""
    by_unit = [{(it.qualified, it.arguments): it for it in entries_in(unit)} for unit in units]
    found = {key: it for each in reversed(by_unit) for key, it in each.items()}
    ordered = sorted(found.values(), key=lambda it: (it.span.path != units[0].source.path, it.span))
    same = [it for it in ordered if all(alike(each.get((it.qualified, it.arguments)), it) for each in by_unit)]
    return Entries(tuple(ordered), tuple(it for it in ordered if it not in same))


def alike(there: EntryFacts | None, it: EntryFacts) -> bool:
    """Whether a wrapper for one fits the other."""
    return there is not None and (there.target, there.parameters) == (it.target, it.parameters)


def entries_in(unit: Unit) -> Iterator[EntryFacts]:
    for binding in unit.bindings:
        named = binding.kernel
        functions = [(part, function) for part in binding.parts for function in part.functions]
        if named and len(named.kernels) == 1 and functions:
            yield entry(named.kernels[0], named, *functions[0])


def entry(kernel: Kernel, named: Bound, part: Bound, function: SkFunction) -> EntryFacts:
    arguments = written(named.template_arguments)
    values = dict(
        zip((it.name for it in kernel.template or ()), complete(kernel.template or (), arguments) or (), strict=False)
    )
    return EntryFacts(
        name=kernel.name,
        qualified=kernel.qualified,
        arguments=arguments,
        target=kernel.qualified + (f"<{', '.join(arguments)}>" if named.template_arguments is not None else ""),
        sk_kernel_type=function.kernel_type.spelling if function.kernel_type else "__aicore__",
        args_struct_name=function.args.name if function.args else "",
        uses_sys_args=function.system_args is not None,
        qualifiers=" ".join(map(qualifier, kernel.qualifiers)),
        parameters=tuple(parameters(kernel, function, values, struct_name(part, function))),
        span=kernel.span,
    )


def qualifier(word: str) -> str:
    """`mix(1, 2)` to `__mix__(1, 2)`."""
    name, opening, rest = word.partition("(")
    return f"__{name}__{opening}{rest}"


def written(arguments: tuple[str, ...] | None) -> tuple[str, ...]:
    return listed(f"<{','.join(arguments or ())}>")


# parameters


def struct_name(part: Bound, function: SkFunction) -> str:
    """The args struct as it is named from outside, with the arguments that one part has; "" where there is none."""
    if function.args is None or function.args_param is None:
        return ""
    params = function.template or ()
    given = complete(params, written(part.template_arguments)) or ()
    values = dict(zip((it.name for it in params), given, strict=False))
    inside = [substituted(it, values) for it in listed(function.args_param.type.written)]
    return function.args.qualified + (f"<{', '.join(inside)}>" if inside else "")


def parameters(
    kernel: Kernel, function: SkFunction, values: Mapping[str, str], struct: str
) -> Iterator[ParameterFacts]:
    fields = function.args.fields if function.args else ()
    same = len(fields) == len(kernel.params)
    for number, it in enumerate(kernel.params):
        name = it.name or (fields[number].name if same else f"unnamed{number}")
        c_type = value_type(substituted(it.type.written, dict(values)) if values else it.type.written)
        expression = f"decltype({struct}::{fields[number].name})" if same and struct else c_type
        yield facts(it, name, c_type, expression)


def facts(param: Param, name: str, c_type: str, expression: str) -> ParameterFacts:
    words = [it.text for it in lex(c_type.encode())]
    scalar = scalar_kind(param.type, words)
    return ParameterFacts(
        name, c_type, passed(param.type, scalar, words), scalar, param.type.const_pointee, is_plain(words), expression
    )


def value_type(text: str) -> str:
    """The type of a value, without const of the value itself."""
    words = text.split()
    return " ".join(it for it in words if it != "const") if "*" not in text else text


def passed(type: Type, scalar: Scalar, words: Sequence[str]) -> Passed:
    if type.pointer or words[-1:] == ["*"]:
        return "tensor"
    if scalar:
        return "scalar"
    return "host_struct" if type.known and (type.record or not type.template_dependent) else "unknown"


def scalar_kind(type: Type, words: Iterable[str]) -> Scalar:
    """What torch calls a number of that type; "" for what is none. The type of a template's parameter is what is
    written, arguments put in."""
    if type.pointer or type.reference:
        return ""
    written = [it for it in words if it not in ("const", "std", "::", "volatile")]
    canonical = " ".join(written) if type.template_dependent else type.canonical
    if canonical in FLOATS:
        return "float"
    if canonical == "bool":
        return "bool"
    parts = canonical.split()
    if parts and all(it in INTEGERS for it in parts):
        return "int"
    enumeration = type.known and not type.record and not type.template_dependent and type.size in (1, 2, 4, 8)
    return "int" if enumeration and not type.canonical.endswith("]") else ""


def is_plain(words: Sequence[str]) -> bool:
    """Whether a type is written with words of the language for numbers alone."""
    return bool(words) and all(it in INTEGERS | FLOATS | {"bool", "const", "std", "::", "volatile"} for it in words)
