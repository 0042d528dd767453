"""Where the body of a lambda may begin."""

ENDS = frozenset((")", "]", "mutable", "noexcept", "constexpr"))


def may_follow(word: str) -> bool:
    """Whether a `{` after this word may open the body of a lambda: so end its capture, its parameters and what
    qualifies it, as `__aicore__`."""
    return word in ENDS or (word.startswith("__") and word.endswith("__"))
