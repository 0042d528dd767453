"""The branches of directives that a place is in, and the directives that take a statement where another place is
taken."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.parse.lex import Lexeme, lex
from sklint.source import Source, Span

WORD = re.compile(r"#\s*([a-z]+)")


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of `#if … #endif`: the directives of its chain up to its own, the offsets between which it is, and the
    one where its chain starts."""

    directives: tuple[str, ...]
    start: int
    end: int
    chain: int


@dataclass(frozen=True, slots=True)
class Guard:
    """The lines of directives to put around a statement, "" for none. `end` is where the branch ends that they stand
    for, if no code follows there in any configuration: then the statement may stand at its end."""

    opening: str = ""
    closing: str = ""
    end: int | None = None


def guard(source: Source, extent: Span, declared: int, place: int, name: str) -> Guard | None:
    """What to put around a statement at `place`, so that it is there where the variable `name` is that is declared at
    another offset of the same text. None where directives cannot say so."""
    lexemes = list(lex(source.data, extent.start, extent.end))
    branches = list(branches_in(source, lexemes, extent.end))
    around = [it for it in branches if it.start <= place < it.end]
    texts = {it.directives for it in around}
    missing = [
        it
        for it in branches
        if it.start <= declared < it.end
        and it not in around
        and it.directives not in texts
        and not all_declare(lexemes, branches, it.chain, name)
    ]
    if missing and any(declared < it.start < place and word(it.text) in ("define", "undef") for it in lexemes):
        return None
    if not missing:
        return Guard()
    opening = "".join(f"{text}\n" for it in missing for text in it.directives)
    chains = {it.chain for it in missing}
    beside = [it for it in branches if it.chain in chains and it not in missing]
    behind = (it.start for it in lexemes if it.kind != "directive" and missing[-1].end <= it.start < place)
    follows = any(not any(one.start <= at < one.end for one in beside) for at in behind)
    return Guard(opening, "#endif\n" * len(missing), None if follows else missing[-1].end)


def branches_in(source: Source, lexemes: Sequence[Lexeme], end: int) -> Iterator[Branch]:
    """The branches of a text, outer ones first."""
    found: list[Branch] = []
    open_: list[tuple[int, list[Lexeme]]] = []
    for it in lexemes:
        what = word(it.text) if it.kind == "directive" else ""
        if what in ("elif", "else", "endif") and open_:
            chain, directives = open_[-1]
            found.append(Branch(written(source, directives), directives[-1].end, it.start, chain))
        if what in ("if", "ifdef", "ifndef"):
            open_.append((it.start, [it]))
        elif what in ("elif", "else") and open_:
            open_[-1][1].append(it)
        elif what == "endif" and open_:
            open_.pop()
    found += (Branch(written(source, them), them[-1].end, end, chain) for chain, them in open_)
    return iter(sorted(found, key=lambda it: (it.start, -it.end)))


def written(source: Source, directives: Sequence[Lexeme]) -> tuple[str, ...]:
    return tuple(source.decode(it.start, it.end).rstrip() for it in directives)


def all_declare(lexemes: Sequence[Lexeme], branches: Sequence[Branch], chain: int, name: str) -> bool:
    """Whether each branch of a chain declares a TPipe of a name, so that one is there whichever is taken."""
    them = [it for it in branches if it.chain == chain]
    return word(them[-1].directives[-1]) == "else" and all(declares(lexemes, it, name) for it in them)


def declares(lexemes: Sequence[Lexeme], branch: Branch, name: str) -> bool:
    inside = [it.text for it in lexemes if branch.start <= it.start < branch.end]
    return any(inside[at : at + 2] == ["TPipe", name] for at in range(len(inside)))


def word(directive: str) -> str:
    match = WORD.match(directive)
    return match[1] if match else ""
