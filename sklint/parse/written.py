"""A call as the file has it: where its template arguments and its arguments stand."""

from collections.abc import Iterable, Iterator, Sequence

from sklint.model import Written
from sklint.parse.lex import Lexeme, lex
from sklint.parse.reading import Reading
from sklint.source import Span

LONGEST_CALL = 4000
"""How many bytes after its name a call's arguments are looked for."""


def written(reading: Reading, name: Span) -> Written | None:
    """The call whose name stands at `name`, as the file has it; None if it is none."""
    data = reading.source(name.path).data
    ahead = lex(data, name.end, min(len(data), name.end + LONGEST_CALL))
    lexemes = list(through_statement(it for it in ahead if it.kind != "directive"))
    at, template = listed(lexemes, 0, "<", ">") if lexemes and lexemes[0].text == "<" else (0, None)
    if template is None and at:
        return None
    end, arguments = listed(lexemes, at, "(", ")") if at < len(lexemes) and lexemes[at].text == "(" else (0, None)
    if arguments is None:
        return None
    spans = [tuple(Span(name.path, first, last) for first, last in them) for them in (template or [], arguments)]
    return Written(spans[0], spans[1], Span(name.path, name.start, lexemes[end - 1].end), template is not None)


def through_statement(lexemes: Iterable[Lexeme]) -> Iterator[Lexeme]:
    """The tokens up to the end of the statement, or of the brackets around it."""
    level = 0
    for it in lexemes:
        yield it
        level += (it.text in ("(", "[", "{")) - (it.text in (")", "]", "}"))
        if level < 0 or (level == 0 and it.text == ";"):
            return


def listed(lexemes: Sequence[Lexeme], opening: int, left: str, right: str) -> tuple[int, list[tuple[int, int]] | None]:
    """The index after the bracket that closes the one at `opening`, and the bytes between its commas; None if it is
    never closed."""
    level = 0
    found: list[tuple[int, int]] = []
    start = opening + 1
    for at in range(opening, len(lexemes)):
        text = lexemes[at].text
        level += (text in ("(", "[", "{", left)) - (text in (")", "]", "}", right))
        if (text == "," and level == 1) or level == 0:
            if at > start:
                found.append((lexemes[start].start, lexemes[at - 1].end))
            start = at + 1
        if level == 0:
            return at + 1, found if text == right else None
        if text == ";" or (left == "<" and text in ("&&", "||", ">>")):
            return at, None
    return len(lexemes), None
