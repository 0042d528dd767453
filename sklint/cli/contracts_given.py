"""The contracts that `sklint validate-operator` is given: read, with the files they name."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from sklint.finding import Finding
from sklint.operator_contracts import Layout, absent, contract_problems, layout_of, stays_inside, unreadable
from sklint.source import Source


def contract_sources(given: Mapping[str, str]) -> dict[str, Source | str]:
    """Each contract that is given, by its name: its text, or why it cannot be read."""
    return {name: read(path) for name, path in given.items() if path}


def read(path: str) -> Source | str:
    try:
        return Source(Path(path).as_posix(), Path(path).read_bytes())
    except (OSError, ValueError) as wrong:
        return (wrong.strerror if isinstance(wrong, OSError) else None) or str(wrong)


def contract_findings(
    given: Mapping[str, str], sources: Mapping[str, Source | str], demanded: bool
) -> Iterator[Finding]:
    """What is wrong with each contract; one that is not given counts where contracts are demanded."""
    for name, path in given.items():
        match sources.get(name):
            case None:
                if demanded:
                    yield absent(name)
            case Source() as source:
                yield from contract_problems(name, source, files_of(source) if name == "layout" else {})
            case str() as reason:
                yield unreadable(name, path, reason)


def files_of(source: Source) -> dict[str, bytes] | None:
    """The files that a layout names and that are there; None where its asset_root is not."""
    layout = layout_of(source)
    if layout is None:
        return {}
    root = root_of(layout, Path(source.path).parent)
    names = {file for unit in layout.operator_units for file in unit.files.values() if stays_inside(file)}
    return {name: (root / name).read_bytes() for name in names if (root / name).is_file()} if root else None


def root_of(layout: Layout, folder: Path) -> Path | None:
    """The asset's folder: a relative one counts from the contract or from the working directory."""
    candidates = [] if "\0" in layout.asset_root else [folder / layout.asset_root, Path(layout.asset_root)]
    return next((it for it in candidates if it.is_dir()), None)
