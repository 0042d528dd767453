"""The commands of a CMake file, in order: comments and text in strings are none."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
    (?P<blank>[ \t\r\n;]+ | \#\[(?P<hashes>=*)\[.*?(?:\](?P=hashes)\]|\Z) | \#[^\n]*)
  | \[(?P<equals>=*)\[(?P<bracket>.*?)(?:\](?P=equals)\]|\Z)
  | "(?P<quoted>(?:\\.|[^"\\])*)(?:"|\Z)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<bare>(?:\\.|\$\([^()]*\)|[^\s()"\#;\\]|(?<=[^\s()"\#;])")+)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name in lower case, its arguments without quotes, the line it begins at (from 1)."""

    name: str
    arguments: tuple[str, ...]
    line: int

    @property
    def upper(self) -> frozenset[str]:
        return frozenset(it.upper() for it in self.arguments)


def commands(text: str) -> Iterator[Command]:
    """The commands of a text; what is none is passed over."""
    name, line, depth = "", 0, 0
    arguments: list[str] = []
    for it in TOKEN.finditer(text):
        kind = it.lastgroup or "other"
        if kind in ("blank", "hashes"):
            continue
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth == 0 and name:
                yield Command(name.lower(), tuple(arguments), line)
            if depth <= 0:
                name, depth, arguments = "", 0, []
        elif depth:
            arguments.append(
                next(found for key in ("bracket", "quoted", "bare", "other") if (found := it[key]) is not None)
            )
        else:
            name, line = (it[kind], text.count("\n", 0, it.start()) + 1) if kind == "bare" else ("", 0)
