"""The names of folders that reports repeat."""

from pathlib import Path

from sklint.error import SklintError
from sklint.report.characters import portable


def checked_name(path: Path) -> None:
    """SklintError for a path that no report can have, since it is no text."""
    whole = str(path.resolve())
    if portable(whole) != whole:
        raise SklintError(f"{path}: its name is no text; rename it")
