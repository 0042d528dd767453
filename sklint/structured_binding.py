"""The names that a structured binding declares: `auto [a, b] = x;`, `const auto &[a, b] = x;`."""

from collections.abc import Iterator

from sklint.body import Body

REFERENCES = ("&", "&&")


def structured_bindings(body: Body) -> Iterator[tuple[int, ...]]:
    """The indexes of the names of each one in the body."""
    words = [it.text for it in body.tokens]
    for at in (at for at, word in enumerate(words) if word == "auto"):
        start = at + 2 if at + 1 < len(words) and words[at + 1] in REFERENCES else at + 1
        if words[start : start + 1] == ["["] and "]" in words[start:]:
            end = words.index("]", start)
            yield tuple(it for it in range(start + 1, end) if body.tokens[it].kind == "name")
