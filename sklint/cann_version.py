"""CANN versions as people write them, in the order of their release."""

import re
from typing import TYPE_CHECKING

import msgspec

from sklint.error import SklintError

if TYPE_CHECKING:
    from typing_extensions import Self

_STAGES = ("alpha", "beta", "rc")
_FINAL = (len(_STAGES), 0)
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)((?:[.-]?(?:alpha|beta|rc)[.-]?\d*)*)", re.IGNORECASE)
_STAGE = re.compile(r"(alpha|beta|rc)[.-]?(\d*)", re.IGNORECASE)
_SPELLED = ("9.1", "9.0", "8.5", "8.5.0", "9.0.0", "9.0.0-beta.1", "9.0.0-rc.1", "9.1.0", "9.1.0-beta.1", "9.1.0-rc.1")
"""What a misspelt version is compared with."""


class Version(msgspec.Struct, frozen=True, eq=False):
    """A CANN version: 9.1 is 9.1.0, and 9.1.0-beta.1 and 9.1.0.alpha001 come before it."""

    release: tuple[int, ...]  # without trailing zeros
    stages: tuple[tuple[int, int], ...]
    text: str  # as it was written; the order does not look at it

    @property
    def order(self) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        return self.release, self.stages

    @property
    def line(self) -> tuple[int, int]:
        """What releases, their patches and previews share: (8, 5) of 8.5.0.alpha001."""
        return self.release[0], self.release[1] if len(self.release) > 1 else 0

    @property
    def has_no_form(self) -> bool:
        """Whether it has more numbers than a release and its patch."""
        numbers = _VERSION.fullmatch(self.text)
        return numbers is not None and numbers[1].count(".") > 3

    @classmethod
    def parse(cls, text: str) -> "Self":
        match = _VERSION.fullmatch(text.strip())
        if not match:
            known = "versions look like 9.1, 9.1.0-beta.1 or 8.5.0.alpha001"
            raise SklintError(f"{text!r} is not a CANN version; {known}{_nearest(text)}")
        release = [int(number) for number in match[1].split(".")]
        while len(release) > 1 and release[-1] == 0:
            release.pop()
        stages = [(_STAGES.index(name.lower()), int(number or 0)) for name, number in _STAGE.findall(match[2])]
        return cls(tuple(release), (*stages, _FINAL), text.strip())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self.order == other.order

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: "Version") -> bool:
        return self.order < other.order

    def __le__(self, other: "Version") -> bool:
        return self.order <= other.order

    def __hash__(self) -> int:
        return hash(self.order)

    def __str__(self) -> str:
        return self.text


def _nearest(text: str) -> str:
    """A question after the version that was probably meant: the newest that is known, where none is like it."""
    from difflib import get_close_matches  # only where it is asked for: a run starts the sooner

    words = re.sub(r"[,_]", ".", text.strip().lower())
    near = get_close_matches(words, _SPELLED, n=1, cutoff=0.6)
    numbers = re.search(r"\d+\.\d+(?:\.\d+)*", words)
    return f"; did you mean {near[0] if near else numbers[0] if numbers else _SPELLED[0]}?"
