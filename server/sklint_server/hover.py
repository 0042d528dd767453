"""Hover: the page of a finding's rule, a mask decoded, a struct's layout beside the parameters, a kernel type, and what
is known of an interface."""

import re
from collections.abc import Sequence

from lsprotocol import types

from sklint.source import Span
from sklint_server.documents import Document
from sklint_server.engine import ASKED
from sklint_server.masks import bits_of
from sklint_server.outline import Bind, Entity, Outline, names, telling
from sklint_server.pages import page
from sklint_server.server import Server

WORD = re.compile(rb"\w")


async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    path = ls.path(params.text_document.uri)
    outline = await ls.session.outline(path)
    document = ls.session.documents.get(path)
    if document is None:
        return None
    at = Span(path, *[document.lines.offset(params.position)] * 2)
    if not names(outline, at):
        outline = telling(outline, at, await outlines_with(ls, path))
    texts = [*about_findings(ls, document, at), *about_binds(outline, at), *about_entities(outline, at)]
    if names_something(document, at.start) and (text := await ls.session.interface(document, at.start)):
        texts.append(text)
    if not texts:
        return None
    kind = types.MarkupKind.Markdown if ls.session.client.markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, "\n\n---\n\n".join(texts)))


async def outlines_with(ls: Server, path: str) -> list[Outline]:
    """Those of the sources that are known to include a file: nobody waits with the pointer until all are read."""
    return [await ls.session.files.outline(it, ASKED) for it in sorted(ls.session.results.dependants(path))]


def names_something(document: Document, offset: int) -> bool:
    """Whether a byte is of a word, or after one."""
    return bool(WORD.search(document.data[max(offset - 1, 0) : offset + 1]))


def about_findings(ls: Server, document: Document, at: Span) -> list[str]:
    findings = [it for it in ls.session.results.about(document.path, document) if (it.extent or it.span).touches(at)]
    packs = tuple(map(str, ls.session.configurations.config_for(document.path).rule_packs)) if findings else ()
    pages = {it.rule: page(it.rule, packs) for it in findings}
    return [text for text in pages.values() if text]


def about_binds(outline: Outline, at: Span) -> list[str]:
    return [mask_text(it) for it in outline.binds if it.mask and it.mask.touches(at)]


def mask_text(it: Bind) -> str:
    if it.mask_value is None:
        return f"**mask** `{it.mask_text}`: its value cannot be told here"
    lines = "".join(f"* {bit}: {meaning}\n" for bit, meaning in bits_of(it.mask_value))
    return f"**mask** `{it.mask_text}` = {it.mask_value}\n\n{lines or 'no bit is set'}"


def about_entities(outline: Outline, at: Span) -> list[str]:
    named = [it for it in outline.entities if it.span.touches(at)]
    used = {(it.kind, it.qualified) for it in outline.uses if it.span.touches(at)}
    named += [it for it in outline.entities if (it.kind, it.qualified) in used and it not in named]
    return [entity_text(outline, it) for it in named]


def entity_text(outline: Outline, it: Entity) -> str:
    if it.kind == "struct":
        return struct_text(it, kernels_with(outline, it))
    binds = [bind for bind in outline.binds if it.qualified in (bind.kernel, *bind.functions)]
    kernel_type = f"kernel type `{it.kernel_type}`" if it.kernel_type else "no kernel type"
    bound = [f"bound: `SK_BIND({bind.kernel_text}, {bind.mask_text}, {', '.join(bind.parts)})`" for bind in binds]
    return "\n\n".join((f"**{it.kind}** `{it.qualified}`", kernel_type, *bound))


def kernels_with(outline: Outline, struct: Entity) -> Sequence[Entity]:
    """The kernels whose SK functions take a struct."""
    functions = {it.qualified for it in outline.entities if it.kind == "sk function" and it.args == struct.qualified}
    kernels = {bind.kernel for bind in outline.binds if functions & {*bind.functions}}
    return [it for it in outline.entities if it.kind == "kernel" and it.qualified in kernels]


def struct_text(struct: Entity, kernels: Sequence[Entity]) -> str:
    """The layout of an args struct; with one kernel, its parameters beside the fields."""
    kernel = kernels[0] if len(kernels) == 1 else None
    size = f", {struct.size} bytes" if struct.size is not None else ""
    head = "| field | type | offset | size | align |" + (f" parameter of {kernel.name} |" if kernel else "")
    rows = [head, "| :--- | :--- | ---: | ---: | ---: |" + (" :--- |" if kernel else "")]
    for number, it in enumerate(struct.parts):
        numbers = " | ".join("?" if n is None else str(n) for n in (it.offset, it.size, it.align))
        row = f"| {it.name} | `{it.type}` | {numbers} |"
        rows.append(row + (f" {parameter(kernel, number)} |" if kernel else ""))
    return f"**args struct** `{struct.qualified}`{size}\n\n" + "\n".join(rows)


def parameter(kernel: Entity, number: int) -> str:
    return f"`{kernel.parts[number].type} {kernel.parts[number].name}`" if number < len(kernel.parts) else "none"
