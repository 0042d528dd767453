"""How characters look on a terminal: how many columns they take, and what stands for those that must not be sent."""

import unicodedata

TAB = "    "
EMOJI_STYLE = "\ufe0f"  # makes the character before it, mostly a narrow one, a wide emoji
DIRECTION_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def portable(text: str) -> str:
    """`text` without lone surrogates, so that it can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()


def printable(text: str) -> str:
    """`text` on one line, without what a terminal would act on: control characters and marks that turn text around."""
    return text if text.isascii() and text.isprintable() else "".join(map(glyph, text))


def glyph(character: str) -> str:
    """What is shown for one character of a source."""
    if character == "\t":
        return TAB
    if character < " ":
        return chr(0x2400 + ord(character))
    hidden = unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
    return "\ufffd" if hidden or character in DIRECTION_MARKS else character


def width(shown: str) -> int:
    """The columns that shown text takes on a terminal."""
    return len(shown) if shown.isascii() else sum(map(_columns, shown))


def _columns(character: str) -> int:
    if character == EMOJI_STYLE:
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
