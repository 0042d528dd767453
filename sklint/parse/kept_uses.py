"""What a body uses of templates. A class template that is broken gives its first user another tree than the next: as
long as an edited body uses what it used, that is the same body as before."""

from clang.cindex import Cursor, Type

from sklint.declared import Key
from sklint.parse.clang import Kind, every_part, kind
from sklint.parse.reading import Reading

REFERENCES = frozenset(
    (Kind.DECL_REF, Kind.MEMBER_REF_EXPR, Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.OVERLOADED_REF, Kind.MEMBER_REF)
)


def same_uses(before: Reading, now: Reading, key: Key) -> bool:
    """Whether a body names what it named before an edit, and has expressions of the same types."""
    return uses(before, key) == uses(now, key)


def uses(reading: Reading, key: Key) -> frozenset[str]:
    """The names of what is referred to in a body, and the class templates' types among those of its expressions."""
    if key not in reading.uses:
        reading.uses[key] = frozenset(used(reading.functions[key].cursor))
    return reading.uses[key]


def used(function: Cursor) -> set[str]:
    types: dict[int | None, Type] = {}
    names: set[str] = set()
    for it in every_part(function):
        if kind(it) in REFERENCES:
            names.add(it.spelling)
        type = it.type
        types.setdefault(type.data[0], type)
    spelled = {it.get_canonical().spelling for it in types.values()}
    return names | {it for it in spelled if "<" in it}
