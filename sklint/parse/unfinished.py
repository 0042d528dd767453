"""Where a file is half read: declarations and bodies that do not end, brackets that do not meet, statements cut off.

What a fix would write there lands in the middle of something.
"""

from collections.abc import Iterable, Iterator, Sequence

from sklint.parse.lex import Lexeme

CLOSING = {")": "(", "]": "[", "}": "{"}
CUT = ("expected ';' after expression", "expected expression", "expected ';' at end of declaration")
"""How the compiler's words begin where a statement of a body stops short."""

LOST = ("expected ", "extraneous ", "unterminated ")
"""How they begin where anything does not end, or ends twice."""


def unfinished(code: Iterable[Lexeme], size: int, errors: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """The ranges of a file of `size` bytes that are half read: from the first declaration that does not end to the end
    of the file, and each declaration that holds an error of a statement that stops short. Namespaces are looked into;
    `errors` are the places and words of what the compiler could not read."""
    cuts = [at for at, words in errors if words.startswith(CUT)]
    declared: list[Lexeme] = []
    brackets: list[str] = []
    before = scopes = 0
    for it in code:
        if it.text == "}" and not declared and scopes:
            scopes -= 1
            continue
        if it.text == "{" and not brackets and is_scope(declared):
            scopes, declared = scopes + 1, []
            continue
        declared.append(it)
        if it.text in CLOSING.values():
            brackets.append(it.text)
        elif it.text in CLOSING and (not brackets or brackets.pop() != CLOSING[it.text]):
            yield before, size
            return
        if not brackets and it.text in (";", "}"):
            before = declared[0].start
            if any(before <= at <= it.end for at in cuts):
                yield before, it.end
            declared = []
    if declared or scopes:
        yield (declared[0].start if declared else size), size


def is_scope(head: Sequence[Lexeme]) -> bool:
    """Whether a brace after these words opens a namespace or an `extern "C"`."""
    words = [it.text for it in head]
    return "namespace" in words[:2] or (words[:1] == ["extern"] and len(words) == 2 and head[1].kind == "string")
