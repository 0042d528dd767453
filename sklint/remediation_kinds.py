"""The four published kinds of repair, each a function of one source: the whole repair, or why there is none."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import AnyStr

from sklint.code_tokens import in_code, is_symbol, tokens
from sklint.finding import Edit, Fix
from sklint.fix import apply
from sklint.foreign_pattern import Unusable, find
from sklint.parse.beside import include_offset
from sklint.source import BOM, Position, Source, Span
from sklint.text_view import TextView

ROUNDS = 20
LARGEST = 8 * 1024 * 1024  # bytes
INCLUDE = re.compile(r"[ \t]*#[ \t]*include[ \t]*(?:<([^<>\n]+)>|\"([^\"\n]+)\")[ \t]*(?://.*|/\*[^\n]*\*/[ \t]*)?")
CONDITIONAL = re.compile(rb"#[ \t]*(\w*)")


@dataclass(frozen=True)
class Refusal:
    """Why a repair is not made: the `reason` of its result."""

    reason: str


@dataclass(frozen=True)
class Repaired:
    """The source with the repair in it. `already`: it, or a part of it, was there before. `elsewhere`: what it is about
    stands in comments, strings or switched-off code alone."""

    source: Source
    already: bool = False
    elsewhere: bool = False


Kind = Callable[[Source, str, str], Repaired | Refusal]
"""A source, the old value and the new one, to the repaired source."""


def rename_symbol(source: Source, old: str, new: str) -> Repaired | Refusal:
    """Every whole occurrence of `old` in code; `new` is taken as it is written."""
    if not old:
        return Refusal("missing_old_value")
    if not new:
        return Refusal("missing_new_value")
    if not is_symbol(old):
        return Refusal("invalid_old_value")
    if not writable(source, old):
        return Repaired(source)
    needle, written = old.encode(source.encoding), source.encode(new)
    fresh = [it for it in in_code(source.data, needle) if not lies_in(source.data, it, needle, written)]
    edits = [Edit(source.span(it, it + len(needle)), new) for it in fresh]
    found = edited(source, edits, already=old != new and written in source.data)
    whole = re.compile(rb"(?<![\w$])" + re.escape(needle) + rb"(?![\w$])")
    apart = isinstance(found, Repaired) and not edits and not found.already and whole.search(source.data) is not None
    return replace(found, elsewhere=True) if apart and isinstance(found, Repaired) else found


def remove_line_containing(source: Source, old: str, _new: str) -> Repaired | Refusal:
    """Every line that has `old` in it, with its line end. What is blank is in every line, and is refused."""
    if not old.strip():
        return Refusal("missing_old_value")
    view = TextView(source)
    numbers = [number for number, line in enumerate(view.lines, 1) if old in line]
    return edited(source, (Edit(whole_line(view, number), "") for number in numbers), already=False)


def add_include(source: Source, _old: str, new: str) -> Repaired | Refusal:
    """The `#include` line `new` below those at the top that no `#if` surrounds, unless that header is included."""
    if not new.strip():
        return Refusal("missing_new_value")
    wanted = INCLUDE.fullmatch(new.strip())
    if not wanted:
        return Refusal("invalid_include")
    if (wanted[1] or wanted[2]) in included(source):
        return Repaired(source, already=True)
    mark = len(BOM) if source.data.startswith(BOM) else 0
    at = mark + include_offset(source.data[mark:])
    before = "\n" if at and source.data[at - 1 : at] != b"\n" and at == len(source.data) else ""
    return edited(source, [Edit(source.span(at, at), f"{before}{new.strip()}\n")], already=False)


def replace_pattern(source: Source, old: str, new: str) -> Repaired | Refusal:
    """Every match of the regular expression `old`, again until none is left. A match inside the text that would replace
    it is what an earlier repair left."""
    if not old:
        return Refusal("missing_pattern")
    already = False
    current = source
    for _ in range(ROUNDS):
        view = TextView(current)
        found = find(old, new, view.text)
        if isinstance(found, Unusable):
            return Refusal(found.reason)
        left = [it for it in found if lies_in(view.text, it.start, view.text[it.start : it.end], it.replacement)]
        fresh = [it for it in found if it not in left]
        already = already or bool(left)
        if not fresh:
            already = already or bool(new and not found and new in view.text)
            return Repaired(current, already and current is source)
        step = edited(current, [Edit(view.span(it.start, it.end), it.replacement) for it in fresh], already)
        if isinstance(step, Refusal) or len(step.source.data) > LARGEST:
            return step if isinstance(step, Refusal) else Refusal("pattern_does_not_settle")
        current = step.source
    return Refusal("pattern_does_not_settle")


KINDS: Mapping[str, Kind] = {
    "rename-symbol": rename_symbol,
    "remove-line-containing": remove_line_containing,
    "add-include": add_include,
    "replace-pattern": replace_pattern,
}


def edited(source: Source, edits: Iterable[Edit], already: bool) -> Repaired | Refusal:
    """The source with edits that do not meet, unless its encoding lacks what they write."""
    made = tuple(edits)
    if any(not writable(source, it.text) for it in made):
        return Refusal("new_value_not_writable")
    after = apply([Fix("", made)], source)
    return Repaired(after, already and after is source)


def writable(source: Source, text: str) -> bool:
    """Whether a source can hold a text: in its encoding, and without the byte that makes it binary."""
    try:
        return b"\0" not in text.encode(source.encoding)
    except UnicodeEncodeError:
        return False


def lies_in(text: AnyStr, at: int, old: AnyStr, new: AnyStr) -> bool:
    """Whether what stands at an offset is part of an occurrence of `new`, of which it would make another."""
    return any(at >= it and text.startswith(new, at - it) for it in offsets_of(old, new))


def offsets_of(old: AnyStr, new: AnyStr) -> Iterator[int]:
    at = new.find(old)
    while at >= 0:
        yield at
        at = new.find(old, at + 1)


def whole_line(view: TextView, number: int) -> Span:
    """A line with its line end, without a byte order mark."""
    source = view.source
    start = source.offset(Position(number, 1))
    return source.span(start, source.line_starts[number] if number < len(view.lines) else len(source.data))


def included(source: Source) -> frozenset[str]:
    """The headers that a source includes whatever is defined."""
    level, names = 0, set[str]()
    for it in tokens(source.data):
        if it.kind == "directive":
            match = CONDITIONAL.match(source.data, it.start, it.end)
            word = match[1] if match else b""
            level += word.startswith(b"if") - (word == b"endif")
            header = INCLUDE.fullmatch(source.decode(it.start, it.end).strip())
            if header and not level:
                names.add(header[1] or header[2])
    return frozenset(names)
