"""What is inside an object: where a member at a path is declared, and whether code outside may get at it."""

from collections.abc import Iterator
from dataclasses import dataclass

from sklint.declared import Key, Type
from sklint.model import Function
from sklint.unit import Unit

DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Member:
    """The field at the end of a path such as `inner.pipe`. `owner` is the class that declares it; `open` tells that
    code outside may name the whole path, `array` that there are several. `classes` are those that the path goes
    through, each with the path from there on."""

    owner: str
    name: str
    place: Key
    open: bool
    array: bool
    classes: tuple[tuple[str, str], ...]


def member_at(unit: Unit, type: Type, path: str) -> Member | None:
    """The member at a path in an object of a type; None where a class on the way is not known."""
    names = path.split(".")
    record, canonical, open_so_far, several = type.record, type.canonical, True, False
    classes: list[tuple[str, str]] = []
    found: tuple[str, bool] | None = None
    for number, name in enumerate(names):
        found = declared_in(unit, record, name)
        known = unit.record(found[0]) if found else None
        if found is None or known is None:
            return None
        rest = ".".join(names[number:])
        classes += [(record, rest)] if open_so_far else []
        field = known.fields[name]
        open_so_far, several = open_so_far and found[1], several or "[" in field.canonical
        record, canonical = field.record or argument(canonical, field), ""
    owner = unit.record(found[0]) if found else None
    if found is None or owner is None:
        return None
    return Member(found[0], names[-1], owner.places[names[-1]], open_so_far, several, tuple(classes))


def declared_in(unit: Unit, record: str, name: str, depth: int = 0) -> tuple[str, bool] | None:
    """The class that declares a field of an object of class `record`, and whether others may name it."""
    known = unit.record(record) if record and depth < DEEPEST else None
    if known is None:
        return None
    if name in known.fields:
        return record, name not in known.hidden
    inherited = [(it, base) for base in known.bases if (it := declared_in(unit, base, name, depth + 1))]
    found = next(iter(inherited), None)
    return (found[0][0], found[0][1] and found[1] not in known.hidden and len(inherited) == 1) if found else None


def open_methods(unit: Unit, record: str, depth: int = 0) -> Iterator[Key]:
    """The methods of an object that others may call, those of bases last."""
    known = unit.record(record) if record and depth < DEEPEST else None
    if known:
        yield from (key for name, keys in known.methods.items() if name not in known.hidden for key in keys)
        yield from (
            it for base in known.bases if base not in known.hidden for it in open_methods(unit, base, depth + 1)
        )


def definition(unit: Unit, key: Key) -> Key:
    """The key of the definition of a member that its class only declares."""
    function = unit.function(key)
    record = unit.record(function.record) if function and not function.defined and function.record else None
    return next((it for it in record.outside if it[2] == key[2]), key) if record else key


def methods_of(unit: Unit, record: str) -> Iterator[Function]:
    """All methods of a class, where they are defined if they are."""
    known = unit.record(record)
    declared = {definition(unit, key) for keys in known.methods.values() for key in keys} if known else set[Key]()
    for key in declared | set(known.outside if known else ()):
        if function := unit.function(key):
            yield function


def argument(instance: str, type: Type) -> str:
    """What a member's type `T` is in an instance of its class template, as written between the brackets."""
    number = type.canonical.removeprefix("type-parameter-0-")
    words = instance.partition("<")[2].rpartition(">")[0].split(",")
    simple = number.isdigit() and "<" not in "".join(words) and int(number) < len(words)
    return words[int(number)].strip() if simple else ""
