"""Code lenses on kernels: how they are bound, or the offer to bind them."""

from lsprotocol import types

from sklint_server.bindings import bindings_of, known_outlines
from sklint_server.outline import Bind
from sklint_server.server import Server

GENERATE = "sklint.server.generateBind"


async def code_lens(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    path = ls.path(params.text_document.uri)
    own = await ls.session.outline(path)
    document = ls.session.documents.get(path)
    if document is None:
        return None
    outlines, lenses = known_outlines(ls, own), list[types.CodeLens]()
    for it in own.entities:
        if it.kind == "kernel" and it.span.path == path and it.defined:
            bindings = bindings_of(it.qualified, outlines)
            offer = types.Command(f"generate SK bind for {it.name}", GENERATE, arguments=[document.uri, it.qualified])
            command = types.Command(title(bindings[0]), "") if bindings else offer
            if bindings or ls.session.client.applies_edits:
                lenses.append(types.CodeLens(document.lines.range(it.span), command))
    return lenses


def title(bind: Bind) -> str:
    return f"bound: mask {bind.mask_text or '?'}, {', '.join(bind.parts)}"
