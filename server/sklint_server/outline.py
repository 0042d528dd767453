"""What a source declares, as far as an editor asks: kernels, SK functions, args structs, bindings, and their uses."""

from collections.abc import Iterable

import msgspec

from sklint.declared import Field, Struct
from sklint.model import Binding, Bound, Function, Kernel, SkFunction
from sklint.source import Span
from sklint.unit import Unit


class Part(msgspec.Struct, frozen=True):
    """A parameter of a function or a field of a struct. Sizes, alignments and offsets are bytes, None where unknown."""

    name: str
    type: str
    span: Span
    size: int | None
    align: int | None
    offset: int | None = None


class Entity(msgspec.Struct, frozen=True):
    """Something named. `span` is the name, `extent` the declaration; `args` the struct that an SK function takes."""

    kind: str  # kernel, sk function or struct
    name: str
    qualified: str
    span: Span
    extent: Span
    defined: bool
    kernel_type: str
    parts: tuple[Part, ...]
    args: str = ""
    size: int | None = None


class Use(msgspec.Struct, frozen=True):
    """A place that names an entity: an argument of SK_BIND, a launch, a parameter of an SK function."""

    kind: str  # of the entity
    qualified: str
    span: Span


class Bind(msgspec.Struct, frozen=True):
    """An SK_BIND. `mask_value` is None where it cannot be evaluated; `parts` are texts, `functions` qualified names."""

    span: Span
    extent: Span
    kernel: str
    kernel_text: str
    mask: Span | None
    mask_text: str
    mask_value: int | None
    parts: tuple[str, ...]
    functions: tuple[str, ...]


class Outline(msgspec.Struct, frozen=True, tag=True):
    """The outline of one source, with what its headers add."""

    entities: tuple[Entity, ...] = ()
    binds: tuple[Bind, ...] = ()
    uses: tuple[Use, ...] = ()


def telling(own: Outline, at: Span, others: Iterable[Outline]) -> Outline:
    """The outline that names something at a place: of the file itself, or of a source that includes it. A header alone
    does not tell that a struct is an args struct."""
    return next((it for it in (own, *others) if names(it, at)), own)


def names(outline: Outline, at: Span) -> bool:
    entities = (span for it in outline.entities for span in (it.span, *(part.span for part in it.parts)))
    named = (*entities, *(it.span for it in outline.uses), *(it.span for it in outline.binds))
    return any(it.touches(at) for it in named)


def outline(unit: Unit) -> Outline:
    functions = [it for it in unit.sk_functions if not it.tool_made]
    entities = (
        *(callable_entity("kernel", it, it.span) for it in unit.kernels),
        *(callable_entity("sk function", it, it.span) for it in functions),
        *(struct_entity(it) for it in unit.args_structs),
    )
    uses = [
        *(use for it in unit.bindings for use in binding_uses(it)),
        *(Use("kernel", kernel.qualified, it.span) for it in unit.launches for kernel in it.kernels),
        *(Use("struct", it.args.qualified, it.args_param.extent) for it in functions if it.args and it.args_param),
    ]
    return Outline(entities, tuple(map(bind, unit.bindings)), tuple(uses))


def callable_entity(kind: str, it: Kernel | SkFunction, span: Span) -> Entity:
    parts = tuple(Part(p.name, p.type.written, p.span, p.type.size, p.type.align) for p in it.params)
    args = it.args.qualified if isinstance(it, SkFunction) and it.args else ""
    kernel_type = it.kernel_type.spelling if it.kernel_type else ""
    return Entity(kind, it.name, it.qualified, span, whole(it), it.defined, kernel_type, parts, args)


def whole(it: Function) -> Span:
    """The declaration, a template's head included as far as its extent goes; at least the name."""
    start, end = min(it.extent.start, it.span.start), max(it.extent.end, it.span.end)
    return Span(it.span.path, start, end) if it.extent.path == it.span.path else it.span


def struct_entity(it: Struct) -> Entity:
    fields = tuple(map(field_part, it.fields))
    return Entity("struct", it.name, it.qualified, it.span, it.extent, True, "", fields, size=it.size)


def field_part(it: Field) -> Part:
    align = max(it.alignment or 0, it.type.align or 0) or None
    return Part(it.name, it.type.written, it.span, it.type.size, align, it.offset)


def bind(it: Binding) -> Bind:
    kernel, mask = it.kernel, it.mask
    return Bind(
        it.span,
        it.extent,
        kernel.kernels[0].qualified if kernel and kernel.kernels else "",
        kernel.text if kernel else "",
        mask.span if mask else None,
        mask.text if mask else "",
        mask.value if mask else None,
        tuple(part.text for part in it.parts),
        tuple(dict.fromkeys(function.qualified for part in it.parts for function in part.functions)),
    )


def binding_uses(it: Binding) -> list[Use]:
    def of(bound: Bound) -> list[Use]:
        kernels = [Use("kernel", kernel.qualified, bound.span) for kernel in bound.kernels[:1]]
        return kernels or [Use("sk function", function.qualified, bound.span) for function in bound.functions[:1]]

    bounds = (*((it.kernel,) if it.kernel else ()), *it.parts)
    return [use for bound in bounds for use in of(bound)]
