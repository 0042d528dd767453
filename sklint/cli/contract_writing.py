"""The run of `sklint write-io-contract`: sources read, entries drafted, the contract shown, written or added to."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from sklint.cli.output import say, say_bytes
from sklint.cli.published import write_whole
from sklint.cli.write_io_contract import Given
from sklint.cli.writing import changed_meanwhile, may_write, replace_file
from sklint.contract import contract_source, question
from sklint.error import SklintError
from sklint.generate.adapt_headers import Headers
from sklint.generate.adapt_source import Given as Asset
from sklint.generate.adapt_sources import collect
from sklint.generate.contract_apart import Read, drafts_apart
from sklint.generate.contract_draft import Draft, Drafted
from sklint.generate.contract_writing import added, missing, new_contract, open_questions
from sklint.generate.request import BindRequest
from sklint.pool import Failure
from sklint.report.totals import count
from sklint.resolve import resolver
from sklint.source import Source

STDOUT = Path("-")


def run(given: Given) -> int:
    """Write the contract; gives the exit code."""
    path = None if given["output"] == STDOUT else given["output"]
    before = contract_source(path) if path and path.exists() else None
    read = read_asset(given["asset"])
    found = chosen(read, given)
    new = missing(before, found) if before else [it for it in found if it.draft]
    tell(new, found, read)
    drafts = [it.draft for it in new if it.draft]
    if not any(it.draft for it in found):
        say(f"{given['asset']}: no kernel to write an entry for.\n", to_stderr=True)
        return 1
    after = added(before, drafts) if before else Source(str(path or ""), new_contract(drafts).encode())
    put(path, before, after)
    left = len(open_questions(after))
    say(f"{done(path, before, len(drafts))}{sentence(left)}\n", to_stderr=True)
    return int(left > 0)


def put(path: Path | None, before: Source | None, after: Source) -> None:
    """Show the contract, or write it. SklintError where it is read-only, or no longer as it was read."""
    if path is None:
        say_bytes(after.data)
    elif before is None:
        write_whole(path, after.data)
    elif before.data != after.data:
        if not may_write(before.path):
            raise SklintError(f"{before.path}: the file or its folder is read-only; make both writable")
        if changed_meanwhile(before):
            raise SklintError(f"{before.path}: it changed while it was read; run sklint again")
        replace_file(after)


def read_asset(asset: Path) -> Read:
    """Every kernel of the sources, once. SklintError for a source that cannot be read."""
    collected = collect(asset)
    given = Asset(collected, BindRequest(), resolver(), {}, Headers())
    drafted: dict[tuple[str, tuple[str, ...]], Drafted] = {}
    texts: dict[str, bytes] = {}
    for source in collected.sources.values():
        read = drafts_apart(given.request(source, {}))
        if isinstance(read, Failure):
            raise SklintError(f"{source.path}: {read.reason}")
        texts |= read.texts
        for it in read.drafted:
            drafted.setdefault((it.qualified, it.arguments), it)
    return Read(tuple(drafted.values()), texts)


def chosen(read: Read, given: Given) -> list[Drafted]:
    """The kernels that are asked for. SklintError for one that is not there."""
    names = given["kernel"]
    for name in names:
        if not any(name in (it.kernel, it.qualified) for it in read.drafted):
            there = ", ".join(dict.fromkeys(it.qualified for it in read.drafted)) or "none"
            raise SklintError(f"{given['asset']} has no kernel {name}; there is {there}")
    return [it for it in read.drafted if not names or it.kernel in names or it.qualified in names]


# what is told


def tell(new: Sequence[Drafted], found: Sequence[Drafted], read: Read) -> None:
    """A line for each entry that is new, for each decision in it, and for each kernel that gets none."""
    for it in found:
        if it in new or it.skipped:
            source = Source(it.span.path, read.texts[it.span.path])
            place = f"{it.span.path}:{source.line_at(it.span.start)}"
            for line in [f"no entry: {it.skipped}"] if it.draft is None else lines(it.draft):
                say(f"{place}: {it.draft.name if it.draft else it.qualified}: {line}\n", to_stderr=True)


def lines(draft: Draft) -> Iterator[str]:
    known = {"inputs": draft.inputs, "outputs": draft.outputs, "workspaces": draft.workspaces}
    proved = "; ".join(f"{key} {', '.join(names)}" for key, names in known.items() if names)
    yield proved or "which tensors it reads and writes is not proved"
    yield from (question(key, what) for key, what in draft.undecided.items())


def done(path: Path | None, before: Source | None, new: int) -> str:
    entries = f"{new} {'entry' if new == 1 else 'entries'}"
    if before and not new:
        return f"{path} has an entry for each kernel and stays as it is"
    return f"Added {entries} to {path}" if before else f"Wrote {entries} to {path}" if path else entries


def sentence(left: int) -> str:
    """What is left to do."""
    way = 'answer each where it belongs and remove it from "undecided"'
    return f"; {count(left, 'decision')} left: {way}." if left else ", complete."
