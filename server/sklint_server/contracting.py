"""The way to the drafts of IO contracts."""

from sklint.error import SklintError
from sklint.generate.contract_apart import read_drafts
from sklint.generate.contract_writing import added, missing, new_contract
from sklint.request import Request
from sklint.source import Source
from sklint_server.messages import Contracted


def contracted(request: Request, existing: Source | None) -> Contracted:
    """The contract of a source's kernels, or the one that is there with the entries that it lacks."""
    drafted = read_drafts(request).drafted
    found = [it for it in drafted if it.draft]
    if not found:
        return Contracted(b"", f"no IO contract: {'; '.join(it.skipped for it in drafted) or 'there is no kernel'}")
    try:
        new = missing(existing, found) if existing else found
        drafts = [it.draft for it in new if it.draft]
        return Contracted(added(existing, drafts).data if existing else new_contract(drafts).encode())
    except SklintError as wrong:
        return Contracted(b"", str(wrong))
