"""Integer constant expressions: the masks, ratios and alignments people write, with the names they use."""

import re
from collections.abc import Callable

Constants = Callable[[str], int | None]
"""The value of a qualified name, None if it is not a constant."""

WORD = re.compile(
    r"\s*(?:(?P<number>\.?\d['\w.]*)|(?P<name>(?:::)?[A-Za-z_]\w*(?:\s*::\s*\w+)*)|(?P<sign><<|>>|<=|>=|==|!=|&&|\|\||.))"
)
CAST = re.compile(r"\b(?:static_cast|reinterpret_cast|const_cast)\s*<[^<>]*(?:<[^<>]*>)?[^<>]*>")
INTEGER_TYPES = frozenset(
    "int unsigned signed long short char bool size_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t "
    "std::uint8_t std::uint16_t std::uint32_t std::uint64_t std::size_t const".split()
)
POINTER = 8
SIZES = {
    **dict.fromkeys(("bool", "char", "int8_t", "uint8_t"), 1),
    **dict.fromkeys(("short", "int16_t", "uint16_t", "half", "bfloat16_t", "char16_t"), 2),
    **dict.fromkeys(("int", "int32_t", "uint32_t", "float", "char32_t", "wchar_t"), 4),
    **dict.fromkeys(("long", "int64_t", "uint64_t", "size_t", "double", "GM_ADDR"), 8),
}
"""Bytes."""
LEVELS: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a or b))},
    {"&&": lambda a, b: int(bool(a and b))},
    {"|": lambda a, b: a | b},
    {"^": lambda a, b: a ^ b},
    {"&": lambda a, b: a & b},
    {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)},
    {
        "<": lambda a, b: int(a < b),
        ">": lambda a, b: int(a > b),
        "<=": lambda a, b: int(a <= b),
        ">=": lambda a, b: int(a >= b),
    },
    {"<<": lambda a, b: a << min(b, 64), ">>": lambda a, b: a >> min(b, 64)},
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"*": lambda a, b: a * b, "/": lambda a, b: quotient(a, b), "%": lambda a, b: a - b * quotient(a, b)},
)  # fmt: skip


class NotConstantError(Exception):
    """The text is not an integer constant expression that this module can read."""


def evaluate(text: str, constants: Constants) -> int | None:
    """The value of a C++ integer constant expression, None where it cannot be told."""
    try:
        words = split(CAST.sub("", text))
        value, rest = level(words, 0, constants)
    except (NotConstantError, ZeroDivisionError, ValueError, IndexError, RecursionError):
        return None
    return value if not rest else None


def split(text: str) -> list[str]:
    words: list[str] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = WORD.match(text, at)
        if match is None:
            raise NotConstantError
        words.append(match[0].strip().replace(" ", ""))
        at = match.end()
    return words


def level(words: list[str], depth: int, constants: Constants) -> tuple[int, list[str]]:
    """One level of binary operators, left to right; the conditional operator binds loosest."""
    if depth == len(LEVELS):
        return unary(words, constants)
    value, words = level(words, depth + 1, constants)
    while words and words[0] in LEVELS[depth]:
        other, rest = level(words[1:], depth + 1, constants)
        value, words = LEVELS[depth][words[0]](value, other), rest
    if depth == 0 and words and words[0] == "?":
        yes, rest = level(words[1:], 0, constants)
        if not rest or rest[0] != ":":
            raise NotConstantError
        no, rest = level(rest[1:], 0, constants)
        return (yes if value else no), rest
    return value, words


def unary(words: list[str], constants: Constants) -> tuple[int, list[str]]:
    word, rest = words[0], words[1:]
    match word:
        case "-":
            value, rest = unary(rest, constants)
            return -value, rest
        case "+":
            return unary(rest, constants)
        case "~":
            value, rest = unary(rest, constants)
            return ~value, rest
        case "!":
            value, rest = unary(rest, constants)
            return int(not value), rest
        case "(" | "{":
            return bracketed(rest, constants)
        case _:
            pass
    if word[0].isdigit():
        return number(word), rest
    if word in ("true", "false"):
        return int(word == "true"), rest
    if word in ("sizeof", "alignof", "_Alignof", "__alignof__") and rest and rest[0] == "(" and ")" in rest:
        end = rest.index(")")
        return size(rest[1:end]), rest[end + 1 :]
    if word in INTEGER_TYPES and rest and rest[0] in "({":
        return bracketed(rest[1:], constants)
    value = constants(word.removeprefix("::"))
    if value is None:
        raise NotConstantError
    return value, rest


def bracketed(words: list[str], constants: Constants) -> tuple[int, list[str]]:
    """What follows an opening parenthesis: a C cast to an integer type, or an expression up to the closing one."""
    types = 0
    while words[types] in INTEGER_TYPES:
        types += 1
    if types and words[types] == ")":
        return unary(words[types + 1 :], constants)
    value, rest = level(words, 0, constants)
    if not rest or rest[0] not in ")}":
        raise NotConstantError
    return value, rest[1:]


def size(words: list[str]) -> int:
    """The size, and alignment, of an arithmetic or pointer type, in bytes."""
    plain = {it.removeprefix("std::") for it in words} - {"const", "volatile", "signed", "unsigned"}
    if words[-1:] == ["*"]:
        return POINTER
    name = "".join(plain - {"int"} if plain & {"long", "short"} else plain) or "int"
    if not words or name not in SIZES:
        raise NotConstantError
    return SIZES[name]


def quotient(a: int, b: int) -> int:
    """C++ division: towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def number(word: str) -> int:
    digits = word.replace("'", "").rstrip("uUlLzZ")
    if digits.lower().startswith("0b"):
        return int(digits[2:], 2)
    if digits.startswith("0") and len(digits) > 1 and digits.isdigit():
        return int(digits, 8)
    return int(digits, 0)
