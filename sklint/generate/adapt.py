"""An asset adapted: each kernel source bound, each kernel checked against the IO contract, and the package of all."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from sklint.contract import Contract
from sklint.finding import Finding, Severity
from sklint.generate.adapt_contract import check, unused
from sklint.generate.adapt_entries import EntryFacts
from sklint.generate.adapt_file import Checked, new_errors
from sklint.generate.adapt_inputs import NameResolution, SupportFolder, Understanding, inside
from sklint.generate.adapt_names import Named, named
from sklint.generate.adapt_source import Done, adapt_sources
from sklint.generate.adapt_sources import Collected, collect
from sklint.generate.package import Tree, Unit, add_headers, merged, package
from sklint.generate.package_entry import PackageEntry, package_entry
from sklint.generate.package_python import RESOLUTION, Distribution
from sklint.generate.request import BindRequest, problem
from sklint.pool import Failure
from sklint.resolve import ConfigFor
from sklint.source import Source, Span


@dataclass(frozen=True)
class Wanted:
    """What is asked of an adaptation. `resolution_text` is the file of the name resolution as it is."""

    asset: Path
    output_dir: Path
    bind: BindRequest
    config_for: ConfigFor
    package_name: str
    package_version: str
    contract: Contract | None = None
    resolution: NameResolution = field(default_factory=NameResolution)
    resolution_text: bytes = b""
    understanding: Understanding | None = None
    source_asset: Path | None = None
    support: dict[Path, SupportFolder] = field(default_factory=dict[Path, SupportFolder])

    def places(self, file: str) -> tuple[Path, ...]:
        """What a source is known by in a name resolution: itself, the asset it is in, and what that was made of."""
        whole = (self.asset, *([self.source_asset] if self.source_asset else []))
        return whole if self.asset.is_file() else (self.asset / file, *whole)


@dataclass(frozen=True)
class Adaptation:
    """What came of it. `tree` is None where a person has to decide something first; `files` are the adapted copies of
    the sources, with what they include, and the package."""

    collected: Collected
    done: tuple[Done, ...]
    named: tuple[Named, ...]
    problems: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    tree: Tree | None
    files: dict[str, bytes]


def adapt(wanted: Wanted) -> Adaptation:
    """Adapt an asset. SklintError for an asset that has no kernel."""
    collected = collect(wanted.asset, (wanted.output_dir,))
    done = adapt_sources(collected, wanted.bind, wanted.contract, wanted.config_for, wanted.support)
    of_files = [(it.name, entry) for it in done for entry in it.entries]
    entries, clashes = named(of_files, wanted.contract, public(wanted, of_files))
    wrapper = partial(find_wrapper, wanted)
    checked = [one for it in entries for one in check(it.facts, wanted.contract, it.contract, wrapper)]
    missed, beyond = left_over(wanted.contract, done, entries)
    problems = distinct([*(one for it in done for one in it.problems), *clashes, *checked, *missed])
    warnings = distinct([*(one for it in done for one in it.notes), *beyond])
    done = with_problems(done, entries, checked)
    copies = copied(done)
    tree = packaged(wanted, done, entries, frozenset(copies)) if entries and not problems else None
    faults = distinct([*tree.problems, *misfits(tree, done)]) if tree else problems
    if tree is None or faults:
        return Adaptation(collected, done, tuple(entries), faults, warnings, None, copies)
    return Adaptation(collected, done, tuple(entries), (), warnings, tree, merged(copies, tree.files))


def left_over(
    contract: Contract | None, done: Sequence[Done], entries: Sequence[Named]
) -> tuple[list[Finding], list[Finding]]:
    """The contract's entries that are for no kernel: problems where a kernel may have been meant, else warnings."""
    if contract is None:
        return [], []
    found = unused(contract, [it.contract for it in entries if it.contract], kernel_names(done))
    if any(it.contract is None for it in entries):
        return found, []
    return [], [replace(it, severity=Severity.WARNING) for it in found]


def distinct(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple({(it.rule, it.span, it.message): it for it in findings}.values())


def kernel_names(done: Sequence[Done]) -> list[str]:
    """Every kernel of the asset, whatever came of it."""
    there = (one for it in done if it.adapted for one in it.adapted.bindings.there)
    return list(dict.fromkeys(name for one in there for name in (one.name, one.qualified)))


def public(wanted: Wanted, entries: Sequence[tuple[str, EntryFacts]]) -> dict[tuple[str, str], str]:
    """The names that the name resolution gives, by file and kernel."""
    said = {(file, it.name): wanted.resolution.for_entry(wanted.places(file), it.name) for file, it in entries}
    return {key: it.public_entry_name for key, it in said.items() if it}


def with_problems(done: Sequence[Done], entries: Sequence[Named], found: Sequence[Finding]) -> tuple[Done, ...]:
    """The files, each with the problems of its entries."""
    kernels = {it.name: {one.facts.qualified for one in entries if one.file == it.name} for it in done}
    return tuple(it.with_problems([one for one in found if one.symbol in kernels[it.name]]) for it in done)


# runtime wrappers


def wrapper_roots(wanted: Wanted) -> list[Path]:
    """Where runtime wrappers may be: the asset, the asset it was made of, and the folder that one is in."""
    own = wanted.asset if wanted.asset.is_dir() else wanted.asset.parent
    source = wanted.source_asset
    return [own, *([source if source.is_dir() else source.parent, source.parent] if source else [])]


def find_wrapper(wanted: Wanted, name: str) -> Source | None:
    """The source of a runtime wrapper. A link that leaves the folder is none."""
    for root in wrapper_roots(wanted):
        path = root / name
        if path.is_file() and inside(path, root):
            return Source(path.as_posix(), path.read_bytes())
    return None


# the package


def copied(done: Sequence[Done]) -> dict[str, bytes]:
    """The adapted sources at their paths, with the headers they include."""
    files: dict[str, bytes] = {}
    for it in done:
        if it.adapted and not it.all_problems:
            files[it.name] = it.adapted.data
            add_headers(files, Unit(it.source, (), it.adapted.includes, it.adapted.headers), it.name)
    return files


def packaged(wanted: Wanted, done: Sequence[Done], entries: Sequence[Named], taken: frozenset[str]) -> Tree:
    units: list[Unit] = []
    for it in done:
        own = tuple(entry_of(wanted, one) for one in entries if one.file == it.name)
        if own and it.adapted:
            names = [one.wrapper.source for one in own if one.wrapper]
            wrappers = {name: found for name in names if (found := find_wrapper(wanted, name))}
            text = Source(it.source.path, it.adapted.data)
            units.append(Unit(text, own, it.adapted.includes, it.adapted.headers, wrappers))
    data = {RESOLUTION: wanted.resolution_text} if wanted.resolution_text else {}
    return package(units, Distribution(wanted.package_name, wanted.package_version, data=data), taken)


def entry_of(wanted: Wanted, it: Named) -> PackageEntry:
    made = package_entry(it.public, it.facts, it.contract, it.file)
    units = wanted.understanding.operator_units if wanted.understanding else ()
    about = next((one for one in units if one.entry_name in (it.public, it.facts.name)), None)
    return replace(made, metadata=about.metadata) if about else made


def misfits(tree: Tree, done: Sequence[Done]) -> list[Finding]:
    """What of the generated C++ does not compile, read with the model headers."""
    found: list[Finding] = []
    for it in done:
        own = [one for one in tree.entries if one.source == it.name]
        if own and it.adapted:
            request = replace(it.request, data=tree.files[own[0].csrc_file])
            found += told(new_errors(Checked(request, it.adapted.data)), own[0], "the wrappers")
    first = done[0].request
    for name, data in tree.files.items():
        if name.startswith("csrc/pybind11") and not any(one.csrc_file == name for one in tree.entries):
            request = replace(first, path=name, data=data, overlays={})
            found += told(new_errors(Checked(request, b"")), tree.entries[0], name)
    return found


def told(errors: tuple[str, ...] | Failure, entry: PackageEntry, what: str) -> list[Finding]:
    texts = (errors.reason,) if isinstance(errors, Failure) else errors
    span: Span = entry.facts.span
    return [
        problem("verification", span, f"{what} of {entry.name} would not compile: {it}", entry.name) for it in texts
    ]
