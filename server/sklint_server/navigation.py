"""From a name to where it is defined and used, in all the workspace: kernel, SK function, args struct, binding."""

from collections.abc import Iterable, Iterator

from lsprotocol import types

from sklint.source import Span
from sklint_server.engine import ASKED
from sklint_server.outline import Bind, Entity, Outline, Part, telling
from sklint_server.server import Server

Named = tuple[str, str]
"""The kind and the qualified name of an entity."""


async def definition(ls: Server, params: types.DefinitionParams) -> list[types.Location] | None:
    """Of a use, the definition; of a definition, its counterpart: SK functions of a kernel, the kernel of an SK
    function, SK functions of a struct, the field of a parameter and the other way round."""
    at, own = await place(ls, params.text_document.uri, params.position)
    if at is None:
        return None
    outlines = [own, *(await ls.session.files.all_outlines(ASKED)).values()]
    own = telling(own, at, outlines)
    spans = [*definitions(used_at(own, at), outlines), *counterparts(own, at, outlines), *bound_at(own, at, outlines)]
    return locations(ls, spans) or None


async def references(ls: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    at, own = await place(ls, params.text_document.uri, params.position)
    if at is None:
        return None
    outlines = [own, *(await ls.session.files.all_outlines(ASKED)).values()]
    own = telling(own, at, outlines)
    names = used_at(own, at) or {named(it) for it in own.entities if it.span.touches(at)}
    if not names:
        return None
    uses = [it.span for outline in outlines for it in outline.uses if (it.kind, it.qualified) in names]
    own_places = definitions(names, outlines) if params.context.include_declaration else ()
    return locations(ls, [*own_places, *uses])


async def place(ls: Server, uri: str, position: types.Position) -> tuple[Span | None, Outline]:
    path = ls.path(uri)
    outline = await ls.session.outline(path)
    document = ls.session.documents.get(path)
    return (Span(path, *[document.lines.offset(position)] * 2) if document else None), outline


def named(it: Entity) -> Named:
    return it.kind, it.qualified


def used_at(outline: Outline, at: Span) -> set[Named]:
    return {(it.kind, it.qualified) for it in outline.uses if it.span.touches(at)}


def definitions(names: set[Named], outlines: Iterable[Outline]) -> list[Span]:
    found = [it for outline in outlines for it in outline.entities if named(it) in names]
    defined = [it for it in found if it.defined] or found
    return [it.span for it in defined]


def counterparts(own: Outline, at: Span, outlines: list[Outline]) -> Iterator[Span]:
    for it in own.entities:
        if it.span.touches(at):
            yield from definitions(others(it, outlines), outlines)
        for number, part in enumerate(it.parts):
            if part.span.touches(at):
                yield from (opposite.span for opposite in opposites(it, number, outlines))


def others(it: Entity, outlines: list[Outline]) -> set[Named]:
    binds = [bind for outline in outlines for bind in outline.binds]
    if it.kind == "kernel":
        return {("sk function", name) for bind in binds if bind.kernel == it.qualified for name in bind.functions}
    if it.kind == "sk function":
        return {("kernel", bind.kernel) for bind in binds if it.qualified in bind.functions}
    entities = (entity for outline in outlines for entity in outline.entities)
    return {named(entity) for entity in entities if entity.args == it.qualified}


def opposites(it: Entity, number: int, outlines: list[Outline]) -> Iterator[Part]:
    """The fields that take a kernel's parameter, the parameters that a field takes."""
    entities = [entity for outline in outlines for entity in outline.entities]
    functions = others(it, outlines)
    if it.kind == "struct":
        names = {name for entity in entities if named(entity) in functions for name in others(entity, outlines)}
    elif it.kind == "kernel":
        names = {("struct", entity.args) for entity in entities if named(entity) in functions and entity.args}
    else:
        return
    yield from (entity.parts[number] for entity in entities if named(entity) in names and number < len(entity.parts))


def bound_at(own: Outline, at: Span, outlines: list[Outline]) -> list[Span]:
    """What a binding binds, for its word SK_BIND."""

    def names(it: Bind) -> set[Named]:
        return {("kernel", it.kernel), *(("sk function", name) for name in it.functions)}

    return [span for it in own.binds if it.span.touches(at) for span in definitions(names(it), outlines)]


def locations(ls: Server, spans: Iterable[Span]) -> list[types.Location]:
    found: list[types.Location] = []
    for it in dict.fromkeys(spans):
        if lines := ls.lines(it.path):
            found.append(types.Location(ls.uri(it.path), lines.range(it)))
    return found
