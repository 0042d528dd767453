"""Kernels and their bindings in a document: which have none, and how one is written."""

import asyncio
from collections.abc import Iterable, Sequence

from sklint.finding import Edit
from sklint_server.documents import Document
from sklint_server.engine import ASKED
from sklint_server.messages import Generate, Generated
from sklint_server.outline import Bind, Entity, Outline
from sklint_server.results import Result
from sklint_server.server import Server


def bindings_of(kernel: str, outlines: Iterable[Outline]) -> list[Bind]:
    """The bindings of a kernel, each place once."""
    return list({it.span: it for outline in outlines for it in outline.binds if it.kernel == kernel}.values())


def known_outlines(ls: Server, own: Outline) -> list[Outline]:
    """The outline of a document and those of other files that have been read before."""
    return [own, *(it for _, it in ls.session.files.outlines.values())]


async def unbound_kernels(ls: Server, document: Document) -> Sequence[Entity]:
    """The kernels that a document defines and nothing that is known binds."""
    own = await ls.session.outline(document.path)
    outlines = known_outlines(ls, own)
    defined = (it for it in own.entities if it.kind == "kernel" and it.defined and it.span.path == document.path)
    return [it for it in defined if not bindings_of(it.qualified, outlines)]


async def generated_edits(ls: Server, document: Document, kernel: str) -> Sequence[Edit] | None:
    """The edits that write a kernel's binding, or with "" those of all kernels; None where there is none to write. The
    user is told why one is not."""
    request = ls.session.request(document.source)
    if isinstance(request, Result):
        return None
    future = ls.session.engine.ask(f"bind {document.path}", ASKED, Generate(request, kernel))
    await asyncio.wait([future])
    answer = None if future.cancelled() else future.result()
    if isinstance(answer, Generated) and answer.refused:
        ls.warn(answer.refused)
    same = ls.session.still(document)
    return answer.edits if isinstance(answer, Generated) and same else None
