"""The binding of each kernel that has none, beside the sources as they are: what `sklint bind` would write."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from sklint.delivery.code_reading import KernelFacts
from sklint.delivery.conversion import Analysis
from sklint.finding import Finding
from sklint.generate.apart import SECONDS, Asked, answer
from sklint.generate.bind_file import Bindings
from sklint.generate.positions import edited
from sklint.generate.request import BindRequest, problem
from sklint.jobs import default_jobs
from sklint.pool import Failure, Pool
from sklint.relocated import relocated, relocated_sources
from sklint.source import Source, Span

MADE = "src"


@dataclass(frozen=True)
class Entry:
    """A kernel that has no binding and what came of binding it. `name` is that of its scaffold; `data` the text of its
    file with its binding, None where `problems` stand in the way. Places count from the asset's folder."""

    kernel: KernelFacts
    name: str
    source_file: str
    data: bytes | None = None
    problems: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    sources: dict[str, Source] = field(default_factory=dict[str, Source])

    @property
    def scaffold_file(self) -> str:
        return f"{MADE}/{self.name}_sk_binding.asc"


def binding_entries(it: Analysis) -> tuple[Entry, ...]:
    """Every kernel without a binding, bound in a worker as `sklint bind FILE --kernel NAME` does."""
    kernels = {(one.path, one.qualified): one for one in reversed(it.it.unbound)}
    ordered = sorted(kernels.values())
    entries = [
        Entry(one, name, it.asset.local(one.path)) for one, name in zip(ordered, entry_names(it, ordered), strict=True)
    ]
    found = dict(replies(it, entries))
    return tuple(with_reply(it, one, found[one.name]) for one in entries)


def entry_names(it: Analysis, kernels: Sequence[KernelFacts]) -> list[str]:
    """The kernels' names; with namespaces, with the file and with a number, where two would meet. Names that differ in
    case alone meet as well: not every disk tells them apart."""
    plain = Counter(one.name.casefold() for one in kernels)
    taken: set[str] = set()
    found: list[str] = []
    for one in kernels:
        scoped = one.qualified.replace("::", "_")
        long = f"{identifier(it.asset.local(one.path))}_{scoped}"
        short = (one.name,) if plain[one.name.casefold()] == 1 else ()
        numbered = (f"{long}_{number}" for number in itertools.count(2))
        name = next(name for name in itertools.chain(short, (scoped, long), numbered) if name.casefold() not in taken)
        taken.add(name.casefold())
        found.append(name)
    return found


def identifier(path: str) -> str:
    """`kernels/add.asc` as a name: `kernels_add_asc`."""
    return "".join(it if it.isalnum() else "_" for it in path)


def replies(it: Analysis, entries: Sequence[Entry]) -> Iterator[tuple[str, Bindings | Failure]]:
    requests = [(one.name, msgspec.msgpack.encode(asked(it, one))) for one in entries]
    with Pool[str](answer, min(default_jobs(), len(requests)), SECONDS) as pool:
        for name, found in pool.run(requests):
            yield name, found if isinstance(found, Failure) else msgspec.msgpack.decode(found, type=Bindings)


def asked(it: Analysis, entry: Entry) -> Asked:
    source = source_of(it, entry)
    return Asked(it.reading.request(it.asset, source), BindRequest(), (entry.kernel.qualified,))


def source_of(it: Analysis, entry: Entry) -> Source:
    found = it.asset.file(entry.source_file)
    return found.source if found and found.source else Source(entry.kernel.path, b"")


def with_reply(it: Analysis, entry: Entry, found: Bindings | Failure) -> Entry:
    """The entry with what came of binding it, its findings at places that count from the asset."""
    source, name = source_of(it, entry), entry.kernel.qualified
    if isinstance(found, Failure):
        wrong = problem("source-not-read", source.span(0, 0), f"{name} is not bound: its file {found.reason}", name)
        return told(it, entry, source, (wrong,))
    problems = tuple(map(for_scaffold, found.problems))
    if not problems and name not in found.bound:
        text = f"{name} is not bound, and one configuration of its file has it bound already"
        problems = (problem("entry-unknown", source.span(0, 0), text, name),)
    data = None if problems else edited(source, found.edits).source.data
    texts = {path: Source(path, text) for path, text in found.texts.items()}
    notes = tuple(relocated(one, it.asset.root) for one in found.notes)
    return replace(told(it, entry, source, problems, texts), data=data, notes=notes)


def told(
    it: Analysis,
    entry: Entry,
    source: Source,
    problems: Sequence[Finding],
    texts: Mapping[str, Source] | None = None,
) -> Entry:
    sources = relocated_sources({**(texts or {}), source.path: source}, it.asset.root)
    return replace(entry, problems=tuple(relocated(one, it.asset.root) for one in problems), sources=sources)


def for_scaffold(finding: Finding) -> Finding:
    """A finding of the generator in the words of a command that has no --bind-target."""
    text = finding.message.replace("with --bind-target", "with `sklint bind` and --bind-target")
    return msgspec.structs.replace(finding, message=text)


def unread(it: Analysis) -> Iterator[Finding]:
    """The kernels that the parser did not see, and the sources that it gave up on: what they need is not known."""
    lines = [
        (path, line, f"kernel {name} was not understood by the parser", name) for path, line, name in it.it.code.lost
    ]
    lines += [(path, 1, f"{it.asset.local(path)} {reason}", "") for path, reason in it.it.code.unread]
    for path, line, text, name in lines:
        found = it.asset.file(it.asset.local(path))
        at = found.source.line_starts[line - 1] if found and found.source else 0
        yield problem("source-not-read", Span(it.asset.local(path), at, at), text, name)


def unread_sources(it: Analysis) -> dict[str, Source]:
    """The sources that `unread` speaks of."""
    names = {one.span.path for one in unread(it)}
    return {one.path: Source(one.path, one.source.data) for one in it.asset.files if one.path in names and one.source}
