"""All safe fixes of a document at once."""

import asyncio

from sklint.catalogue import known_rules
from sklint.finding import Edit
from sklint.request import pack_folders
from sklint_server.documents import Document
from sklint_server.edits import differences
from sklint_server.engine import ASKED
from sklint_server.messages import Settle, Settled
from sklint_server.results import Result
from sklint_server.session import Session


async def settled_edits(session: Session, document: Document) -> list[Edit] | None:
    """The edits after which no safe fix is left; None where there is nothing to fix, or the text has changed since."""
    request = session.request(document.source)
    if isinstance(request, Result):
        return None
    config = session.configurations.config_for(document.path)
    rules = known_rules(pack_folders(config))
    off = tuple(rule for rule, category in rules.items() if not config.selects(rule, category, document.path))
    future = session.engine.ask(f"settle {document.path}", ASKED, Settle(request, off))
    await asyncio.wait([future])
    answer = None if future.cancelled() else future.result()
    if not isinstance(answer, Settled) or not session.still(document):
        return None
    return differences(document, answer.data) or None
