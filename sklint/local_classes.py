"""The destructors of classes that a function defines in its own body."""

from collections.abc import Iterator

from msgspec.structs import replace

from sklint.body import Body, Statement
from sklint.model import Function
from sklint.parse.statements import read_block

CLASS_WORDS = frozenset(("struct", "class"))


def class_definitions(body: Body) -> list[Statement]:
    """The statements that define a class."""
    if not any(it.text in CLASS_WORDS for it in body.tokens):
        return []
    return [it for it in simple(body.statement) if defines_class(body, it)]


def local_destructors(function: Function) -> dict[str, Function]:
    """The destructors of the function's own classes, by the name of the class."""
    body = function.body
    found: dict[str, Function] = {}
    for it in class_definitions(body) if body else ():
        name = body.tokens[it.first + 1].text if body else ""
        if body and (block := destructor(body, it, name)):
            part = part_of(body, block)
            found[name] = replace(function, name=f"~{name}", params=(), load_body=lambda part=part: part)
    return found


def simple(statement: Statement) -> Iterator[Statement]:
    if statement.kind == "simple":
        yield statement
    for it in statement.children:
        yield from simple(it)


def defines_class(body: Body, it: Statement) -> bool:
    words = [token.text for token in body.tokens[it.first : it.last]]
    return words[0] in CLASS_WORDS and words[-2:] == ["}", ";"]


def destructor(body: Body, definition: Statement, name: str) -> Statement | None:
    words = [it.text for it in body.tokens[: definition.last]]
    starts = (at for at in range(definition.first, definition.last) if words[at : at + 4] == ["~", name, "(", ")"])
    at = next((words.index("{", start) for start in starts if "{" in words[start:]), None)
    return read_block(body.tokens, at) if at is not None else None


def part_of(body: Body, block: Statement) -> Body:
    """A block as a body of its own: the indexes of its tokens begin at 0."""
    first, last = block.first, block.last
    tokens = body.tokens[first:last]
    return replace(
        body,
        tokens=tokens,
        statement=read_block(tokens, 0),
        references={at - first: it for at, it in body.references.items() if first <= at < last},
        calls=tuple(replace(it, index=it.index - first) for it in body.calls if first <= it.index < last),
        locals=tuple(replace(it, index=it.index - first) for it in body.locals if first <= it.index < last),
        constructed=tuple(replace(it, index=it.index - first) for it in body.constructed if first <= it.index < last),
    )
