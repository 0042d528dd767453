"""Where `#undef` takes macros away: libclang tells of their definitions only."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from clang.cindex import Cursor

from sklint.parse.clang import INCLUSION, Place, kind
from sklint.parse.lex import lex

if TYPE_CHECKING:
    from sklint.parse.texts import Texts

UNDEF = re.compile(r"#\s*undef\s+([A-Za-z_]\w*)")

Order = tuple[int, ...]
"""Where something is compiled: the offset of the `#include` that leads to it, of the next one in that file, ..., its
own offset."""


class Undefined:
    """The directives of a unit's files of the project that take macros away, and the order of compilation."""

    def __init__(self, texts: "Texts") -> None:
        self.texts = texts
        self.by_name: dict[str, list[Place]] = {}
        for path in sorted(texts.files_with("undef")):
            for it in lex(texts.source(path).data):
                found = UNDEF.match(it.text) if it.kind == "directive" else None
                if found and not any(start <= it.start < end for start, end in texts.skipped(path)):
                    self.by_name.setdefault(found[1], []).append(Place(path, it.start))
        self.included: Mapping[str, Place | None] = first_inclusions(texts) if self.by_name else {}

    def at(self, place: Place, definitions: Sequence[tuple[Place, Cursor]]) -> tuple[bool, Cursor | None]:
        """Whether it is known which of a macro's definitions counts at a place, and that one: none before the first,
        and behind a directive that takes it away."""
        events = [(self.order(where), cursor) for where, cursor in definitions]
        name = definitions[0][1].spelling
        ends = [(self.order(where), None) for where in self.by_name.get(name, ())]
        order = self.order(place)
        if order is None or not ends or any(it is None for it, _ in (*events, *ends)):
            return False, None
        before = [(it, cursor) for it, cursor in (*events, *ends) if it is not None and it <= order]
        return True, max(before, key=lambda it: it[0])[1] if before else None

    def order(self, place: Place) -> Order | None:
        """None for a file that is included more than once, and one that no file of the project includes."""
        chain = [place.offset]
        path = place.path
        while path != self.texts.main.path:
            where = self.included.get(path)
            if where is None:
                return None
            chain.append(where.offset)
            path = where.path
        return tuple(reversed(chain))


def first_inclusions(texts: "Texts") -> Mapping[str, Place | None]:
    """Where each file is included; None for one that is several times."""
    found: dict[str, Place | None] = {}
    for it in texts.records:
        path = texts.tree.included_file(it) if kind(it) == INCLUSION else ""
        if path and texts.in_project(path):
            start, _ = texts.tree.extent(it.extent)
            found[path] = None if path in found or start.path == path else start
    return found
