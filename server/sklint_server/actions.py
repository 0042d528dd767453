"""Code actions: what can be done about a finding, about all of a file, about a kernel without binding or contract."""

from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sklint.finding import Finding, Fix, Safety
from sklint.fix import usable
from sklint_server.bindings import generated_edits, unbound_kernels
from sklint_server.contracts import contract_edit, kernels_of, offer
from sklint_server.documents import Document
from sklint_server.edits import workspace_edit
from sklint_server.publishing import SOURCE, diagnostic
from sklint_server.server import Server
from sklint_server.settling import settled_edits
from sklint_server.suppressing import suppressing

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
BIND = "refactor.rewrite.sklint.bind"
CONTRACT = "refactor.rewrite.sklint.contract"
KINDS = [types.CodeActionKind.QuickFix, FIX_ALL, BIND, CONTRACT]


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an action would do, as it travels to the client and back: the edits are made when it is chosen."""

    uri: str
    finding: str = ""
    fix: str = ""
    suppress: str = ""
    fix_all: bool = False
    kernel: str = ""
    kernels: bool = False
    contract: bool = False


async def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction | types.Command] | None:
    document = await ls.session.current(ls.path(params.text_document.uri))
    if document is None or not ls.session.client.literal_actions:
        return None
    only = params.context.only
    found = list(chosen(ls, document, params)) if wanted("quickfix", only) else []
    plans = [*(it for finding in found for it in quick_fixes(ls, document, finding, params.context.diagnostics))]
    if wanted(BIND, only):
        plans += [it async for it in bind_actions(ls, document, params.range)]
    if wanted(CONTRACT, only):
        plans += [it async for it in contract_actions(ls, document, params.range)]
    if only and wanted(FIX_ALL, only) and any(usable(it, unsafe=False) for it in own(ls, document)):
        title = "Fix all that sklint can repair safely"
        plans.append((types.CodeAction(title, FIX_ALL), Plan(document.uri, fix_all=True)))
    if ls.session.client.resolves_edits:
        for action, plan in plans:
            action.data = msgspec.to_builtins(plan)
        return [action for action, _ in plans]
    return [action for action, plan in plans if await carry_out(ls, action, plan)]


async def resolve(ls: Server, params: types.CodeAction) -> types.CodeAction:
    """The action with its edit, made for the text as it is now."""
    plan = msgspec.convert(params.data, Plan)
    if not await carry_out(ls, params, plan):
        raise JsonRpcException("the text has changed and this is settled or gone", types.LSPErrorCodes.ContentModified)
    return params


async def carry_out(ls: Server, action: types.CodeAction, plan: Plan) -> bool:
    """Give an action its edit; False where the text as it is now leaves nothing to do."""
    document = await ls.session.current(ls.path(plan.uri))
    if document is None:
        return False
    if plan.contract:
        action.edit = await contract_edit(ls, document)
        return action.edit is not None
    edits = None
    finding = next((it for it in own(ls, document) if it.id == plan.finding), None)
    if plan.fix_all:
        edits = await settled_edits(ls.session, document)
    elif plan.kernel or plan.kernels:
        edits = await generated_edits(ls, document, plan.kernel)
    elif finding and plan.suppress:
        edits = [suppressing(document.source, finding)]
    elif finding:
        edits = next((it.edits for it in finding.fixes if it.title == plan.fix), None)
    action.edit = workspace_edit(ls, edits) if edits else None
    return action.edit is not None


def wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    asked = [it.value if isinstance(it, types.CodeActionKind) else it for it in only or ()]
    return not asked or any(kind == it or kind.startswith(f"{it}.") or it == "" for it in asked)


def own(ls: Server, document: Document) -> Sequence[Finding]:
    return ls.session.results.about(document.path, document)


def chosen(ls: Server, document: Document, params: types.CodeActionParams) -> Iterator[Finding]:
    """The findings that a request is about: those that its range touches."""
    lines = document.lines
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    for it in own(ls, document):
        whole = it.extent or it.span
        if whole.start <= end and start <= whole.end:
            yield it


def quick_fixes(
    ls: Server, document: Document, finding: Finding, given: Sequence[types.Diagnostic]
) -> Iterator[tuple[types.CodeAction, Plan]]:
    about = [it for it in given if it.source == SOURCE and identity(it) == finding.id]
    about = about or [diagnostic(ls, finding, document.lines)]
    quick = types.CodeActionKind.QuickFix
    fixes = [it for it in finding.fixes if it.edits]
    for fix in fixes:
        preferred = True if ls.session.client.preferred and sole_and_safe(fix, fixes) else None
        action = types.CodeAction(fix.title, quick, about, is_preferred=preferred)
        yield action, Plan(document.uri, finding=finding.id, fix=fix.title)
    if document.path.endswith(".json"):
        return  # which has no comments
    title = f"Suppress {finding.rule} on this line"
    yield types.CodeAction(title, quick, about), Plan(document.uri, finding=finding.id, suppress=finding.rule)


def sole_and_safe(fix: Fix, fixes: Sequence[Fix]) -> bool:
    return len(fixes) == 1 and fix.safety is Safety.SAFE


def identity(item: types.Diagnostic) -> str:
    try:
        return msgspec.convert(item.data, dict[str, str]).get("id", "")
    except msgspec.ValidationError:
        return ""


async def bind_actions(
    ls: Server, document: Document, range: types.Range
) -> AsyncIterator[tuple[types.CodeAction, Plan]]:
    """On a kernel without a binding: to write it, or those of all kernels of the file that have none."""
    start, end = document.lines.offset(range.start), document.lines.offset(range.end)
    unbound = await unbound_kernels(ls, document)
    here = [it for it in unbound if it.extent.start <= end and start <= it.extent.end]
    for kernel in here:
        action = types.CodeAction(f"Generate SK bind for '{kernel.name}'", BIND)
        yield action, Plan(document.uri, kernel=kernel.qualified)
    if here and len(unbound) > 1:
        action = types.CodeAction(f"Generate SK bind for the {len(unbound)} kernels of this file without one", BIND)
        yield action, Plan(document.uri, kernels=True)


async def contract_actions(
    ls: Server, document: Document, range: types.Range
) -> AsyncIterator[tuple[types.CodeAction, Plan]]:
    """On each kernel of the document: what it reads and writes is told to others by the contract of its file."""
    start, end = document.lines.offset(range.start), document.lines.offset(range.end)
    kernels = await kernels_of(ls, document)
    here = any(it.extent.start <= end and start <= it.extent.end for it in kernels)
    if here and (title := offer(ls, document, kernels)):
        yield types.CodeAction(title, CONTRACT), Plan(document.uri, contract=True)
