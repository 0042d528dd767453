"""What a unit declares, but for functions: types, parameters, structs, classes, kernel types. Plain values; what is not
known is None or empty, never guessed."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sklint.source import Span

Key = tuple[str, int, str]
"""A declaration: its file, the byte offset of its name (of the macro use that makes it), and its name."""


class Type(msgspec.Struct, frozen=True):
    """A type, through aliases. Sizes and alignments are bytes, None where the type is unknown or dependent."""

    written: str  # as the source has it, one blank between words, without qualifier macros' values
    canonical: str  # aliases resolved, top-level const dropped; "" where unknown
    size: int | None
    align: int | None
    pointer: bool
    reference: bool
    record: str  # qualified name of the struct, class or class template behind pointers; "" if none
    const_pointee: bool  # whether what it points or refers to is const
    template_dependent: bool = False

    @property
    def known(self) -> bool:
        """Whether the compiler could tell what the type is (a template parameter's type is not known)."""
        return bool(self.canonical)

    @property
    def comparable(self) -> str:
        """What to compare two types by: the canonical spelling, or the written one where that is all there is."""
        return self.canonical or self.written


class Param(msgspec.Struct, frozen=True):
    """A parameter of a function. `extent` is the whole declaration, default argument included."""

    name: str
    type: Type
    span: Span
    extent: Span
    default: str
    in_macro: bool = False


class Field(msgspec.Struct, frozen=True):
    """A field of a struct. `declaration` starts where an alignment would be written; `offset` in bytes.

    `movable` is the whole declaration with its `;` and the comments beside and above it; None where it cannot change
    places with another of its struct (a macro makes it, several declarators, directives or comments in between).
    """

    name: str
    type: Type
    span: Span
    declaration: Span
    alignment: int | None  # the strictest alignas on the field, None without one, 0 where it cannot be told
    written_alignment: Span | None  # all alignas of the field, None where there is none or a macro makes it
    offset: int | None
    sole_declarator: bool  # False for `int a, b;`
    in_macro: bool
    movable: Span | None = None
    bits: int | None = None  # the width of a bit-field, 0 where it cannot be told; None for any other field
    declared: str = ""  # the type as its template declares it, where one declaration has several types


class Struct(msgspec.Struct, frozen=True):
    """A struct that an SK function takes. Its fields begin with those of its bases, in order.

    `arguments` is what a template was instantiated with, as `<half>`; the fields then have the types they have there.
    """

    name: str
    qualified: str
    fields: tuple[Field, ...]
    span: Span
    extent: Span
    size: int | None
    unknown_bases: bool  # a base whose fields are not among `fields`
    templated: bool
    in_macro: bool
    anonymous_members: bool = False  # an anonymous union or struct, whose fields are not among `fields`
    arguments: str = ""


class KernelType(msgspec.Struct, frozen=True):
    """Which cores run a function: `vector`, `cube` or `mix` with a ratio of cube to vector cores, as written and
    macros expanded."""

    kind: Literal["vector", "cube", "mix"]
    ratio: tuple[str, str] | None
    span: Span
    in_macro: bool = False  # a macro of the project makes the words at `span`

    @property
    def spelling(self) -> str:
        return f"__mix__({self.ratio[0]}, {self.ratio[1]})" if self.ratio else f"__{self.kind}__"

    @property
    def cores(self) -> str:
        """What two functions must share. `__mix__(1, 0)` is `__cube__`, `__mix__(0, 1)` is `__vector__` (documents
        write both)."""
        if self.ratio and self.ratio[1] == "0":
            return "cube"
        if self.ratio and self.ratio[0] == "0":
            return "vector"
        return f"mix {self.ratio[0]}:{self.ratio[1]}" if self.ratio else self.kind

    @property
    def evaluated(self) -> bool:
        """Whether the ratio is two numbers; one that depends on a template parameter is not."""
        return self.ratio is None or all(it.isdigit() for it in self.ratio)

    @property
    def doubles_vector_blocks(self) -> bool:
        """In MIX 1:2 a vector core reads twice the launched block count from SkSystemArgs."""
        return self.ratio == ("1", "2")


class TemplateParam(msgspec.Struct, frozen=True):
    """`declaration` is the text without its default, `kind` what may be given for it."""

    name: str
    kind: Literal["type", "value", "template"]
    declaration: str
    default: str
    pack: bool


class Record(msgspec.Struct, frozen=True):
    """A class of the project: its fields by name, the keys of its methods by name, its bases' qualified names, and the
    keys of the fields that are initialised where they are declared. `hidden` are the members and bases that others may
    not name, `places` where the fields are declared. `extent` is the whole class, `outside` the definitions of its
    members that stand behind it. `constants` are its static members and enumerators whose values are known, `aliases`
    the types that it has names for."""

    qualified: str
    fields: Mapping[str, Type]
    methods: Mapping[str, tuple[Key, ...]]
    bases: tuple[str, ...]
    initialized: tuple[Key, ...] = ()
    hidden: frozenset[str] = frozenset()
    places: Mapping[str, Key] = msgspec.field(default_factory=dict[str, Key])
    extent: Span | None = None
    outside: tuple[Key, ...] = ()
    constants: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    aliases: Mapping[str, Type] = msgspec.field(default_factory=dict[str, Type])
