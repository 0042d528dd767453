"""The pipes in objects of classes that a function defines in its own body. A class with a word that destroys one is
left alone: when its methods run is not followed."""

from collections.abc import Iterator

from sklint.body import Body, Local, Statement
from sklint.local_classes import CLASS_WORDS, simple
from sklint.parse.brackets import after

TPIPE = "AscendC::TPipe"
DESTROYS = frozenset(("DestroyWithoutPipeAll", "Destroy"))
HIDING = frozenset(("private", "protected"))


def local_pipes(body: Body) -> Iterator[tuple[Local, str]]:
    """Each object of such a class with the path of a pipe in it."""
    for definition, end in definitions(body):
        members = list(pipe_members(body, definition.first, end))
        for it in body.locals if members else ():
            if is_object(body, it, definition, end):
                yield from ((it, f"{it.name}.{member}") for member in members)


def open_pipe(body: Body, local: Local) -> bool:
    """Whether anybody may name the members of the class of an object, which the body defines."""
    return any(
        body.tokens[it.first].text == "struct" and HIDING.isdisjoint(one.text for one in body.tokens[it.first : end])
        for it, end in definitions(body)
        if is_object(body, local, it, end)
    )


def definitions(body: Body) -> Iterator[tuple[Statement, int]]:
    """The statements that define a class, with where its braces end."""
    if not any(it.text in CLASS_WORDS for it in body.tokens):
        return
    for it in simple(body.statement):
        texts = [token.text for token in body.tokens[it.first : it.last]]
        if texts[0] in CLASS_WORDS and "{" in texts:
            yield it, after(body.tokens, it.first + texts.index("{"))


def is_object(body: Body, local: Local, definition: Statement, end: int) -> bool:
    """Whether a local is an object, not a pointer to one, of a class that the body defines."""
    if local.static or local.array or local.type.pointer or local.type.reference:
        return False
    name = body.tokens[definition.first + 1]
    named = name.kind == "name" and local.type.record.endswith(f"::{name.text}")
    return (named and local.index > definition.first) or end <= local.index < definition.last


def pipe_members(body: Body, first: int, end: int) -> Iterator[str]:
    """The members of a class that are pipes themselves."""
    tokens = body.tokens
    if any(it.text in DESTROYS for it in tokens[first:end]):
        return
    level = 0
    for at in range(first, end - 2):
        level += (tokens[at].text == "{") - (tokens[at].text == "}")
        meaning = body.references.get(at)
        if level == 1 and meaning and meaning.kind == "type" and meaning.qualified == TPIPE:
            name, behind = tokens[at + 1], tokens[at + 2].text
            if name.kind == "name" and behind in (";", "{", "="):
                yield name.text
