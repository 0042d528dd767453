"""Functions, structs and classes outside an edit, at the places they have after it.

What tells of a place in words (the type of a lambda, of a struct without a name) or depends on what others do (a struct
template has its size where somebody uses it) is not kept.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from sklint.declared import Field, Key, Param, Record, Struct
from sklint.model import Binding, Bound, Function, Kernel, Mask, SkFunction
from sklint.parse.kept import Edit, tells_place
from sklint.source import Span

Made = TypeVar("Made", Function, Kernel, SkFunction)


def movable(function: Function) -> bool:
    """Whether the function is what it was, but for its places."""
    struct = function.args if isinstance(function, SkFunction) else None
    return not any(tells_place(it.type) for it in function.params) and not (struct and not movable_struct(struct))


def movable_struct(struct: Struct) -> bool:
    made = struct.templated or struct.arguments or struct.in_macro
    return not made and not any(tells_place(it.type) for it in struct.fields)


def movable_record(record: Record) -> bool:
    return not any(map(tells_place, record.fields.values()))


def movable_binding(binding: Binding) -> bool:
    """Whether what is bound, and the mask, are what they were but for their places and the functions they name."""
    bounds = (*((binding.kernel,) if binding.kernel else ()), *binding.parts)
    known = binding.mask is None or binding.mask.value is not None
    return known and all(map(movable_bound, bounds))


def movable_bound(bound: Bound) -> bool:
    named = any("(" in it for it in bound.instance or () if isinstance(it, str))
    given = any(tells_place(it.type) for it in bound.params or ()) or (bound.args and not movable_struct(bound.args))
    return not bound.others and not named and not given


def moved_function(it: Made, edit: Edit) -> Made:
    """A function of any kind, but for what only its kind has; its body is still the one before."""
    return replace(
        it,
        key=edit.key(it.key),
        params=moved_params(it.params, edit),
        span=edit.span(it.span),
        extent=edit.span(it.extent),
    )


def moved_kernel(it: Kernel, edit: Edit) -> Kernel:
    type = it.kernel_type
    return replace(
        moved_function(it, edit),
        qualifier_span=edit.span(it.qualifier_span),
        kernel_type=replace(type, span=edit.span(type.span)) if type else None,
        further=tuple(map(edit.span, it.further)),
    )


def moved_sk_function(it: SkFunction, edit: Edit) -> SkFunction:
    type, moved = it.kernel_type, moved_function(it, edit)
    params = {id(old): new for old, new in zip(it.params, moved.params, strict=True)}
    return replace(
        moved,
        qualifier_span=edit.span(it.qualifier_span),
        kernel_type=replace(type, span=edit.span(type.span)) if type else None,
        args=moved_struct(it.args, edit) if it.args else None,
        args_param=params[id(it.args_param)] if it.args_param else None,
        system_args=params[id(it.system_args)] if it.system_args else None,
        parameter_list=optional(it.parameter_list, edit),
    )


def moved_params(params: Iterable[Param], edit: Edit) -> tuple[Param, ...]:
    return tuple(moved_param(it, edit) for it in params)


def moved_param(it: Param, edit: Edit) -> Param:
    return Param(it.name, it.type, edit.span(it.span), edit.span(it.extent), it.default, it.in_macro)


def moved_struct(it: Struct, edit: Edit) -> Struct:
    fields = tuple(moved_field(field, edit) for field in it.fields)
    return replace(it, fields=fields, span=edit.span(it.span), extent=edit.span(it.extent))


def moved_field(it: Field, edit: Edit) -> Field:
    return replace(
        it,
        span=edit.span(it.span),
        declaration=edit.span(it.declaration),
        written_alignment=optional(it.written_alignment, edit),
        movable=optional(it.movable, edit),
    )


def moved_record(it: Record, edit: Edit) -> Record:
    return replace(
        it,
        methods={name: tuple(map(edit.key, keys)) for name, keys in it.methods.items()},
        initialized=tuple(map(edit.key, it.initialized)),
        places={name: edit.key(key) for name, key in it.places.items()},
        extent=optional(it.extent, edit),
        outside=tuple(map(edit.key, it.outside)),
    )


def moved_binding(
    it: Binding, edit: Edit, kernels: Mapping[Key, Kernel], functions: Mapping[Key, SkFunction]
) -> Binding:
    """A binding of the kernels and SK functions that there are now."""

    def moved(bound: Bound) -> Bound:
        return replace(
            bound,
            span=edit.span(bound.span),
            kernels=tuple(kernels[edit.key(it.key)] for it in bound.kernels),
            functions=tuple(functions[edit.key(it.key)] for it in bound.functions),
            params=moved_params(bound.params, edit) if bound.params is not None else None,
            args=moved_struct(bound.args, edit) if bound.args else None,
            argument_spans=tuple(map(edit.span, bound.argument_spans)),
        )

    return replace(
        it,
        kernel=moved(it.kernel) if it.kernel else None,
        mask=Mask(it.mask.text, it.mask.value, edit.span(it.mask.span), it.mask.literal) if it.mask else None,
        parts=tuple(map(moved, it.parts)),
        span=edit.span(it.span),
        extent=edit.span(it.extent),
    )


def optional(span: Span | None, edit: Edit) -> Span | None:
    return edit.span(span) if span else None
