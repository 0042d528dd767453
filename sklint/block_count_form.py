"""The ways to write the block count, seen as one: casts, `/ 2`, brackets, a choice by core type."""

from collections.abc import Sequence

from sklint.body_words import BLOCKS, CLOSING, OPENING, RATIO, Item

CASTS = frozenset(("static_cast", "reinterpret_cast", "const_cast"))
INTEGERS = frozenset(
    (
        "int", "unsigned", "long", "short", "signed", "char", "size_t", "int8_t", "int16_t", "int32_t", "int64_t",
        "uint8_t", "uint16_t", "uint32_t", "uint64_t",
    )
)  # fmt: skip
TWO = frozenset(("2", "2u", "2U", "2UL", "2ul", "2L", "2ULL"))
ONE = frozenset(("1", "1u", "1U", "1UL", "1ul", "1L", "1ULL"))
TIGHT = frozenset("/%")
"""Operators that take what is left of the block count before a `/ 2` does."""
CORE_OF = {
    "ASCEND_IS_AIC": "AIC",
    "ASCEND_IS_AIV": "AIV",
    "ASCEND_IS_NOT_AIV": "AIC",
    "ASCEND_IS_NOT_AIC": "AIV",
}
"""The kind of core that each test holds for."""
CORE_TESTS = frozenset((*CORE_OF, "g_coreType"))


def collapsed(items: list[Item], halves: bool) -> list[Item]:
    """The items with each way to write the block count as one, and so the vector cores per cube core. `halves` tells
    whether `/ 2` and `* 2` may be such a way, as vector cores have twice the count."""
    at = 0
    while at < len(items):
        if halves and items[at].text == "?" and (found := ratio_choice(items, at)):
            text, (first, last) = RATIO, found
        else:
            text = items[at].text
            first, last = around(items, at, halves) if text in (BLOCKS, RATIO) else (at, at + 1)
        if last - first > 1:
            items[first:last] = [Item(text, items[first].first, items[last - 1].last)]
            at = first if text == BLOCKS else max(0, first - 2)  # where the block count is that it divides
        else:
            at += 1
    return items


def around(items: Sequence[Item], at: int, halves: bool) -> tuple[int, int]:
    """The wider expression of the number at `at`; the item alone where there is none."""

    def text(index: int) -> str:
        return items[index].text if 0 <= index < len(items) else ""

    counts = items[at].text == BLOCKS
    if counts and text(at - 1) not in TIGHT and (end := halved(items, at, halves)):
        return at, end
    if counts and text(at - 1) == "*" and text(at - 2) == RATIO and text(at - 3) not in TIGHT:
        return at - 2, at + 1
    if counts and text(at - 2) == BLOCKS and text(at - 1) == ":":
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


def halved(items: Sequence[Item], at: int, by_two: bool) -> int:
    """The index after `/ 2`, `>> 1`, or the number of vector cores by which the block count at `at` is divided or
    multiplied; 0 where it is not."""
    operator, number = [*(it.text for it in items[at + 1 : at + 3]), "", ""][:2]
    if operator in ("/", "*") and (number == RATIO or (number in TWO and by_two)):
        return at + 3
    return at + 4 if by_two and [it.text for it in items[at + 1 : at + 4]] == [">", ">", "1"] else 0


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
    if at < 4 or items[at - 3].text != "?":
        return at, at + 1
    start = condition(items, at - 3)
    tested = any(it.text in CORE_TESTS for it in items[start : at - 3])
    return (start, at + 1) if tested else (at, at + 1)


def ratio_choice(items: Sequence[Item], at: int) -> tuple[int, int] | None:
    """`ASCEND_IS_AIV ? 2 : 1` around the `?` at `at`."""
    one, colon, other, end = [*(it.text for it in items[at + 1 : at + 5]), "", "", "", ""][:4]
    if end not in (")", ";", ",", "}") or colon != ":":
        return None
    start = condition(items, at)
    asked = core_of([it.text for it in items[start:at]])
    vector, cube = (one, other) if asked == "AIV" else (other, one)
    return (start, at + 4) if asked and vector in TWO and cube in ONE else None


def condition(items: Sequence[Item], at: int) -> int:
    """Where the condition before the `?` at `at` begins."""
    start, level = at - 1, 0
    while start > 0:
        level += (items[start].text in CLOSING) - (items[start].text in OPENING)
        before = items[start - 1].text
        if level == 0 and before in ("=", ",", ";", "{", "}", "(", "return"):
            break
        start -= 1
    return start


def core_of(words: Sequence[str]) -> str:
    """The kind of core that a condition asks for, AIV for `(g_coreType == AIV)`; "" where it asks for anything else."""
    while len(words) > 2 and (words[0], words[-1]) == ("(", ")"):
        words = words[1:-1]
    if len(words) == 1:
        return CORE_OF.get(words[0], "")
    if len(words) != 3 or words[1] != "==" or "g_coreType" not in words:
        return ""
    asked = words[2] if words[0] == "g_coreType" else words[0]
    return asked if asked in ("AIC", "AIV") else ""
