"""The known name that somebody probably meant, if there is just one."""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches


def closest(word: str, known: Iterable[str]) -> str:
    """The known name most like a word; "" where none is like it, or two are so equally."""
    found = get_close_matches(word, sorted({*known} - {word}), n=2)
    if len(found) == 2 and likeness(word, found[0]) == likeness(word, found[1]):
        return ""
    return found[0] if found else ""


def likeness(word: str, other: str) -> float:
    return SequenceMatcher(a=other, b=word).ratio()


def hint(name: str) -> str:
    """The end of a message that tells what was probably meant."""
    return f"; did you mean {name}?" if name else ""
