"""The contracts of a delivery that a command is given: read, with what they say of the asset looked up."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sklint.assets.kernels import read_kernels, request
from sklint.contract_files import leaves
from sklint.contract_shapes import BuildContext, Layout, VerifyContext
from sklint.operator_contracts import (
    Facts,
    contract_errors,
    if_readable,
    stays_inside,
)
from sklint.readable import Skipped, read_source
from sklint.report.totals import count
from sklint.resolve import ConfigFor
from sklint.source import Source

TYPES = {"layout": Layout, "build_context": BuildContext, "verify_context": VerifyContext}

MOST_ERRORS = 100
"""So many errors of a contract are told one by one."""


def contract_sources(given: Mapping[str, str]) -> dict[str, Source | str]:
    """Each contract that is given, by its name: its text, or why it cannot be read."""
    return {name: read(path) for name, path in given.items() if path}


def read(path: str) -> Source | str:
    try:
        return Source(Path(path).as_posix(), Path(path).read_bytes())
    except (OSError, ValueError) as wrong:
        return (wrong.strerror if isinstance(wrong, OSError) else None) or str(wrong)


def errors_of(given: Mapping[str, str], config_for: ConfigFor) -> Iterator[str]:
    """What is wrong with the contracts that are given, as lines for people, with file, line and key."""
    sources = contract_sources(given)
    for name, source in sources.items():
        if isinstance(source, Source):
            yield from first_of(list(contract_errors(name, source, facts_for(name, sources, config_for))), given[name])
        else:
            yield f"{given[name]}: cannot be read: {source}"


def first_of(errors: Sequence[str], path: str) -> Iterator[str]:
    """As many errors of a contract as a person reads, and how many there are beside them."""
    yield from errors[:MOST_ERRORS]
    rest = len(errors) - MOST_ERRORS
    if rest > 0:
        yield f"{path}: {count(rest, 'more error')}"


def errors_in(name: str, source: Source, root: Path, config_for: ConfigFor) -> Iterator[str]:
    """The errors of a contract that names units, whose files count from a folder that is given."""
    layout = if_readable(source, Layout)
    return contract_errors(name, source, layout_facts(layout, root, [root], config_for) if layout else Facts())


def facts_for(name: str, sources: Mapping[str, Source | str], config_for: ConfigFor) -> Facts | None:
    """What a contract's checks need to know; None where its asset_root is not there."""
    source = sources[name]
    read = if_readable(source, TYPES[name]) if isinstance(source, Source) and name in TYPES else None
    if read is None or not isinstance(source, Source) or (not read.asset_root and not isinstance(read, Layout)):
        return Facts(units=units_of(sources))
    root = root_of(read.asset_root, Path(source.path).parent)
    if root is None or not isinstance(read, Layout):
        return Facts(units=units_of(sources)) if root else None
    build = sources.get("build_context")
    context = if_readable(build, BuildContext) if isinstance(build, Source) else None
    return layout_facts(read, root, [root, *map(root.joinpath, context.include_dirs if context else ())], config_for)


def units_of(sources: Mapping[str, Source | str]) -> frozenset[str] | None:
    """The units of the layout that is given; None where they are not known."""
    source = sources.get("layout")
    layout = if_readable(source, Layout) if isinstance(source, Source) else None
    ids = frozenset(it.unit_id for it in layout.operator_units) if layout else frozenset[str]()
    return ids if layout and all(ids) else None


def root_of(asset_root: str, folder: Path) -> Path | None:
    """The folder that an asset's paths count from: a relative one counts from the contract or from the working
    directory, an asset of one source is in its folder."""
    candidates = [] if "\0" in asset_root else [folder / asset_root, Path(asset_root)]
    found = next((it for it in candidates if it.exists()), None)
    return found if found is None or found.is_dir() else found.parent


def layout_facts(layout: Layout, root: Path, folders: list[Path], config_for: ConfigFor) -> Facts:
    named = {file for unit in layout.operator_units for file in unit.files.values() if stays_inside(file)}
    there = frozenset(it for it in named if (root / it).is_file())
    outside = frozenset(it for it in there if leaves(str(root / it), str(root)))
    sources = {it.kernel_source for it in layout.operator_units} & there - outside
    texts = {name: read_source((root / name).as_posix()) for name in sorted(sources)}
    dirs = [it.as_posix() for it in folders]
    requests = {name: request(it, dirs, config_for) for name, it in texts.items() if isinstance(it, Source)}
    reads = read_kernels(list(requests.values()), lambda _done, _all: None)
    failed = {name: it.message for name, it in texts.items() if isinstance(it, Skipped)}
    found = {name: reads[it.path] for name, it in requests.items()}
    return Facts(there, outside, failed | {name: it.failure or it.names for name, it in found.items()})
