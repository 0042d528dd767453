"""Completion of rule ids in the brackets of a suppression comment."""

import re

from lsprotocol import types

from sklint.source import Span
from sklint_server.pages import known, page
from sklint_server.server import Server

_OPEN = re.compile(r"(?://|/\*).*\bsklint:[ \t]*ignore(?:-file|-next-line)?[ \t]*\[(?:[^\]]*[,\s])?([\w.-]*)$")
_REST = re.compile(r"[\w.-]*")


async def completion(ls: Server, params: types.CompletionParams) -> types.CompletionList | None:
    document = ls.document(params.text_document.uri)
    if document is None:
        return None
    at = document.lines.offset(params.position)
    start = document.lines.offset(types.Position(params.position.line, 0))
    before, after = document.data[start:at].decode(), document.data[at:].partition(b"\n")[0].decode()
    match = _OPEN.search(before)
    if match is None:
        return None
    rest = _REST.match(after)
    end = at + (len(rest[0].encode()) if rest else 0)
    place = document.lines.range(Span(document.path, at - len(match[1].encode()), end))
    packs = tuple(map(str, ls.session.configurations.config_for(document.path).rule_packs))
    return types.CompletionList(False, [item(it.id, it.summary, place) for it in known(packs).entries])


def item(rule_id: str, summary: str, place: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        rule_id,
        kind=types.CompletionItemKind.EnumMember,
        detail=summary,
        filter_text=rule_id,
        text_edit=types.TextEdit(place, rule_id),
        documentation=types.MarkupContent(types.MarkupKind.Markdown, page(rule_id)),
    )
