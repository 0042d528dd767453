"""What a rule says: a finding, and the edits that would settle it."""

from enum import Enum
from typing import Literal

import msgspec

from sklint.digest import blake2b
from sklint.source import Span


class Severity(Enum):
    """How bad: a blocker does not compile, hangs, gives wrong results or is silently not fused."""

    BLOCKER = "blocker"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for blocker."""
        return (Severity.INFO, Severity.WARNING, Severity.BLOCKER).index(self)


class Safety(Enum):
    SAFE = "safe"  # a careful reviewer would not look twice
    UNSAFE = "unsafe"  # probably what was meant: a person looks


class Edit(msgspec.Struct, frozen=True):
    """Put `text` in place of `span`. An empty span inserts, an empty text deletes."""

    span: Span
    text: str


RemediationKind = Literal["rename-symbol", "add-include", "remove-line-containing", "replace-pattern", "human-decision"]


class Hint(msgspec.Struct, frozen=True):
    """How a fix is told to the published remediation tool: one of its four kinds and the values that kind takes."""

    kind: RemediationKind
    target_file: str = ""
    old_value: str = ""
    new_value: str = ""


class Fix(msgspec.Struct, frozen=True):
    """One way to settle a finding: all of `edits`, or none. `title` is a verb phrase."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = Safety.SAFE
    hint: Hint | None = None


class Related(msgspec.Struct, frozen=True):
    """Another place that a reader of the finding wants to see."""

    span: Span
    message: str


class Finding(msgspec.Struct, frozen=True):
    """A fact about a place. `symbol` is the entity it is about, `text` the words at the place: together with
    the rule they make the id, which edits elsewhere in the file do not change. `extent` is the whole construct, from
    where a reader would start, where that is more than `span`: editors underline it."""

    rule: str
    category: str
    severity: Severity
    span: Span
    message: str
    symbol: str = ""
    text: str = ""
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    evidence: tuple[str, ...] = ()
    ordinal: int = 0
    extent: Span | None = None

    @property
    def id(self) -> str:
        """`<rule>:<12 hex>`; equal findings of one file differ by their ordinal."""
        key = "\0".join((self.symbol, self.text, self.span.path.rpartition("/")[2], str(self.ordinal)))
        return f"{self.rule}:{blake2b(key.encode(), digest_size=6).hexdigest()}"


class Note(msgspec.Struct, frozen=True):
    """What the tool itself has to say about a run: never counted, never failing it."""

    message: str
    path: str = ""
