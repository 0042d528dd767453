"""The macros that an IO contract builds a source with."""

from collections import Counter

from sklint.contract import Contract
from sklint.parse.lex import lex
from sklint.source import Source


def agreed_defines(contract: Contract | None, source: Source) -> list[str]:
    """The macros that the contract builds the source with: those with one value in all entries that it speaks of."""
    entries = contract.entries.values() if contract else ()
    if not any(it.defines for it in entries):
        return []
    words = frozenset(it.text for it in lex(source.data) if it.kind == "name")
    own = [it for it in entries if any(name.rpartition("::")[2] in words for name in it.names)]
    given = {define.removeprefix("-D") for it in own for define in it.defines}
    count = Counter(it.partition("=")[0] for it in given)
    return sorted(
        it for it in given if count[it.partition("=")[0]] == 1 and all(f"-D{it}" in one.defines for one in own)
    )
