"""Pieces of the Markdown pages: tables, lists, and names that Markdown leaves as they are."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from sklint.report.characters import portable, printable

MOST = 40
"""How many rows a table has: a page is for people, the JSON has them all."""


def code(text: object) -> str:
    """A name as code; backquotes and bars of its own included."""
    shown = printable(str(text)).replace("|", "\\|")
    if "`" not in shown:
        return f"`{shown}`" if shown else ""
    return f"`` {shown} ``"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    every = list(rows)
    lines = [head, tuple(":---" for _ in head), *every[:MOST]]
    more = f"\nand {len(every) - MOST} more\n" if len(every) > MOST else ""
    return "".join(f"| {' | '.join(it)} |\n" for it in lines) + more


def bullets(lines: Iterable[str]) -> str:
    return "".join(f"- {it}\n" for it in lines)


def commands(lines: Iterable[str]) -> str:
    return "```sh\n" + "".join(f"{it}\n" for it in lines) + "```\n"


def command(name: str, *words: str | Path) -> str:
    """A command line that a shell takes as it is."""
    return shlex.join(["sklint", name, *map(str, words)])


def page(*blocks: str) -> str:
    """Blocks with a blank line between each two; those that are empty are left out."""
    return portable("\n".join(it if it.endswith("\n") else f"{it}\n" for it in blocks if it))
