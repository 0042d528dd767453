"""Symbols: kernels, SK functions, args structs with their fields, bindings; of a document or of the workspace."""

from collections.abc import Iterator

from lsprotocol import types

from sklint_server.convert import Lines
from sklint_server.engine import ASKED
from sklint_server.outline import Bind, Entity, Outline
from sklint_server.server import Server

KINDS = {
    "kernel": types.SymbolKind.Function,
    "sk function": types.SymbolKind.Method,
    "struct": types.SymbolKind.Struct,
}


async def document_symbol(
    ls: Server, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    path = ls.path(params.text_document.uri)
    outline = await ls.session.outline(path)
    document = ls.session.documents.get(path)
    if document is None:
        return None
    symbols = list(symbols_of(outline, path, document.lines))
    symbols.sort(key=lambda it: (it.range.start.line, it.range.start.character))
    if ls.session.client.nested_symbols:
        return symbols
    return [types.SymbolInformation(types.Location(document.uri, it.range), it.name, it.kind) for it in symbols]


def symbols_of(outline: Outline, path: str, lines: Lines) -> Iterator[types.DocumentSymbol]:
    yield from (entity_symbol(it, lines) for it in outline.entities if it.span.path == path and it.name)
    yield from (bind_symbol(it, lines) for it in outline.binds if it.span.path == path)


def entity_symbol(it: Entity, lines: Lines) -> types.DocumentSymbol:
    fields = [
        types.DocumentSymbol(
            part.name, types.SymbolKind.Field, lines.range(part.span), lines.range(part.span), detail=part.type
        )
        for part in it.parts
        if it.kind == "struct" and part.name and it.extent.contains(part.span)
    ]
    detail = f"{it.kind} {it.kernel_type}".strip()
    whole, name = lines.range(it.extent), lines.range(it.span)
    return types.DocumentSymbol(it.name, KINDS[it.kind], whole, name, detail=detail, children=fields)


def bind_symbol(it: Bind, lines: Lines) -> types.DocumentSymbol:
    name, detail = f"SK_BIND {it.kernel_text}", f"mask {it.mask_text}: {', '.join(it.parts)}"
    whole, place = lines.range(it.extent), lines.range(it.span)
    return types.DocumentSymbol(name, types.SymbolKind.Interface, whole, place, detail=detail)


async def workspace_symbol(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """The kernels, SK functions and args structs of the workspace whose name has the letters of the query in order."""
    outlines = await ls.session.files.all_outlines(ASKED)
    entities = {it.span: it for outline in outlines.values() for it in outline.entities if it.name}
    found: list[types.SymbolInformation] = []
    for it in entities.values():
        if has_letters(it.name.lower(), params.query.lower()) and (lines := ls.lines(it.span.path)):
            location = types.Location(ls.uri(it.span.path), lines.range(it.span))
            container = it.qualified.rpartition("::")[0] or None
            found.append(types.SymbolInformation(location, it.name, KINDS[it.kind], container_name=container))
    return sorted(found, key=lambda it: (it.name, it.location.uri, it.location.range.start.line))


def has_letters(name: str, query: str) -> bool:
    rest = iter(name)
    return all(letter in rest for letter in query if not letter.isspace())
