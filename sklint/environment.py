"""What the environment says of the target: the variables of the operator tools, and the CANN that is installed."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from sklint.cann_version import Version
from sklint.error import SklintError
from sklint.target import Chip, resolve_arch, resolve_chip
from sklint.targeted import Origin, Targeted

if TYPE_CHECKING:
    from sklint.matrix_rows import Row

CHIPS, ARCHS, HOME = "SK_TARGET_CHIPS", "SK_NPU_ARCHS", "ASCEND_HOME_PATH"
MATRIX = "SK_COMPAT_MATRIX_DIR"
VERSION_FILES = (
    ("*-linux/ascend_toolkit_install.info", r"(?i)^\s*version\s*=\s*(\S+)"),
    ("version.cfg", r"^\s*toolkit_running_version\s*=\s*\[(?:[^\]:]*:)?([^\]]*)\]"),
    ("version.info", r"(?i)^\s*version\s*=\s*(\S+)"),
)
"""The files of an installed toolkit that name its version, the first that is there counts, and how they do."""

Read = TypeVar("Read")


class Environment(msgspec.Struct, frozen=True, dict=True):
    """The variables that say something of the target, as they are; what they come to is read when first asked for."""

    chips: str = ""
    archs: str = ""
    home: str = ""
    matrix: str = ""

    @classmethod
    def of(cls, variables: Mapping[str, str]) -> "Environment":
        return cls(*(variables.get(it, "") for it in (CHIPS, ARCHS, HOME, MATRIX)))

    @cached_property
    def families(self) -> "tuple[Row, ...]":
        """The families of the matrix. SklintError, with its place, for what is wrong in it."""
        from sklint.compat_matrix import read_matrix

        return read_matrix(Path(self.matrix)) if self.matrix else ()

    def matched(self, names: "Sequence[str]") -> "tuple[Row, ...]":
        """The families of the matrix that are meant by names of chips."""
        from sklint.compat_matrix import rows_for

        return rows_for(self.families, names) if self.matrix else ()

    @cached_property
    def of_chips(self) -> Targeted:
        """The chips, else the architectures. SklintError, with the variable, for one that is unknown."""
        if names := words(self.chips):
            found = [placed(resolve_chip, it, CHIPS) for it in names]
            return Targeted.of(once(found), None, Origin(CHIPS, assumed=True), Origin(""))
        archs = [placed(resolve_arch, it, ARCHS) for it in words(self.archs)]
        return Targeted.of(once(it for it in archs if it), None, Origin(ARCHS, assumed=True), Origin(""))

    @cached_property
    def of_cann(self) -> Targeted:
        """The version of the toolkit below ASCEND_HOME_PATH. SklintError, with file and line, for one that is none."""
        for name, line in VERSION_FILES if self.home else ():
            for path in sorted(Path(self.home).glob(name)):
                if found := version_in(path, line):
                    version, number = found
                    cann = placed(Version.parse, version, f"{path}:{number}")
                    return Targeted.of((), cann, Origin(""), Origin(str(path), number, HOME, assumed=True))
        return Targeted()


def words(text: str) -> list[str]:
    return [it.strip() for it in re.split(r"[,;]", text) if it.strip()]


def once(chips: "Iterator[Chip] | list[Chip]") -> tuple[Chip, ...]:
    return tuple(dict.fromkeys(chips))


def placed(read: Callable[[str], Read], text: str, place: str) -> Read:
    """What a text means. SklintError, with the place it stands in, where it means nothing."""
    try:
        return read(text)
    except SklintError as error:
        raise SklintError(f"{place}: {error}") from error


def version_in(path: Path, line: str) -> tuple[str, int] | None:
    """The version that a file names, and on which line; None where it names none or cannot be read."""
    try:
        lines = path.read_bytes().decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    return next(((found[1], number) for number, it in enumerate(lines, 1) if (found := re.match(line, it))), None)
