"""Functions, structs and classes outside an edit, at the places they have after it.

What tells of a place in words (the type of a lambda, of a struct without a name) or depends on what others do (a struct
template has its size where somebody uses it) is not kept.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from sklint.declared import Field, Param, Record, Struct
from sklint.model import Function, Kernel, SkFunction
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
    type, pointer, system = it.kernel_type, it.args_param, it.system_args
    return replace(
        moved_function(it, edit),
        qualifier_span=edit.span(it.qualifier_span),
        kernel_type=replace(type, span=edit.span(type.span)) if type else None,
        args=moved_struct(it.args, edit) if it.args else None,
        args_param=moved_param(pointer, edit) if pointer else None,
        system_args=moved_param(system, edit) if system else None,
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


def optional(span: Span | None, edit: Edit) -> Span | None:
    return edit.span(span) if span else None
