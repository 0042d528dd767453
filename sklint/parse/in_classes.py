"""Kernels that stand in classes: members, and functions that a class defines as its friends."""

from collections.abc import Iterator, Sequence, Set

from clang.cindex import Cursor

from sklint.model import Kernel
from sklint.parse.clang import Kind, children, kind
from sklint.parse.functions import distinct, read_kernel
from sklint.parse.kernel_types import qualifiers
from sklint.parse.reading import Reading

OF_CLASSES = Kind.RECORDS | {Kind.METHOD, Kind.FUNCTION_TEMPLATE}
CANDIDATES = frozenset((Kind.METHOD, Kind.FUNCTION, Kind.FUNCTION_TEMPLATE))


def read_kernels_in_classes(reading: Reading, words: Set[str]) -> tuple[Kernel, ...]:
    """Each once, its definition where that is marked too. `words` are what may say `__global__`."""
    return distinct(kernels_in_classes(reading, [it.encode() for it in words]))


def kernels_in_classes(reading: Reading, words: Sequence[bytes]) -> Iterator[Kernel]:
    for cursor, place in reading.declarations:
        number = kind(cursor)
        if number in OF_CLASSES and may_say(reading, cursor, place.path, words):
            if number in Kind.RECORDS:
                yield from marked(reading, cursor)
            elif reading.is_member(cursor):
                yield from of_function(reading, cursor)


def may_say(reading: Reading, cursor: Cursor, path: str, words: Sequence[bytes]) -> bool:
    """Whether the text of a declaration has one of the words, or is not there because a macro makes it."""
    start, end = reading.tree.extent(cursor.extent)
    text = reading.source(path).data[start.offset : end]
    return any(it in text for it in words) or b"{" not in text


def marked(reading: Reading, record: Cursor) -> Iterator[Kernel]:
    for it in children(record):
        number = kind(it)
        if number in Kind.RECORDS:
            yield from marked(reading, it)
        elif number == Kind.FRIEND:
            yield from (made for one in children(it) for made in of_function(reading, one) if made.defined)
        else:
            yield from of_function(reading, it)


def of_function(reading: Reading, cursor: Cursor) -> Iterator[Kernel]:
    parts = children(cursor) if kind(cursor) in CANDIDATES else []
    words = qualifiers(reading, parts)
    if any(it.name == "global" for it in words):
        owner = cursor.semantic_parent
        record = reading.qualified(owner) if owner is not None and kind(owner) in Kind.RECORDS else ""
        yield read_kernel(reading, cursor, parts, words, record)
