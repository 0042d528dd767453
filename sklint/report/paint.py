"""Colours: what each part of the text output looks like on a terminal."""

from collections.abc import Callable

Paint = Callable[[str, str], str]

STYLES = {
    "blocker": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "note": "1;36",
    "help": "1;32",
    "strong": "1",
    "gutter": "94",
    "removed": "31",
    "added": "32",
    "clear": "1;32",
}


def plain(style: str, text: str) -> str:
    """`text` as it is, whatever the style."""
    return text


def ansi(style: str, text: str) -> str:
    """`text` with the escape sequences of one of STYLES, or as it is where that has none."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style and text else text
