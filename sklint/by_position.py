"""Whether code fills or unpacks a struct by the places of its fields, so that their order means something there."""

from collections.abc import Iterator, Sequence

from sklint.declared import Struct
from sklint.parse.lex import Lexeme, lex
from sklint.unit import Unit

DECLARING = frozenset(("struct", "class", "union"))
DECLARED = frozenset(("{", ":", ";", "final"))
CLOSING = {"{": "}", "(": ")"}
REFERENCES = frozenset(("&", "&&"))


def used_by_position(unit: Unit, struct: Struct) -> bool:
    """Whether the project's files of the unit have `Args{x, 1}`, `Args a = {x, 1}`, `auto [x, n] = *args` and what else
    may be such a use: what only names the struct, points to it or declares an object of it is none."""
    files = [it.data for it in unit.sources.values() if struct.name.encode() in it.data]
    texts = [[it for it in lex(data) if it.kind != "directive"] for data in files]
    names = {struct.name}
    while more := {it for tokens in texts for it in other_names(tokens, names)} - names:
        names |= more
    return any(unpacks(tokens) or fills(tokens, names) for tokens in texts)


def other_names(tokens: Sequence[Lexeme], names: set[str]) -> Iterator[str]:
    """What `using A = Args;` and `typedef Args A;` make of the names."""
    for at, it in enumerate(tokens):
        end = next((to for to in range(at, len(tokens)) if tokens[to].text == ";"), at)
        if it.text in ("using", "typedef") and any(word.text in names for word in tokens[at:end]):
            yield tokens[at + 1 if it.text == "using" else end - 1].text


def unpacks(tokens: Sequence[Lexeme]) -> bool:
    words = [it.text for it in tokens]
    autos = (at + 1 for at, it in enumerate(words) if it == "auto")
    return any(words[at + (words[at : at + 1] != ["["] and words[at] in REFERENCES)] == "[" for at in autos)


def fills(tokens: Sequence[Lexeme], names: set[str]) -> bool:
    words = [it.text for it in tokens] + [""] * 4
    for at in (at for at, it in enumerate(words) if it in names):
        after = behind_arguments(words, at + 1)
        if words[at - 1] in DECLARING and words[after] in DECLARED:
            continue
        if words[after] in CLOSING and words[after + 1] != CLOSING[words[after]]:
            return True
        if words[after] == ">" or (words[after].isidentifier() and begins(words, after + 1)):
            return True
    return False


def begins(words: Sequence[str], at: int) -> bool:
    """Whether what stands behind a variable's name, or that of a function, gives its fields."""
    while words[at] == "[" and "]" in words[at:]:
        at = words.index("]", at) + 1
    at += words[at] == "="
    return words[at] == "(" or (words[at] == "{" and words[at + 1] != "}")


def behind_arguments(words: Sequence[str], at: int) -> int:
    """The index behind the template arguments that begin there, if any."""
    level, start = 0, at
    while words[start] == "<" and at < len(words):
        level += (words[at] == "<") - (words[at] == ">")
        at += 1
        if level == 0:
            return at
    return start
