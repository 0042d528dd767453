"""libclang's types to ours: through aliases, with sizes and alignments where they are known."""

import re
from typing import TYPE_CHECKING

from clang.cindex import Type as ClangType
from msgspec.structs import replace

from sklint.declared import Type

if TYPE_CHECKING:
    from sklint.parse.reading import Reading

POINTER_SIZE = 8
TYPEDEF = 20
UNEXPOSED, POINTER, LVALUE_REFERENCE, RVALUE_REFERENCE = 1, 101, 103, 104
HALF = re.compile(r"\b_Float16\b")
ARRAYS = frozenset((112, 114, 115, 116))
QUALIFIERS = re.compile(r"\b(?:const|volatile|struct|class|enum|__restrict|__restrict__|restrict)\b\s*")


def read_type(reading: "Reading", it: ClangType, written: str, unknown: bool) -> Type:
    """The type as rules see it. `unknown` says that the compiler complained about its name."""
    if written or unknown:
        return _read_type(reading, it, written, unknown)
    same = (it._kind_id, it.data[0])
    if same not in reading.types:
        reading.types[same] = _read_type(reading, it, "", False)
    return reading.types[same]


def _read_type(reading: "Reading", it: ClangType, written: str, unknown: bool) -> Type:
    canonical = it.get_canonical()
    number = canonical._kind_id
    pointer, reference = number == POINTER, number in (LVALUE_REFERENCE, RVALUE_REFERENCE)
    target = canonical.get_pointee() if pointer or reference else canonical
    constant = target.is_const_qualified()
    while target._kind_id in ARRAYS:
        target = (
            target.get_array_element_type()
        )  # `element_type` fails on kinds that cindex does not know, such as half
        constant = constant or target.is_const_qualified()
    spelling = canonical.spelling
    dependent = "type-parameter-" in spelling or number == UNEXPOSED
    unsized = unknown or number == UNEXPOSED  # libclang crashes when asked for the size of a template's bare name
    size = None if unsized else positive(it.get_size())
    align = None if unsized else positive(it.get_align())
    return Type(
        written=written or it.spelling,
        canonical="" if unknown else comparable(spelling),
        size=size,
        align=align,
        pointer=pointer or (unknown and written.rstrip().endswith("*")),
        reference=reference,
        record="" if unknown else record_name(reading, it, target),
        const_pointee=(pointer or reference or number in ARRAYS) and constant,
        template_dependent=dependent
        or (size is None and not unknown and number not in (LVALUE_REFERENCE, RVALUE_REFERENCE)),
    )


def adjusted(it: Type) -> Type:
    """The type of a parameter: an array is passed as a pointer to its first element."""
    base, opening, rest = it.canonical.partition("[")
    if not opening or it.pointer or it.reference or not rest:
        return it
    further = rest.partition("]")[2]
    canonical = f"{base.rstrip()} (*){further}" if further else f"{base.rstrip()}*"
    return replace(it, canonical=canonical, size=POINTER_SIZE, align=POINTER_SIZE, pointer=True)


def author_spelling(spelling: str) -> str:
    """A type as libclang spells it, with the name that kernels have for it."""
    return HALF.sub("half", spelling)


def positive(number: int) -> int | None:
    """libclang tells an unknown size by a negative number."""
    return number if number >= 0 else None


def comparable(spelling: str) -> str:
    """A canonical spelling without what does not change how an argument is passed: const of the value or pointee, and
    which of the two 8-byte integers it is (int64_t is the one here, the other there)."""
    plain = QUALIFIERS.sub("", spelling).replace("long long", "long")
    return " ".join(plain.replace(" *", "*").replace(" &", "&").split())


def record_name(reading: "Reading", it: ClangType, target: ClangType) -> str:
    declaration = target.get_declaration()
    if declaration._kind_id in (70, 71):  # no declaration: a dependent specialisation hides behind the written type
        pointee = it.get_pointee() if it._kind_id == POINTER else it
        declaration = pointee.get_declaration()
    if declaration._kind_id not in (2, 3, 4, 31, 32):
        return ""
    if name := reading.qualified(declaration):
        return name
    pointee = it.get_pointee() if it._kind_id == POINTER else it
    named = pointee.get_declaration()  # a typedef's name does not become that of a struct with an error in it
    return reading.qualified(named) if named._kind_id == TYPEDEF else ""
