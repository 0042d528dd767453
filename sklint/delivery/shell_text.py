"""The commands of a shell script, line by line: comments are none."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a line (from 1), joined with those it goes on with."""

    words: tuple[str, ...]
    line: int


def shell_lines(text: str) -> Iterator[Line]:
    """The lines that have words. One whose quotes are open at its end is split at blanks."""
    number = 0
    pending, start = "", 1
    for raw in text.splitlines():
        number += 1
        start = start if pending else number
        pending += raw
        if pending.endswith("\\"):
            pending = pending[:-1] + " "
            continue
        if words := split(pending):
            yield Line(words, start)
        pending = ""


def split(text: str) -> tuple[str, ...]:
    try:
        lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
        lexer.commenters = "#"
        return tuple(lexer)
    except ValueError:
        return () if text.lstrip().startswith("#") else tuple(text.split())
