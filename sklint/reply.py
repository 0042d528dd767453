"""What checking one source gave, as it travels from a worker and lies in the cache."""

import msgspec

from sklint.coverage import Coverage
from sklint.finding import Finding

CATEGORY = "sklint"
UNKNOWN = "sklint.unknown-suppression"
UNUSED = "sklint.unused-suppression"
INTERNAL = "sklint.internal"
"""The rule whose findings say that the job was not done: a parser that died, a rule that raised."""
OWN_RULES = {UNKNOWN: CATEGORY, UNUSED: CATEGORY, INTERNAL: CATEGORY, "sklint.parse-note": CATEGORY}
"""The tool's own rules and their category: they are in no pack."""


class Dependency(msgspec.Struct, frozen=True):
    """An include of a source, as its unit found it; `path` is "" where the name resolved to nothing, and where a
    condition only asked for it."""

    name: str
    path: str
    directive_from: str
    angled: bool
    stub: bool  # a model header stands in for it
    asked: bool = False  # by `__has_include`


class Reply(msgspec.Struct, frozen=True):
    """The findings of a source, what it includes, the last names of the SK functions it binds and does not define, and
    how much the rules knew of what it uses, by rule. `reads` are the paths that a contract is about, there or not; one
    that ends with `/` is a folder, in which any source counts."""

    findings: tuple[Finding, ...]
    dependencies: tuple[Dependency, ...]
    bound: tuple[str, ...]
    coverage: dict[str, Coverage] = {}
    broken: str = ""  # where the source stops making sense to the compiler, and why: `12: expected '}'`
    reads: tuple[str, ...] = ()
