"""Tokens as a person would write them."""

from collections.abc import Sequence

from sklint.body import Token
from sklint.parse.brackets import template_end

TIGHT_BEFORE = frozenset((",", ")", "]", ">", "::", ";", "(", "[", "<", "...", "."))


TIGHT_AFTER = frozenset(("(", "[", "<", "::", "~", "."))


def spell(tokens: Sequence[Token]) -> str:
    """Tokens as a person would write them: `std::array<int, 4>`, `__gm__ uint8_t *`, `int (*)(int)`, `(3 > 2)`."""
    text = ""
    before = ""
    compared = comparisons(tokens)
    for at, it in enumerate(tokens):
        tight = it.text in TIGHT_BEFORE or before in TIGHT_AFTER or not text or (before in "*&" and it.text in "*&")
        declared = it.text == "(" and before.isidentifier() and [one.text for one in tokens[at + 1 : at + 2]] == ["*"]
        spaced = at in compared or at - 1 in compared or declared
        text += it.text if tight and not spaced else f" {it.text}"
        before = it.text
    return text


def comparisons(tokens: Sequence[Token]) -> frozenset[int]:
    """Where `<` and `>` compare."""
    signs = [at for at, it in enumerate(tokens) if it.text in ("<", ">")]
    named = (at for at in signs if tokens[at].text == "<" and at and tokens[at - 1].kind == "name")
    opened = {at: end for at in named if (end := template_end(tokens, at)[0]) > at}
    return frozenset(signs) - opened.keys() - {end - 1 for end in opened.values()}
