"""Where the body of a lambda may begin."""

from collections.abc import Iterator, Sequence

ENDS = frozenset((")", "]", "mutable", "noexcept", "constexpr"))
BEFORE = frozenset(("=", "(", ",", "{", "}", ";", ":", "?", "return", "!", "&&", "||"))
"""What stands before a lambda; after a name or a value a `[` takes an element."""
PAIRS = {"(": ")", "[": "]", "{": "}"}


def may_follow(word: str) -> bool:
    """Whether a `{` after this word may open the body of a lambda: so end its capture, its parameters and what
    qualifies it, as `__aicore__`."""
    return word in ENDS or (word.startswith("__") and word.endswith("__"))


def lambda_bodies(words: Sequence[str], first: int, last: int) -> Iterator[int]:
    """The indexes of the `{` of the lambdas that begin among the words from `first` to before `last`, those inside
    others left out."""
    done = first
    for at in introducers(words[:last], first):
        brace = body_of(words, at, last) if at >= done else 0
        if brace:
            yield brace
            done = paired(words, brace, last)


def introducers(words: Sequence[str], first: int = 0) -> Iterator[int]:
    """The indexes of the `[` that may begin a lambda."""
    for at in range(first, len(words)):
        if words[at] == "[" and (at == first or words[at - 1] in BEFORE) and words[at + 1 : at + 2] != ("[",):
            yield at


def body_of(words: Sequence[str], at: int, last: int) -> int:
    """The index of the `{` of the lambda whose `[` is at `at`; 0 where there is none."""
    at = paired(words, at, last) + 1
    if at < last and words[at] == "(":
        at = paired(words, at, last) + 1
    while at < last and words[at] != "{":
        if words[at] in (";", ",", "=", ")", "]", "["):
            return 0
        at = paired(words, at, last) + 1 if words[at] == "(" else at + 1
    return at if at < last else 0


def paired(words: Sequence[str], opening: int, last: int) -> int:
    """The index of the bracket that closes the one at `opening`."""
    level = 0
    for at in range(opening, last):
        level += (words[at] == words[opening]) - (words[at] == PAIRS[words[opening]])
        if level == 0:
            return at
    return last
