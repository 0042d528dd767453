"""What is in a class of the project."""

from typing import TYPE_CHECKING

from sklint.declared import Key, Record, Type
from sklint.parse.clang import Kind, children, kind
from sklint.parse.constants import value
from sklint.parse.declaration import Declaration, plain
from sklint.parse.types import read_type
from sklint.source import Span

if TYPE_CHECKING:
    from sklint.parse.reading import Reading

MEMBERS = frozenset((*Kind.FUNCTIONS, Kind.FIELD, Kind.BASE))


def read_record(reading: "Reading", declaration: Declaration) -> Record:
    """A class of the project; its fields with initialisers become known to the reading."""
    fields: dict[str, Type] = {}
    methods: dict[str, tuple[Key, ...]] = {}
    bases: list[str] = []
    initialized: list[Key] = []
    hidden: set[str] = set()
    places: dict[str, Key] = {}
    constants: dict[str, int] = {}
    aliases: dict[str, Type] = {}
    for it in children(declaration.cursor):
        number = kind(it)
        if number == Kind.FIELD:
            places[it.spelling] = reading.key(it)
            fields[it.spelling] = read_type(reading, it.type, "", False)
            if any(Kind.EXPRESSION <= kind(part) < Kind.COMPOUND for part in children(it)):
                key = reading.key(it)
                reading.initializers[key] = Declaration(it, key, reading.qualified(it), declaration.qualified)
                initialized.append(key)
        elif number in Kind.FUNCTIONS:
            name = plain(it.spelling)
            methods[name] = tuple(dict.fromkeys((*methods.get(name, ()), reading.key(it))))
        elif number in (Kind.VARIABLE, Kind.ENUM):
            named = children(it) if number == Kind.ENUM else (it,)
            constants |= {one.spelling: worth for one in named if (worth := value(one)) is not None}
        elif number in (Kind.ALIAS, Kind.TYPEDEF):
            aliases[it.spelling] = read_type(reading, it.type, "", False)
        elif number == Kind.BASE:
            bases.append(read_type(reading, it.type, "", False).record)
        if number in MEMBERS and it.access_specifier.name != "PUBLIC":
            hidden.add(bases[-1] if number == Kind.BASE else plain(it.spelling))
    known = tuple(base for base in bases if base)
    start, end = reading.tree.extent(declaration.cursor.extent)
    return Record(
        declaration.qualified,
        fields,
        methods,
        known,
        tuple(initialized),
        frozenset(hidden),
        places,
        Span(start.path, start.offset, end),
        tuple(
            it.key
            for name in methods
            for it in reading.by_name.get(name, ())
            if it.key not in methods[name] and it.record == declaration.qualified
        ),
        constants,
        aliases,
    )
