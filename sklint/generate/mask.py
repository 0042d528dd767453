"""Another value for the mask of an SK_BIND, written the way the mask is written."""

import re

LITERAL = re.compile(r"(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlL]*)")


def with_bits(text: str, value: int, wanted: int) -> str:
    """`text`, a mask of literals with that value, changed to `wanted`: terms joined by `|` are added and dropped, a
    single number is replaced in its own base."""
    terms = [it.strip() for it in text.split("|")]
    numbers = [number(it) for it in terms]
    if single := LITERAL.fullmatch(text.strip()):
        return in_base(single[1][:2].lower(), wanted) + single[2]
    kept = [term for term, it in zip(terms, numbers, strict=True) if it is not None and not it & ~wanted]
    left = 0
    for term in kept:
        left |= number(term) or 0
    if None in numbers or len(terms) == 1 or left & value != value & wanted:
        return str(wanted)
    added = [str(1 << bit) for bit in range(wanted.bit_length()) if (wanted & ~left) >> bit & 1]
    return " | ".join([*kept, *added]) or "0"


def in_base(prefix: str, value: int) -> str:
    return f"0x{value:X}" if prefix == "0x" else f"0b{value:b}" if prefix == "0b" else str(value)


def number(text: str) -> int | None:
    match = LITERAL.fullmatch(text)
    return int(match[1], 0) if match and not re.fullmatch(r"0\d+", match[1]) else None
