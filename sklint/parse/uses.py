"""What a unit uses of the documented interface: every name that the compiler found in the model headers, every macro of
theirs, and each `AscendC::Name` in code whose meaning the compiler lost."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

from clang.cindex import Cursor

from sklint.model import ApiUse, ArchMarker
from sklint.parse.arch_branches import branches_left_out
from sklint.parse.arguments import Calls
from sklint.parse.clang import Kind, Place, children, kind, overloads, parts_below, referenced
from sklint.parse.dependent import Members, dependent_member
from sklint.parse.lex import TOKEN, lex
from sklint.parse.reading import Reading
from sklint.parse.texts import MODEL, inside
from sklint.parse.translation import HEADERS
from sklint.parse.written import written
from sklint.source import Span

REFERENCES = frozenset(
    (Kind.DECL_REF, Kind.MEMBER_REF_EXPR, Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.OVERLOADED_REF, Kind.MEMBER_REF)
)
NAMELESS = frozenset((Kind.PARAMETER, Kind.NAMESPACE, Kind.TEMPLATE_TYPE, Kind.TEMPLATE_VALUE, Kind.TEMPLATE_TEMPLATE))
LOCAL = frozenset((*NAMELESS, Kind.VARIABLE, Kind.FIELD))
LANGUAGE = {"types.h", "c_library.h", "std_traits.h", "std_containers.h", "std_io.h", "gtest.h", "torch.h"}
"""Model headers of what is no interface of CANN, but for namespace AscendC::Std."""
SIDES = ("aicore", "global", "sk", "simt_vf", "simt_callee", "simd_vf", "simd_callee", "host_aicore", "device")
ON_DEVICE = frozenset(f"sk:{it}" for it in SIDES)
TEXT = (
    rb"""(?:u8|u|U|L)?R"([^()\\\s]{0,16})\(.*?\)\1"|//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"|"""
    rb"""(?<!\w)'(?:\\.|[^'\\\n])*'"""
)
NO_TEXT = re.compile(TEXT, re.DOTALL)
"""What is no code in directives too: what a macro is defined as is used where the macro is."""
NO_CODE = re.compile(TEXT + rb"|^[ \t]*\#(?:\\\r?\n|[^\n])*", re.DOTALL | re.MULTILINE)
QUALIFIED = re.compile(rb"(?<![\w:])(?<!namespace )AscendC(?:\s*::\s*\w+)+")
ALIAS = re.compile(rb"\bnamespace\s+\w+\s*=\s*(?:::\s*)?$")
MACRO = re.compile(rb"(?<![\w:])(?:[A-Z][A-Z0-9_]{3,}|ascendc_[a-z]+)\b")
DEFINED = re.compile(rb"^#define ([A-Z][A-Z0-9_]{3,}|ascendc_[a-z]+)\b", re.MULTILINE)
ANYTHING = re.compile(b"")
ARCH_MARKER = re.compile(rb"//[ \t]*sk-arch:[ \t]*([\w-]+)")


def read_uses_of(reading: Reading, words: frozenset[str]) -> tuple[ApiUse, ...]:
    """The uses in the declarations whose text has one of the words, or a macro that may say one: all that bear such a
    name are among them."""
    there = [it for it in words if reading.files_with(it)]
    said = frozenset[str]().union(*map(reading.macros_saying, there))
    pattern = re.compile(rb"\b(?:" + b"|".join(re.escape(it.encode()) for it in sorted(said)) + rb")\b")
    return in_order(collected(reading, pattern).found.values()) if said else ()


def read_uses(
    reading: Reading, absent: frozenset[bytes] = frozenset(), wider: Callable[[], Reading] | None = None
) -> tuple[ApiUse, ...]:
    """The uses in the unit's own file and, unless that is a header, in the project's headers, in the order of their
    places. `absent` are words of names that the architecture lacks; `wider` reads the unit with these: they are meant
    where nothing is meant without them."""
    near = collected(reading)
    found = near.found
    if wider and any(near.without_meaning(path, absent) for path in near.files):
        wide = collected(wider())
        found = {key: use for key, use in wide.found.items() if key in near.found or key[:2] not in near.places}
        lost = {key: use for key, use in near.found.items() if key not in found}
        found |= {key: use for key, use in lost.items() if not wide.leaves_out(*key[:2])}
    return in_order(found.values())


def in_order(found: Iterable[ApiUse]) -> tuple[ApiUse, ...]:
    return tuple(sorted(found, key=lambda it: (it.span.path, it.span.start, it.names)))


def collected(reading: Reading, wanted: re.Pattern[bytes] = ANYTHING) -> "Collector":
    collector = Collector(reading, wanted)
    for cursor, place in reading.declarations:
        if place.path in collector.files:
            collector.visit(cursor)
    collector.add_macros()
    collector.add_lost()
    return collector


class Collector:
    """The uses found so far, by place; what each declaration is called is looked up once."""

    def __init__(self, reading: Reading, wanted: re.Pattern[bytes]) -> None:
        self.reading = reading
        self.wanted = wanted
        self.files = (reading.main.path,) if reading.main.header else reading.project_files
        self.found: dict[tuple[str, int, tuple[str, ...]], ApiUse] = {}
        self.places: set[tuple[str, int]] = set()
        self.functions: dict[str, list[tuple[int, int, bool]]] = {}  # by path: bytes, whether on the device
        self._names: dict[int, str] = {}
        self.left_out = branches_left_out(reading, self.files)
        self.written = cache(partial(written, reading))
        self.arguments = cache(Calls(reading).arguments)
        self.members = Members()

    def visit(self, cursor: Cursor) -> None:
        """Collect from a declaration that says what is wanted; a function tells by its qualifiers on which side its
        references are."""
        if self.wanted is not ANYTHING:
            start, end = self.reading.tree.extent(cursor.extent)
            if start.path in self.files and not self.wanted.search(
                self.reading.source(start.path).data, start.offset, end
            ):
                return
        device = None
        if kind(cursor) in Kind.FUNCTIONS:
            marks = (it.spelling for it in children(cursor) if kind(it) == Kind.ANNOTATE)
            device = any(it.partition("(")[0] in ON_DEVICE for it in marks)
            start, end = self.reading.tree.extent(cursor.extent)
            self.functions.setdefault(start.path, []).append((start.offset, end, device))
        references, functions = parts_below(cursor, REFERENCES, Kind.FUNCTIONS)
        for it in references:
            self.refer(it, device)
        for it in functions:
            self.visit(it)

    def refer(self, cursor: Cursor, device: bool | None) -> None:
        target = referenced(cursor)
        if target is not None and kind(target) in NAMELESS:
            return
        found = overloads(cursor) if kind(cursor) == Kind.OVERLOADED_REF else one(target)
        if not found and kind(cursor) == Kind.MEMBER_REF_EXPR:
            self.refer_dependent(cursor, device)
        names = tuple(dict.fromkeys(map(self.name, found)))
        if not names or (not any(names) and kind(found[0]) in LOCAL):
            return
        spelled = self.reading.tree.spelled(cursor.location)
        if self.reading.in_project(spelled.path):
            self.places.add((spelled.path, spelled.offset))
        if all(names):
            self.add(names, cursor, spelled, device, kind(found[0]) in Kind.FUNCTIONS)

    def refer_dependent(self, cursor: Cursor, device: bool | None) -> None:
        found, place = dependent_member(self.reading, cursor, self.members) or ([], None)
        names = tuple(dict.fromkeys(map(self.name, found)))
        if names and all(names) and place and self.reading.stands(names[0].rpartition("::")[2], place):
            self.places.add((place.path, place.offset))
            self.put(names, place, names[0].rpartition("::")[2], kind(found[0]) in Kind.FUNCTIONS, device)

    def name(self, cursor: Cursor) -> str:
        """The qualified name of a declaration of the interface; "" for any other."""
        if kind(cursor) in NAMELESS:
            return ""
        declaration = cursor.data[0]
        if declaration not in self._names:
            path = self.reading.tree.place(cursor.location).path
            name = self.reading.qualified(cursor) if path.startswith(MODEL) else ""
            documented = path.rpartition("/")[2] not in LANGUAGE or name.startswith("AscendC::Std::")
            self._names[declaration] = name if documented else ""
        return self._names[declaration]

    def add(self, names: tuple[str, ...], cursor: Cursor, spelled: Place, device: bool | None, callable: bool) -> None:
        last = names[0].rpartition("::")[2]
        if self.reading.in_project(spelled.path) and self.reading.stands(last, spelled):
            self.put(names, spelled, last, callable, device)
        else:
            place = self.reading.tree.place(cursor.location)
            self.put(names, place, self.word_at(place), callable, device)

    def put(self, names: tuple[str, ...], place: Place, text: str, callable: bool, device: bool | None) -> None:
        if place.path not in self.files or not text:
            return
        if self.leaves_out(place.path, place.offset):
            return
        span = Span(place.path, place.offset, place.offset + len(text.encode()))
        in_macro = text != names[0].rpartition("::")[2]
        call, arguments = partial(self.written, span), partial(self.arguments, span)
        use = ApiUse(names, span, callable, device is False, in_macro, call, arguments)
        self.found.setdefault((place.path, place.offset, names), use)

    def leaves_out(self, path: str, offset: int) -> bool:
        """Whether an `if` that asks for the architecture leaves out what stands there."""
        return any(start <= offset < end for start, end in self.left_out.get(path, ()))

    def put_alone(self, name: str, place: Place) -> None:
        """Add a name that stands outside the tree."""
        there = reversed(self.functions.get(place.path, ()))
        device = next((device for start, end, device in there if start <= place.offset < end), None)
        self.put((name,), place, name.rpartition("::")[2], True, device)

    def word_at(self, place: Place) -> str:
        if not self.reading.in_project(place.path):
            return ""
        head = next(lex(self.reading.source(place.path).data, place.offset), None)
        return head.text if head and head.kind == "name" and head.start == place.offset else ""

    def add_macros(self) -> None:
        """Uses of the interface's macros. libclang does not list those that the precompiled prelude defines."""
        for path in self.files:
            uses = [it for it in MACRO.finditer(self.reading.source(path).data) if it[0] in macros()]
            for it in live(self.reading, path, uses):
                name = it[0].decode()
                if self.reading.macro_definition(name) is None:
                    self.put_alone(name, Place(path, it.start()))

    def add_lost(self) -> None:
        """Names written with their namespace that no reference of the tree stands for."""
        declared = {it.qualified for it in self.reading.functions.values()} | set(self.reading.classes)
        for path in self.files:
            names = [it for it in QUALIFIED.finditer(self.reading.source(path).data) if not self.known(path, it)]
            for it in live(self.reading, path, names):
                words = [word.strip().decode() for word in it[0].split(b"::")]
                macro = self.reading.macro_definition(words[-1])
                if (name := "::".join(words)) not in declared and macro is None:
                    self.put_alone(name, Place(path, it.end() - len(words[-1].encode())))

    def without_meaning(self, path: str, words: frozenset[bytes]) -> bool:
        """Whether one of the words stands in live text of a file where the compiler knows no meaning of it."""
        data = self.reading.source(path).data
        there = [re.escape(it) for it in words if it in data]
        matches = list(re.finditer(rb"\b(?:" + b"|".join(there) + rb")\b", data)) if there else []
        open_ones = [it for it in matches if (path, it.start()) not in self.places]
        return any(live(self.reading, path, open_ones, NO_TEXT))

    def known(self, path: str, match: re.Match[bytes]) -> bool:
        if ALIAS.search(match.string, max(0, match.start() - 200), match.start()):
            return True
        return (path, match.end() - len(match[0].rpartition(b":")[2].strip())) in self.places


def meant(cursor: Cursor) -> Sequence[Cursor]:
    """What a reference may mean: nothing, where it is to overloads; a reference of their own has these."""
    return overloads(cursor) if kind(cursor) == Kind.OVERLOADED_REF else one(referenced(cursor))


def one(target: Cursor | None) -> Sequence[Cursor]:
    return [] if target is None or kind(target) == Kind.OVERLOADED_REF else [target]


def live(
    reading: Reading, path: str, matches: list[re.Match[bytes]], besides: re.Pattern[bytes] = NO_CODE
) -> Iterator[re.Match[bytes]]:
    """Those that are code: no comments, strings or directives, nothing that conditional directives leave out."""
    dead = reading.skipped(path)
    blank = [it.span() for it in besides.finditer(reading.source(path).data)] if matches else []
    starts = [[start for start, _ in ranges] for ranges in (dead, blank)]
    for it in matches:
        if not inside(dead, starts[0], it.start()) and not inside(blank, starts[1], it.start()):
            yield it


@cache
def macros() -> frozenset[bytes]:
    """The macros of the model headers that are named as those of the interface are."""
    texts = (it.read_bytes() for it in HEADERS.glob("*.h") if it.name not in LANGUAGE)
    return frozenset(name for text in texts for name in DEFINED.findall(text) if not name.startswith(b"SKLINT"))


def read_arch_markers(reading: Reading) -> tuple[ArchMarker, ...]:
    data = reading.main.data
    if b"sk-arch:" not in data:
        return ()
    blanks = (it for it in TOKEN.finditer(data) if it.lastgroup == "blank" and b"sk-arch:" in it[0])
    found = (marker for it in blanks for marker in ARCH_MARKER.finditer(data, it.start(), it.end()))
    return tuple(ArchMarker(it[1].decode(), Span(reading.main.path, it.start(1), it.end(1))) for it in found)
