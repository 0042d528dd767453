"""Tokens as a person would write them."""

from collections.abc import Sequence

from sklint.model import Token

TIGHT_BEFORE = frozenset((",", ")", "]", ">", "::", ";", "(", "[", "<", "...", "."))


TIGHT_AFTER = frozenset(("(", "[", "<", "::", "~", "."))


def spell(tokens: Sequence[Token]) -> str:
    """Tokens as a person would write them: `std::array<int, 4>`, `__gm__ uint8_t *`."""
    text = ""
    before = ""
    for it in tokens:
        tight = it.text in TIGHT_BEFORE or before in TIGHT_AFTER or not text or (before in "*&" and it.text in "*&")
        text += it.text if tight else f" {it.text}"
        before = it.text
    return text
