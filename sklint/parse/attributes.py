"""Attributes among the tokens of a declaration."""

from collections.abc import Sequence

from sklint.body import Token
from sklint.parse.brackets import closing


def without_attributes(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without `[[…]]`, `__attribute__((…))` and `register`."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        if tokens[at].text == "__attribute__":
            at = closing(tokens, at + 1) + 1
        elif [it.text for it in tokens[at : at + 2]] == ["[", "["]:
            while at < len(tokens) and tokens[at].text != "]":
                at += 1
            at += 2
        else:
            found += [tokens[at]] if tokens[at].text != "register" else []
            at += 1
    return found
