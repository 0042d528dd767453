"""The kernel sources of an asset, each adapted in a worker, with the headers in which kernels are defined."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from sklint.contract import Contract
from sklint.contract_defines import agreed_defines
from sklint.finding import Finding, Severity
from sklint.generate.adapt_entries import EntryFacts
from sklint.generate.adapt_file import Adapted, adapt_apart
from sklint.generate.adapt_headers import Headers, form_with
from sklint.generate.adapt_inputs import SupportFolder, support_texts
from sklint.generate.adapt_sources import HEADERS, Collected
from sklint.generate.apart import Asked
from sklint.generate.request import BindRequest, problem, remark
from sklint.generate.verify import standing_in_the_way
from sklint.pool import Failure
from sklint.request import Request, request_for
from sklint.resolve import ConfigFor
from sklint.sk_form import FileForm, code
from sklint.source import Source, Span

CERTAIN = "codegen.block-num-doubled"
"""A note that leaves no doubt about a binding."""


@dataclass(frozen=True)
class Done:
    """A source and what came of it. `entries` are those that no source before it has; `contract_problems` are about
    them."""

    name: str
    source: Source
    request: Request
    form: FileForm
    adapted: Adapted | None
    entries: tuple[EntryFacts, ...]
    problems: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    bound_headers: frozenset[str] = frozenset()
    contract_problems: tuple[Finding, ...] = ()

    @property
    def all_problems(self) -> tuple[Finding, ...]:
        return (*self.problems, *self.contract_problems)

    @property
    def changed(self) -> bool:
        """Whether something was bound, in the source or in a header of it."""
        it = self.adapted
        return it is not None and (
            it.data != self.source.data or any(path in it.headers for path in self.bound_headers)
        )

    def with_problems(self, found: Sequence[Finding]) -> "Done":
        return replace(self, contract_problems=tuple(found))


def adapt_sources(
    collected: Collected,
    bind: BindRequest,
    contract: Contract | None,
    config_for: ConfigFor,
    support: dict[Path, SupportFolder],
) -> tuple[Done, ...]:
    """Every source adapted; a header that others include is a part of them."""
    bind = replace(bind, targets=contract.bind_targets if contract else ())
    given = Given(collected, bind, config_for, support, Headers(), contract)
    headers = kernel_headers(given)
    done: list[Done] = []
    known: set[tuple[Span, tuple[str, ...]]] = set()
    included: set[str] = set()
    for name in sorted(collected.sources, key=lambda it: (Path(it).suffix in HEADERS, it)):
        if str(Path(collected.sources[name].path).resolve()) in included:
            continue
        it = one_source(given, name, headers)
        own = tuple(entry for entry in it.entries if (entry.span, entry.arguments) not in known)
        known |= {(entry.span, entry.arguments) for entry in own}
        included |= {str(Path(one.path).resolve()) for one in it.adapted.includes} if it.adapted else set()
        done.append(replace(it, entries=own))
    return tuple(sorted(done, key=lambda it: it.name))


@dataclass(frozen=True)
class Given:
    collected: Collected
    bind: BindRequest
    config_for: ConfigFor
    support: dict[Path, SupportFolder]
    headers: Headers
    contract: Contract | None = None

    def request(self, source: Source, overlays: dict[str, bytes]) -> Request:
        """A source to read, with the folders that its includes may start from."""
        beside = Path(source.path).parent
        asked = request_for(source, self.config_for(source.path), {**support_texts(self.support, beside), **overlays})
        root = self.collected.root
        dirs = (*asked.options.include_dirs, *(str(it) for it in dict.fromkeys((root, root.resolve().parent))))
        defines = (*asked.options.defines, *agreed_defines(self.contract, source))
        return msgspec.structs.replace(
            asked, options=msgspec.structs.replace(asked.options, include_dirs=dirs, defines=defines)
        )


@dataclass(frozen=True, slots=True)
class Header:
    """A header with kernels: its text with them bound, if that is certain, and what stands in the way."""

    data: bytes | None
    problems: tuple[Finding, ...]


def kernel_headers(given: Given) -> dict[str, Header]:
    """The headers in which kernels are defined, by path. One whose types it does not know itself stays as it is."""
    found: dict[str, Header] = {}
    for source in given.collected.sources.values():
        for header in given.headers.with_kernels(source):
            if header.path not in found:
                it = adapt_apart(Asked(given.request(header, {}), given.bind))
                if isinstance(it, Adapted):
                    doubtful = [one for one in it.bindings.notes if one.rule != CERTAIN]
                    sure = not it.bindings.problems and not doubtful and it.data != header.data
                    problems = tuple(map(standing_in_the_way, it.bindings.problems))
                    found[header.path] = Header(it.data if sure else None, problems)
    return found


def one_source(given: Given, name: str, headers: dict[str, Header]) -> Done:
    source = given.collected.sources[name]
    form = form_with(name, source, given.headers)
    bound = {path: it.data for path, it in headers.items() if it.data and path != source.path}
    request = given.request(source, bound)
    if form.form == "partial":
        return Done(name, source, request, form, None, (), (unknown_form(source, form),), ())
    it = adapt_apart(Asked(request, given.bind))
    if isinstance(it, Failure):
        fault = problem("source-not-read", source.span(0, 0), f"{name} {it.reason}", "")
        return Done(name, source, request, form, None, (), (fault,), ())
    left = list(lost(it, source))
    blockers = [one for one in left if one.severity is Severity.BLOCKER]
    problems = (*of_headers(map(standing_in_the_way, it.bindings.problems), headers), *it.problems, *blockers)
    if not it.bindings.kernels and not it.entries and not problems:
        problems = (unknown_form(source, form),)
    notes = (*it.bindings.notes, *(one for one in left if one not in blockers))
    return Done(name, source, request, form, it, it.entries, problems, notes, frozenset(bound))


def of_headers(problems: Iterable[Finding], headers: dict[str, Header]) -> Iterator[Finding]:
    """The problems, those with kernels of headers told as the header has them."""
    for it in problems:
        own = headers.get(it.span.path) if it.rule == "codegen.kernel-in-header" else None
        found = [one for one in own.problems if one.symbol == it.symbol] if own else []
        yield from map(for_contract, found or [it])


def for_contract(finding: Finding) -> Finding:
    """A finding of the generator in the words of this command, which has no --bind-target."""
    text = finding.message.replace("with --bind-target", "as bind_target of the IO contract:")
    return msgspec.structs.replace(finding, message=text)


def lost(it: Adapted, source: Source) -> Iterator[Finding]:
    """Kernels that are bound and not packaged: with SK functions nobody knows, or in a branch that is not built."""
    there = {entry.qualified for entry in it.entries}
    for name in (*it.bindings.bound, *it.bindings.already):
        if name in there:
            continue
        if name in it.kernels:
            text = f"{name} is bound, but the SK functions of its SK_BIND are not known"
            yield problem("entry-unknown", source.span(0, 0), text, name)
        else:
            text = f"{name} is not packaged: the macros that are given leave it out"
            yield remark("entry-not-built", source.span(0, 0), text, name)


def unknown_form(source: Source, form: FileForm) -> Finding:
    """The finding that a person has to look at the file, at the first of its SK words."""
    words = ("__sk__", "SK_BIND", "__spk__", "FunLevelMixCoreType", "FunLevelKType")
    first = next((it for it in code(source.data) if it.text in words or ".ascend.meta" in it.text), None)
    place = source.span(first.start, first.end) if first else source.span(0, 0)
    why = form.notes[0] if form.notes else "no kernel in it is defined"
    return problem("unknown-sk-form", place, f"{form.file} has no form that can be adapted: {why}", form.file)
