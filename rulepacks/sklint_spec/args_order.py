"""The fields of an args struct beside the parameters of its kernel: whether they fit, and in which order they would."""

from collections.abc import Sequence

from sklint.api import Edit, Field, Fix, Kernel, Param, Safety, Struct, Unit, used_by_position


def all_known(struct: Struct, kernel: Kernel) -> bool:
    """Whether all fields of the one and all parameters of the other are told."""
    incomplete = not struct.fields and struct.size is None and not struct.templated
    hidden = struct.unknown_bases or struct.anonymous_members
    return not (hidden or incomplete or any(it.pack for it in kernel.template or ()))


def fits(fields: Sequence[Field], params: Sequence[Param]) -> bool:
    return all(same_type(*pair) is not False for pair in zip(fields, params, strict=True))


def same_type(field: Field, param: Param) -> bool | None:
    """Whether the two are of one type, None where that is not known. A reference cannot be a field; its type can."""
    if any(it.template_dependent or not it.known for it in (field.type, param.type)):
        return True if field.type.written == param.type.written else None
    return field.type.comparable == param.type.comparable.removesuffix("&")


def mismatched(fields: Sequence[Field], params: Sequence[Param]) -> list[tuple[Field, Param]]:
    """Each field of another type; only the first where the names differ too, as then the rest may just be shifted."""
    wrong = [(field, param) for field, param in zip(fields, params, strict=True) if same_type(field, param) is False]
    aligned = all(field.name == param.name for field, param in wrong)
    return wrong if aligned else wrong[:1]


def ordered(fields: Sequence[Field], params: Sequence[Param]) -> list[Field]:
    """The fields in the order of the parameters they are named after; empty where names and types do not show it."""
    named = {it.name: it for it in fields}
    if len(fields) != len(params) or named.keys() != {it.name for it in params}:
        return []
    order = [named[it.name] for it in params]
    return order if fits(order, params) else []


def reordering(unit: Unit, struct: Struct, order: Sequence[Field], safety: Safety) -> tuple[Fix, ...]:
    """Put each declaration where its parameter is, unless code has the fields by their places."""
    edits: list[Edit] = []
    if order and used_by_position(unit, struct):
        return ()
    for old, new in zip(struct.fields, order, strict=bool(order)):
        source = unit.file(new.movable.path) if new.movable else None
        if old.movable is None or new.movable is None or source is None:
            return ()
        if new is not old:
            edits.append(Edit(old.movable, source.text(new.movable)))
    return (Fix(f"Order the fields of {struct.name} as the parameters", tuple(edits), safety),) if edits else ()
