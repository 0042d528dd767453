"""The ways to write the args struct itself, as words of the normal form: `*args`, `args[0]`, `*&copy`, `&copy`."""

from collections.abc import Sequence

from sklint.body_words import Reading, bracketed


def means_pointer(words: Sequence[str], reading: Reading) -> bool:
    """Whether the words are a pointer to the args struct."""
    if bracketed(words):
        return means_pointer(words[1:-1], reading)
    if tuple(words[:4]) == ("std", "::", "addressof", "(") and words[-1] == ")":
        return means_struct(words[4:-1], reading)
    if len(words) > 1 and words[0] == "&":
        return means_struct(words[1:], reading)
    return len(words) == 1 and words[0] in reading.args


def means_struct(words: Sequence[str], reading: Reading) -> bool:
    """Whether the words are the args struct, or a copy of it."""
    if bracketed(words):
        return means_struct(words[1:-1], reading)
    if tuple(words[:4]) == ("std", "::", "move", "(") and words[-1] == ")":
        return means_struct(words[4:-1], reading)
    if len(words) > 1 and words[0] == "*":
        return means_pointer(words[1:], reading)
    if tuple(words[-3:]) == ("[", "0", "]"):
        return means_pointer(words[:-3], reading)
    return len(words) == 1 and words[0] in reading.copies
