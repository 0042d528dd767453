"""Inlay hints: the bits of a binding's mask, behind it. Off unless the settings say otherwise."""

from lsprotocol import types

from sklint_server.masks import bits_of
from sklint_server.server import Server

SHORT = {1: "waits itself", 2: "starts next early", 4: "no flush", 8: "no schedmode check"}


async def inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    if not ls.session.configurations.settings.inlay_hints:
        return None
    path = ls.path(params.text_document.uri)
    outline = await ls.session.outline(path)
    document = ls.session.documents.get(path)
    if document is None:
        return None
    lines = document.lines
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    return [
        types.InlayHint(lines.position(it.mask.end), short(it.mask_value), padding_left=True)
        for it in outline.binds
        if it.mask and it.mask_value and it.mask.path == path and start <= it.mask.end <= end
    ]


def short(mask: int) -> str:
    return ", ".join(SHORT.get(bit, f"{bit}?") for bit, _ in bits_of(mask))
