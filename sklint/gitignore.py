"""What the .gitignore files of a repository leave out."""

from collections.abc import Iterator
from pathlib import Path

from sklint.selection import Globs


def ignored_above(folder: Path) -> tuple[Globs, ...]:
    """The ignore files of the repository that a folder lies in, down to but without the folder's own."""
    above = [folder, *folder.parents]
    top = next((number for number, it in enumerate(above) if is_repository(it)), 0)
    return tuple(globs for it in reversed(above[1 : top + 1]) for globs in ignore_file(it))


def ignored_at(folder: Path) -> tuple[Globs, ...]:
    """The ignore files that count in a folder: its own and those above it, up to its repository or, in none, up to the
    working directory."""
    above = [folder, *folder.parents]
    here = above.index(Path.cwd()) if Path.cwd() in above else 0
    top = next((number for number, it in enumerate(above) if is_repository(it)), here)
    return tuple(globs for it in reversed(above[: top + 1]) for globs in ignore_file(it))


def is_repository(folder: Path) -> bool:
    try:
        return (folder / ".git").exists()
    except OSError:  # a folder that may not be entered
        return False


def ignore_file(folder: Path) -> Iterator[Globs]:
    """What the .gitignore of a folder says. As in git, a line that is no pattern counts for nothing."""
    try:
        text = (folder / ".gitignore").read_text("utf-8-sig", "surrogateescape")
    except OSError:
        return
    lines = tuple(text.splitlines())
    yield Globs(folder, lines) if _valid(lines) else Globs(folder, tuple(line for line in lines if _valid((line,))))


def _valid(patterns: tuple[str, ...]) -> bool:
    try:
        Globs(Path(), patterns).compile()
    except ValueError:
        return False
    return True
