"""Tokens back to text that a person reads."""

from collections.abc import Sequence

from sklint.body import Token


def spelled(tokens: Sequence[Token]) -> str:
    """Tokens as the file has them, each gap as one blank."""
    text = ""
    for at, it in enumerate(tokens):
        before = tokens[at - 1] if at else it
        if before.spelled.path == it.spelled.path and before.spelled.end <= it.spelled.start:
            apart = before.spelled.end < it.spelled.start
        else:
            apart = before.kind != "punct" and it.kind != "punct"
        text += f" {it.text}" if at and apart else it.text
    return text
