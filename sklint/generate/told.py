"""What an entry of the IO contract says wrongly, and where it says so."""

import msgspec

from sklint.json_place import Path


class Told(msgspec.Struct, frozen=True):
    """A disagreement: its name, the fact, evidence for a report. `at` is the value in the entry that says so, `instead`
    what was probably meant there (the key itself is meant with `renames`), `more` the end of the message. `sure` is
    False where the type of the parameter is not known."""

    what: str
    fact: str
    evidence: tuple[str, ...] = ()
    at: Path = ()
    instead: str = ""
    more: str = ""
    renames: bool = False
    sure: bool = True

    @property
    def text(self) -> str:
        return self.fact + self.more
