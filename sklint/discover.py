"""Which files a check reads: those given by name, and the sources below the folders given."""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from sklint.config import Config
from sklint.error import SklintError
from sklint.gitignore import ignore_file, ignored_above, ignored_at
from sklint.readable import SUFFIXES, Skipped, is_source, reason
from sklint.resolve import ConfigFor
from sklint.selection import Globs

_NEVER = frozenset(
    {".cache", ".git", ".hg", ".idea", ".mypy_cache", ".nox", ".pytest_cache", ".ruff_cache", ".svn", ".tox", ".venv"}
    | {".vscode", "__pycache__", "node_modules", "site-packages"}
)


class Discovered(msgspec.Struct, frozen=True):
    """Files to check, each once, as posix paths in the way they were given; and what was given but gave nothing."""

    files: tuple[str, ...]
    skipped: tuple[Skipped, ...]


def discover(paths: Sequence[str], config_for: ConfigFor) -> Discovered:
    """The files that paths stand for: a file is taken as it is, a folder gives the sources below it, ordered by name.
    What a configuration is for that is wrong is not checked; SklintError where that is all there is."""
    files: dict[str, str] = {}  # real path -> path as given
    skipped: list[Skipped] = []
    wrong: dict[str, list[str]] = {}  # what is wrong with a configuration -> what it is for
    for path in map(Path, paths):
        for found in _stands_for(path, config_for):
            if isinstance(found, Skipped):
                skipped.append(found)
            elif isinstance(found, _Misconfigured):
                wrong.setdefault(found.error, []).append(found.shown.as_posix())
            else:
                files.setdefault(found.real, found.shown.as_posix())
    if wrong and not files and not skipped:
        raise SklintError(next(iter(wrong)))
    return Discovered(tuple(files.values()), (*skipped, *(misconfigured(*it) for it in wrong.items())))


def misconfigured(error: str, paths: Sequence[str]) -> Skipped:
    """Files or folders that are not checked, as their configuration is wrong."""
    more = f" (and {len(paths) - 1} more like it)" if len(paths) > 1 else ""
    return Skipped(paths[0], f"not checked{more}: {error}", failed=True)


def left_out(path: str, config_for: ConfigFor) -> bool:
    """Whether a walk over the folders of a file would leave it out, as the configuration or an ignore file does. A
    configuration of a folder above that is wrong leaves nothing out."""
    file = Path(os.path.abspath(path))  # noqa: PTH100
    levels = [file, *file.parents[:-1]]
    if any(_excludes(config_for, it, folder=it != file) for it in levels):
        return True
    if not config_for(file).respect_gitignore:
        return False
    ignored = ignored_at(file.parent)
    return any(_ignored(ignored, it, folder=it != file) for it in levels)


def _excludes(config_for: ConfigFor, path: Path, *, folder: bool) -> bool:
    try:
        return config_for(path.parent).exclude.match(path, folder=folder)
    except SklintError:
        return False


class _File(msgspec.Struct, frozen=True):
    shown: Path
    real: str
    link: bool


class _Misconfigured(msgspec.Struct, frozen=True):
    """A file or folder whose configuration is wrong."""

    shown: Path
    error: str


_Found = _File | Skipped | _Misconfigured


def _stands_for(path: Path, config_for: ConfigFor) -> list[_Found]:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return [Skipped(path.as_posix(), "no such file or folder", failed=True)]
    except (OSError, ValueError) as error:
        return [Skipped(path.as_posix(), f"cannot be read: {reason(error)}", failed=True)]
    if stat.S_ISDIR(mode):
        return _below(path, config_for)
    if not stat.S_ISREG(mode):
        return [Skipped(path.as_posix(), "not checked: it is no regular file", failed=True)]
    try:
        config_for(path)
    except SklintError as error:
        return [_Misconfigured(path, str(error))]
    return [_File(path, os.path.realpath(path), link=False)]


def _below(root: Path, config_for: ConfigFor) -> list[_Found]:
    """The sources below a folder. Of a file and the links to it one is kept, the file if it is there."""
    try:
        respects = config_for(root).respect_gitignore
    except SklintError as error:
        return [_Misconfigured(root, str(error))]
    absolute = Path(os.path.abspath(root))  # noqa: PTH100
    upwards = _with_parents(absolute)
    seen: set[str] = set()
    links: list[_Folder] = []
    top = _Folder(root, absolute, ignored_above(absolute) if respects else ())
    found = list(_walk(top, config_for, seen, links))
    while links:
        links.sort(key=lambda it: it.shown.parts, reverse=True)
        folder = links.pop()
        if os.path.realpath(folder.absolute) not in upwards:
            found += _walk(folder, config_for, seen, links)
    files = [it for it in found if isinstance(it, _File)]
    files.sort(key=lambda it: (it.link, it.shown.parts), reverse=True)  # the last of one real path is kept
    distinct = list({file.real: file for file in files}.values())
    skipped = [it for it in found if not isinstance(it, _File)]
    if not found:
        skipped = [
            Skipped(
                root.as_posix(),
                f"no sources below it ({' '.join(sorted(SUFFIXES))}), or .gitignore and exclude leave them out",
                failed=False,
            )
        ]
    return [*sorted(distinct, key=_by_name), *skipped]


class _Folder(msgspec.Struct, frozen=True):
    """A folder to walk: as given, absolute, and the ignore files that count in it, outermost first."""

    shown: Path
    absolute: Path
    ignored: tuple[Globs, ...]

    def child(self, name: str) -> "_Folder":
        return _Folder(self.shown / name, self.absolute / name, self.ignored)


def _walk(folder: _Folder, config_for: ConfigFor, seen: set[str], links: list[_Folder]) -> Iterator[_Found]:
    """The sources below a folder; links to folders are put off, so that a file is found by its real path first."""
    real = os.path.realpath(folder.absolute)
    if real in seen:
        return
    seen.add(real)
    try:
        with os.scandir(folder.absolute) as entries:
            children = sorted(entries, key=lambda it: it.name)
    except OSError as error:
        yield Skipped(folder.shown.as_posix(), f"cannot be read: {reason(error)}", failed=True)
        return
    try:
        config = config_for(folder.absolute)
    except SklintError as error:
        yield _Misconfigured(folder.shown, str(error))
        return
    if config.respect_gitignore:
        folder = _Folder(folder.shown, folder.absolute, (*folder.ignored, *ignore_file(folder.absolute)))
    for entry in children:
        child = folder.child(entry.name)
        is_folder, is_file = _kind(entry)
        if entry.name in _NEVER or _left_out(child, config, is_folder):
            continue
        if is_folder and entry.is_symlink():
            links.append(child)
        elif is_folder:
            yield from _walk(child, config_for, seen, links)
        elif is_file and (is_source(entry.name) or config.include.match(child.absolute)):
            link = entry.is_symlink()
            own = os.path.realpath(child.absolute) if link else os.path.join(real, entry.name)  # noqa: PTH118
            yield _File(child.shown, own, link)


def _kind(entry: "os.DirEntry[str]") -> tuple[bool, bool]:
    """Whether an entry is a folder and whether it is a file, links followed; neither, where that cannot be told."""
    try:
        return entry.is_dir(), entry.is_file()
    except OSError:
        return False, False


def _left_out(child: _Folder, config: Config, is_folder: bool) -> bool:
    return _ignored(child.ignored, child.absolute, folder=is_folder) or config.exclude.match(
        child.absolute, folder=is_folder
    )


def _ignored(ignored: Sequence[Globs], path: Path, *, folder: bool) -> bool:
    """What the innermost ignore file that names a path says of it."""
    decisions = (globs.decide(path, folder=folder) for globs in reversed(ignored))
    return next((decision for decision in decisions if decision is not None), False)


def _by_name(file: _File) -> tuple[str, ...]:
    return file.shown.parts


def _with_parents(folder: Path) -> set[str]:
    real = Path(os.path.realpath(folder))
    return {str(real), *map(str, real.parents)}
