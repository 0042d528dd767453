"""The assets below a folder: those that its manifest names, or else each folder whose operators can be told from its
files."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

import msgspec

from sklint.assets.files import SKIPPED_FOLDERS
from sklint.assets.layout import AssetLayout, layout
from sklint.assets.layout_questions import NO_KERNEL
from sklint.assets.question import Question
from sklint.assets.roles import SOURCE_SUFFIXES
from sklint.assets.survey import Survey
from sklint.contract_read import Place, decoded, wrong
from sklint.error import SklintError
from sklint.generate.adapt_inputs import inside, read_json
from sklint.json_place import places
from sklint.source import Source

MANIFESTS = ("operator-assets.json", "sk-operator-assets.json")
PASSED_BY = SKIPPED_FOLDERS | {"op_verify"}
HALVES = frozenset(("op_kernel", "op_host"))
"""Folders that are parts of an asset and none themselves."""

LAYOUT_REQUIRED = "asset-layout-required"
BY_MANIFEST = "excluded-by-asset-root-manifest"

Look = Callable[[Path], Survey]


LIKE = 0.72
"""How like a known key an unknown one is that is taken for it: `incl` is, a key for something else is not."""


class Excluded(msgspec.Struct, frozen=True):
    path: str
    reason: str = BY_MANIFEST


class Manifest(msgspec.Struct, frozen=True):
    """Which of a root's folders are assets, under either of the published names."""

    default_include: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    excluded: tuple[str | Excluded, ...] = ()
    exclude: tuple[str | Excluded, ...] = ()


@dataclass(frozen=True)
class Seen:
    """An asset that was looked into; `root` is the folder it was found below, None for one that was named itself."""

    path: Path
    root: Path | None
    survey: Survey
    layout: AssetLayout

    @property
    def ready(self) -> bool:
        return self.layout.status == "ready"

    @property
    def entries(self) -> tuple[str, ...]:
        """The names of its kernels, each once."""
        return tuple(dict.fromkeys(it.entry_name for it in self.layout.operator_units))


@dataclass(frozen=True)
class Passed:
    """A folder that is not taken, and why."""

    path: Path
    root: Path
    reason: str
    questions: tuple[Question, ...] = ()

    @property
    def open(self) -> tuple[Question, ...]:
        """What a person has to answer about it; nothing of a folder whose sources define no kernel."""
        return tuple(it for it in self.questions if to_answer(it))


def to_answer(it: Question) -> bool:
    return it.id != NO_KERNEL or any(spot.line for spot in it.places)


def see(path: Path, root: Path | None, look: Look) -> Seen:
    found = look(path)
    return Seen(path.resolve(), root, found, layout(found))


def assets_below(root: Path, look: Look, leave_out: Collection[Path]) -> tuple[list[Seen], list[Passed]]:
    """The assets below a root, and what is passed by. SklintError for no folder, and for a manifest that is wrong."""
    if not root.is_dir():
        raise SklintError(f"--asset-root {root}: {'is no folder' if root.exists() else 'no such folder'}")
    file = next((root / it for it in MANIFESTS if (root / it).is_file()), None)
    manifest = read_manifest(file) if file else Manifest()
    excluded = dict(exclusions(manifest, root, file))
    named = list(inclusions(manifest, root, file))
    passed = [Passed(path, root, reason) for path, reason in excluded.items()]
    taken: list[Seen] = []
    folders = named or list(folders_below(root.resolve(), leave_out))

    def take(paths: Iterable[Path]) -> None:
        for path in paths:
            if path in excluded or any(it.path in (path, *path.parents) for it in taken):
                continue
            seen = see(path, root, look)
            if seen.ready:
                taken.append(seen)
            elif has_kernels(seen) or named:
                passed.append(Passed(path, root, LAYOUT_REQUIRED, seen.layout.human_questions))

    take(folders)
    if not taken and not passed:
        seen = see(root, root, look)
        return ([seen], []) if seen.ready else ([], [Passed(seen.path, root, LAYOUT_REQUIRED, questions(seen))])
    if not named:
        take(sources_in(root.resolve()))
    return taken, outermost(passed, taken)


def read_manifest(file: Path) -> Manifest:
    """The manifest of a root. SklintError, with the place, for what is wrong with it, and for a key that is nearly one
    of those that count; other keys are its author's own."""
    manifest = read_json(file, Manifest)
    source = Source(file.as_posix(), file.read_bytes())
    known = Manifest.__struct_fields__
    for key in msgspec.convert(decoded(source), dict[str, object]):
        near = get_close_matches(key.lower().replace("-", "_"), known, n=1, cutoff=LIKE)
        if near and key not in known:
            place = Place(source, places(source), whole="the manifest")
            raise wrong(place, key, f"is no key of a manifest; did you mean {near[0]}?")
    return manifest


def sources_in(root: Path) -> Iterator[Path]:
    """The sources that lie directly in a root, each of which may be an operator beside those in folders."""
    for it in sorted(root.iterdir()):
        if it.suffix in SOURCE_SUFFIXES and it.is_file() and not it.is_symlink() and not it.name.startswith("."):
            yield it


def questions(seen: Seen) -> tuple[Question, ...]:
    return seen.layout.human_questions


def has_kernels(seen: Seen) -> bool:
    """Whether kernels, or what may be some, are in a folder."""
    wanted = ("kernel_source", "kernel_candidate", "rtc_host_program")
    there = any(it in wanted for it in seen.survey.roles.values()) or bool(seen.layout.operator_units)
    return there or any(map(to_answer, questions(seen)))


def outermost(passed: Sequence[Passed], taken: Sequence[Seen]) -> list[Passed]:
    """What is passed by, without folders that only hold assets which are taken, and what others are asked about."""
    found: list[Passed] = []
    for it in passed:
        if it.reason != LAYOUT_REQUIRED or not any(it.path in one.path.parents for one in taken):
            found.append(it)
            continue
        inner = [one.path for one in (*taken, *passed) if it.path in one.path.parents]
        own = tuple(one for one in it.open if about(one, it.path, inner))
        if own:
            found.append(replace(it, questions=own))
    return found


def about(it: Question, folder: Path, inner: Sequence[Path]) -> bool:
    """Whether a question about a folder is about a file that is in none of the folders in it."""
    return any(not any(one in (folder / spot.path).parents for one in inner) for spot in it.places)


def folders_below(root: Path, leave_out: Collection[Path]) -> Iterator[Path]:
    """The folders with files, in order, a folder before those in it."""
    for it in sorted(root.iterdir()):
        hidden = it.name.startswith(".") or it.name in PASSED_BY
        if it.is_dir() and not it.is_symlink() and not hidden and it not in leave_out:
            if it.name not in HALVES and any(one.is_file() for one in it.iterdir()):
                yield it
            yield from folders_below(it, leave_out)


def inclusions(manifest: Manifest, root: Path, file: Path | None) -> Iterator[Path]:
    for it in manifest.default_include or manifest.include:
        path = below(root, it, file)
        if not path.exists():
            raise SklintError(f"{file}: include: {it}: no such file or folder")
        yield path


def exclusions(manifest: Manifest, root: Path, file: Path | None) -> Iterator[tuple[Path, str]]:
    for it in manifest.excluded or manifest.exclude:
        given = Excluded(it) if isinstance(it, str) else it
        yield below(root, given.path, file), given.reason


def below(root: Path, name: str, file: Path | None) -> Path:
    """A path of a manifest. SklintError for one that leaves the root."""
    path = root / name
    if not name.strip() or "\0" in name or not (path.resolve() == root.resolve() or inside(path, root)):
        raise SklintError(f"{file}: {name!r} is no path below {root}")
    return path.resolve()


def coverage(mode: str, status: str, roots: Sequence[Path], rows: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """asset-root-coverage.json: what became of each folder that may be an asset."""
    skipped = [it for it in rows if it["status"] == "skipped"]
    failed = [it for it in rows if it["status"] in ("failed", "needs-human")]
    return {
        "schema_version": 1,
        "mode": mode,
        "status": status,
        "roots": [str(it.resolve()) for it in roots],
        "selected_asset_count": len(rows) - len(skipped),
        "skipped_asset_count": len(skipped),
        "passed_asset_count": len(rows) - len(skipped) - len(failed),
        "failed_asset_count": len(failed),
        "assets": list(rows),
    }
