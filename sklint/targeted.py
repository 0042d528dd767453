"""The target of a file, and where each half of it was given: option, configuration, compile command or variable."""

from pathlib import Path

import msgspec

from sklint.cann_version import Version
from sklint.target import Chip, Target


class Origin(msgspec.Struct, frozen=True):
    """Where a part of a target was given. `what` is an option, a variable or the path of a file, `line` a line of that
    file; `detail` is what stands there. `assumed`: nobody said so to sklint, it was found around the sources."""

    what: str
    line: int = 0
    detail: str = ""
    assumed: bool = False

    def __str__(self) -> str:
        place = f"{self.what}:{self.line}" if self.line else self.what
        return f"{place} ({self.detail})" if self.detail else place

    @property
    def shown(self) -> str:
        """As a report names it: without the line, by a path that counts from the working directory."""
        path = Path(self.what)
        if path.is_absolute() and path.is_relative_to(Path.cwd()):
            return path.relative_to(Path.cwd()).as_posix()
        return self.what


class Targeted(msgspec.Struct, frozen=True):
    """A target. A half without origin was not given."""

    target: Target = msgspec.field(default_factory=Target)
    chips_from: Origin | None = None
    cann_from: Origin | None = None

    @classmethod
    def of(cls, chips: tuple[Chip, ...], cann: Version | None, chips_from: Origin, cann_from: Origin) -> "Targeted":
        return cls(Target(chips, cann), chips_from if chips else None, cann_from if cann else None)

    @property
    def complete(self) -> bool:
        return bool(self.chips_from and self.cann_from)

    def over(self, other: "Targeted") -> "Targeted":
        """This one, each half that it lacks taken from another."""
        chips, chips_from = self.target.chips or other.target.chips, self.chips_from or other.chips_from
        cann, cann_from = self.target.cann or other.target.cann, self.cann_from or other.cann_from
        return Targeted(Target(chips, cann), chips_from, cann_from)
