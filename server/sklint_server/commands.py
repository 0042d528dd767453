"""The commands of the server: fix all of a document, generate a binding, show a rule's page, tell the configuration."""

from collections.abc import Callable, Sequence

from lsprotocol import types

from sklint.closest import hint
from sklint.finding import Edit
from sklint.request import cache_folder
from sklint.selection import nearest
from sklint_server.bindings import generated_edits
from sklint_server.edits import workspace_edit
from sklint_server.lens import GENERATE
from sklint_server.pages import page, rule_ids
from sklint_server.server import Server
from sklint_server.settling import settled_edits
from sklint_server.uris import uri_of

FIX_ALL = "sklint.server.fixAll"
SHOW_RULE = "sklint.server.showRule"
SHOW_CONFIGURATION = "sklint.server.showConfiguration"


async def fix_all(ls: Server, uri: str) -> bool:
    document = await ls.session.current(ls.path(uri))
    edits = await settled_edits(ls.session, document) if document else None
    return await apply(ls, "Fix all that sklint can repair safely", edits)


async def generate_bind(ls: Server, uri: str, kernel: str) -> bool:
    document = await ls.session.current(ls.path(uri))
    edits = await generated_edits(ls, document, kernel) if document else None
    return await apply(ls, f"Generate SK bind for '{kernel}'", edits)


async def apply(ls: Server, label: str, edits: Sequence[Edit] | None) -> bool:
    edit = workspace_edit(ls, edits) if edits else None
    if edit is None or not ls.session.client.applies_edits:
        return False
    return (await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label))).applied


async def show_rule(ls: Server, rule: str) -> str:
    """The page of a rule; where the client shows documents it is opened as well."""
    packs = ls.session.packs()
    text = next((text for it in packs if (text := page(rule, it))), "")
    if not text:
        ids = list(dict.fromkeys(name for it in packs for name in rule_ids(it)))
        told = f"sklint: {rule} names no rule{hint(nearest(rule, ids))}"
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, told))
    elif ls.session.client.shows_documents:
        place = cache_folder() / "pages" / f"{rule}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        await ls.window_show_document_async(types.ShowDocumentParams(uri_of(place.as_posix())))
    return text


def show_configuration(ls: Server, uri: str) -> str:
    """The configuration file that counts for a document, "" for none."""
    return str(ls.session.configurations.config_for(ls.path(uri)).path or "")


COMMANDS: dict[str, Callable[..., object]] = {
    FIX_ALL: fix_all,
    GENERATE: generate_bind,
    SHOW_RULE: show_rule,
    SHOW_CONFIGURATION: show_configuration,
}
