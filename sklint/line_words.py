"""What the words of one line of a body are, by themselves."""

from collections.abc import Iterator, Sequence

from sklint.body_words import Item, Line, closing, texts

DESTROYS = ("DestroyWithoutPipeAll", "Destroy")


def is_code(line: Line) -> bool:
    return any(it.text not in ("{", "}") for it in line)


def bare(items: Sequence[Item]) -> Iterator[Item]:
    """The items without brackets around a parameter alone: `(args->x)` where the kernel has `x`."""
    edges = (at for at in range(1, len(items) - 1) if items[at].text.startswith("$") and in_brackets(items, at))
    left_out = {edge for at in edges for edge in (at - 1, at + 1)}
    return (it for at, it in enumerate(items) if at not in left_out)


def in_brackets(items: Sequence[Item], at: int) -> bool:
    """Whether brackets of no meaning are around an item. After a name they are those of a call, after `>`, `]` and `)`
    they may be."""
    before = items[at - 2].text if at >= 2 else ";"
    call = (before.isidentifier() and before != "return") or before in (">", "]", ")")
    return items[at - 1].text == "(" and items[at + 1].text == ")" and not call


def called_at_once(rest: Line) -> bool:
    """Whether what follows the body of a lambda calls it, and nothing else: `();`."""
    words = texts(rest)
    return words[:1] == ("(",) and words[-2:] == (")", ";") and closing(rest, 0) == len(rest) - 2


def is_destroy(words: Sequence[str]) -> bool:
    """Whether a statement destroys a TPipe, or those of a parameter pack: `(pipes.Destroy(), ...);`."""
    if tuple(words[-4:]) == (",", "...", ")", ";") and words[0] == "(":
        return is_destroy((*words[1:-4], ";"))
    called = tuple(words[-3:]) == ("(", ")", ";")
    return len(words) > 5 and called and words[-4] in DESTROYS and words[-5] in (".", "->")
