"""The ways to write the block count, seen as one: casts, `/ 2`, brackets, a choice by core type."""

from collections.abc import Sequence

from sklint.body_words import BLOCKS, CLOSING, OPENING, Item

CASTS = frozenset(("static_cast", "reinterpret_cast", "const_cast"))
INTEGERS = frozenset(
    (
        "int", "unsigned", "long", "short", "signed", "char", "size_t", "int8_t", "int16_t", "int32_t", "int64_t",
        "uint8_t", "uint16_t", "uint32_t", "uint64_t",
    )
)  # fmt: skip
TWO = frozenset(("2", "2u", "2U", "2UL", "2ul", "2L", "2ULL"))
CORE_TESTS = frozenset(("ASCEND_IS_AIC", "ASCEND_IS_AIV", "g_coreType"))


def collapsed(items: list[Item]) -> list[Item]:
    """The items with each way to write the block count as one."""
    at = 0
    while at < len(items):
        first, last = around(items, at) if items[at].text == BLOCKS else (at, at + 1)
        if last - first > 1:
            items[first:last] = [Item(BLOCKS, items[first].first, items[last - 1].last)]
            at = first
        else:
            at += 1
    return items


def around(items: Sequence[Item], at: int) -> tuple[int, int]:
    """The wider expression of the block count at `at`; the item alone where there is none."""

    def text(index: int) -> str:
        return items[index].text if 0 <= index < len(items) else ""

    if text(at + 1) == "/" and text(at + 2) in TWO:
        return at, at + 3
    if [text(at + i) for i in (1, 2, 3)] == [">", ">", "1"]:
        return at, at + 4
    if text(at - 2) == BLOCKS and text(at - 1) == ":":
        return choice(items, at)
    if text(at - 1) == "(" and text(at + 1) == ")":
        return bracket(items, at)
    if text(at - 1) == "{" and text(at + 1) == "}" and text(at - 2) in INTEGERS:
        return at - 2, at + 2
    if text(at - 1) == ")":
        start = at - 2
        while text(start) in INTEGERS or text(start) in ("std", "::"):
            start -= 1
        return (start, at + 1) if text(start) == "(" and start < at - 2 else (at, at + 1)
    return at, at + 1


def bracket(items: Sequence[Item], at: int) -> tuple[int, int]:
    """What `(` and `)` around the block count belong to: a cast, brackets of no meaning, or a call that stays."""
    before = items[at - 2].text if at >= 2 else ""
    if before == ">":
        start = at - 2
        while start >= 0 and items[start].text not in (*CASTS, ";", "{", "}"):
            start -= 1
        return (start, at + 2) if start >= 0 and items[start].text in CASTS else (at, at + 1)
    declares = at >= 3 and items[at - 3].text in INTEGERS
    if before in INTEGERS and not declares:
        return at - 2, at + 2
    plain = not before or not (before[0].isalnum() or before[0] in "_$)]") or before == "return"
    return (at - 1, at + 2) if plain else (at, at + 1)


def choice(items: Sequence[Item], at: int) -> tuple[int, int]:
    """`ASCEND_IS_AIC ? blocks : blocks` with the condition before it."""
    last = at - 4  # of the condition
    if last < 0 or items[at - 3].text != "?":
        return at, at + 1
    start, level = last, 0
    while start > 0:
        level += (items[start].text in CLOSING) - (items[start].text in OPENING)
        before = items[start - 1].text
        if level == 0 and before in ("=", ",", ";", "{", "}", "(", "return"):
            break
        start -= 1
    tested = any(it.text in CORE_TESTS for it in items[start : last + 1])
    return (start, at + 1) if tested else (at, at + 1)
