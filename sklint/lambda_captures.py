"""What a lambda captures, where that makes a difference: values under other names, and copies of what changes later."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sklint.body_words import Item, Line, closing, texts
from sklint.lambda_body import introducers

CHANGES = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "++", "--"))


def without_captures(head: Line, changing: Collection[str]) -> Line:
    """What stands before the body of a lambda, without what it captures: `=` tells that it copies one of the variables
    `changing`."""
    opening, end = brackets(head)
    if any("=" in part and not renames(part) for part in parts(head, opening, end)):
        last = end
        while [it.text for it in head[last - 2 : last - 1]] == [","] and head[last - 1].text not in changing:
            last -= 2
        return (*head[:last], *head[end:])
    copies = any(copied(head, opening, end, name) for name in changing)
    mark = (replace(head[opening], text="="),) if copies else ()
    return (*head[: opening + 1], *mark, *head[end:])


def brackets(head: Line) -> tuple[int, int]:
    opening = next(iter(introducers(texts(head))), len(head) - 1)
    return opening, closing(head, opening)


def parts(head: Line, opening: int, end: int) -> Iterator[tuple[str, ...]]:
    """The captures: `=`, `&x`, `n = $1`."""
    part: list[str] = []
    for it in (*texts(head[opening + 1 : end]), ","):
        if it == "," and part:
            yield tuple(part)
        part = [] if it == "," else [*part, it]


def renames(part: Sequence[str]) -> bool:
    """Whether a capture is the default, or a parameter under another name: `n = $1`."""
    return part == ("=",) or (len(part) == 3 and part[1] == "=" and part[2].startswith("$"))


def renamed(head: Line, lines: Sequence[Line]) -> list[Line]:
    """The lines of the body with what the captures give other names as that."""
    given = {it[0]: it[2] for it in parts(head, *brackets(head)) if len(it) == 3 and renames(it)}
    if not given:
        return list(lines)
    return [tuple(read(line, at, given) for at in range(len(line))) for line in lines]


def read(line: Line, at: int, given: dict[str, str]) -> Item:
    member = at > 0 and line[at - 1].text in (".", "->", "::")
    return line[at] if member or line[at].text not in given else replace(line[at], text=given[line[at].text])


def copied(head: Line, opening: int, end: int, name: str) -> bool:
    """Whether a lambda has a copy of a variable."""
    found = list(parts(head, opening, end))
    return (name,) in found or (("=",) in found and ("&", name) not in found)


def changed_later(items: Sequence[Item], first: int, last: int, names: Collection[str]) -> set[str]:
    """Those of the names that the items from `first` to before `last` use and that what follows changes."""
    used = {it.text for it in items[first:last]}.intersection(names)
    if not used:
        return used
    edges = zip(items[last - 1 :], items[last:], items[last + 1 :], strict=False)
    changed = (
        it.text for before, it, after in edges if {before.text, after.text} & CHANGES and is_target(before, after)
    )
    return used.intersection(changed)


def is_target(before: Item, after: Item) -> bool:
    """Whether what stands between is changed, and no member of something."""
    return before.text not in (".", "->") and (after.text in CHANGES or before.text in ("++", "--"))
