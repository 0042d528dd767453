"""A function's body: its tokens, its statements, what its names stand for, the calls and variables in it."""

from clang.cindex import Cursor

from sklint.body import Body, Statement, Token
from sklint.parse.brackets import after
from sklint.parse.calls import read_calls, read_constructions, read_mentions
from sklint.parse.clang import Kind, Place, children, kind
from sklint.parse.names import Names
from sklint.parse.ranges import read_ranges
from sklint.parse.reading import Reading
from sklint.parse.statements import read_block
from sklint.parse.texts import past_splices
from sklint.source import Span


def read_body(reading: Reading, function: Cursor, compound: Cursor, name: str, record: str) -> Body | None:
    """The body of `function`, whose compound statement is `compound`; None if its text cannot be found."""
    place = reading.tree.place(compound.location)
    in_macro = not reading.stands("{", place)
    begin, end = reading.tree.extent(compound.extent)
    if not reading.in_project(begin.path):
        return None
    start = Place(begin.path, past_splices(reading.source(begin.path).data, begin.offset))
    tokens = macro_body(reading, place, name) if in_macro else reading.tokens(start.path, start.offset, end)
    if not tokens or tokens[0].text != "{":
        return None
    before = [] if in_macro or kind(function) != Kind.CONSTRUCTOR else initializers(reading, function, start)
    tokens = [*before, *tokens]
    extent = Span(start.path, start.offset, end)
    names = Names(reading, tokens, record)
    for it in children(function) if before else (compound,):
        names.collect(it)
    names.collect_params(function)
    return Body(
        tokens=tuple(tokens),
        statement=read_block(tokens, len(before)),
        references=names.references,
        calls=tuple(read_calls(names)),
        locals=tuple(names.locals.values()),
        extent=extent,
        in_macro=in_macro,
        constructed=(*read_constructions(names), *read_mentions(names), *read_ranges(names)),
    )


def read_initializer(reading: Reading, field: Cursor, record: str) -> Body | None:
    """The initialiser of a field as a body without statements; None where a macro makes it."""
    place = reading.tree.place(field.location)
    start, end = reading.tree.extent(field.extent)
    if not reading.stands(field.spelling, place) or start.path != place.path:
        return None
    tokens = tuple(reading.tokens(place.path, place.offset, end))
    names = Names(reading, tokens, record)
    names.collect(field)
    return Body(
        tokens=tokens,
        statement=Statement("block", len(tokens), len(tokens)),
        references=names.references,
        calls=tuple(read_calls(names)),
        locals=(),
        extent=Span(place.path, place.offset, end),
        in_macro=False,
        constructed=(*read_constructions(names), *read_mentions(names)),
    )


def initializers(reading: Reading, constructor: Cursor, body: Place) -> list[Token]:
    """The tokens from the `:` after a constructor's parameters to its body."""
    name = reading.tree.place(constructor.location)
    if name.path != body.path or name.offset > body.offset:
        return []
    tokens = reading.tokens(name.path, name.offset, body.offset)
    opening = next((at for at, it in enumerate(tokens) if it.text == "("), len(tokens))
    rest = tokens[after(tokens, opening) :] if opening < len(tokens) else []
    return rest[next((at for at, it in enumerate(rest) if it.text == ":"), len(rest)) :]


def macro_body(reading: Reading, place: Place, name: str) -> list[Token]:
    """The tokens of the body of the function `name` that the macro use at `place` makes."""
    tokens = reading.made_by_macro(place.path, place.offset)
    for at, it in enumerate(tokens):
        if it.text == name and at + 1 < len(tokens) and tokens[at + 1].text == "(":
            opening = after(tokens, at + 1)
            while opening < len(tokens) and tokens[opening].text not in ("{", ";"):
                opening += 1
            if opening < len(tokens) and tokens[opening].text == "{":
                return tokens[opening : after(tokens, opening)]
    return []
