"""Statements that an SK function has to hand the block count on: `uint32_t blocks = count;`, `op.blocks = count;`,
`op.SetBlocks(count);`."""

from collections.abc import Set

from sklint.body_words import BLOCKS, Line, texts

SETS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", ">=", "<<=", "|=", "&=", "^="))
"""`>>=` is `>` and `>=`."""
MEMBER = (["."], ["->"])


def hands_count_on(line: Line, variables: Set[str], params: Set[str]) -> bool:
    """Whether a line with the block count sets a member, or a variable that is none of the kernel's `variables` and
    `params`, or only tells it to a function: what a call does with the kernel's parameters besides is work, as a store
    to memory is."""
    words = texts(line)
    signs = [at for at, word in enumerate(words) if word in SETS]
    if not signs:
        return not any(is_param(it, params) for at, it in enumerate(words) if "(" in words[:at] or "{" in words[:at])
    *before, name = words[: signs[0]] or ("",)
    if not name or before[:1] == ["*"] or "[" in before:
        return False
    return before[-1:] in MEMBER or not (is_param(name, params) or name in variables)


def is_param(word: str, params: Set[str]) -> bool:
    return (word.startswith("$") and word != BLOCKS) or word in params
