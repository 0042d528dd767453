"""What an asset can do on its own, each capability with where that is written."""

from typing import Literal

import msgspec

from sklint.delivery.asset_files import Asset
from sklint.delivery.evidence import Evidence
from sklint.delivery.understanding import Understood

Status = Literal["present", "missing", "blocked"]
Confidence = Literal["high", "medium", "low"]
MOST = 20
"""How many places a capability names; the counts tell how many there are."""


class Capability(msgspec.Struct, frozen=True):
    """`blocked`: it cannot be there, as what it rests on is missing. `evidence_count` counts what `evidence` is the
    beginning of."""

    status: Status
    confidence: Confidence
    evidence: tuple[Evidence, ...] = ()
    evidence_count: int = 0


def capabilities(it: Understood) -> dict[str, Capability]:
    tests = (*it.tests.assertions, *it.tests.graphs, *it.tests.launches, *it.tests.programs)
    return {
        "source": source(it),
        "entry_binding": entry_binding(it),
        "build": told(it, bool(it.build.files), it.build.about("toolchain", "command"), it.build.about("entry")),
        "test": told(it, it.tests.present, tests, tuple(Evidence(name, 1, "a test file") for name in it.tests.files)),
        "package": told(it, bool(it.build.about("package")), it.build.about("package")),
        "delivery_docs": documents(it.asset),
    }


def of(status: Status, confidence: Confidence, evidence: tuple[Evidence, ...] = ()) -> Capability:
    return Capability(status, confidence, evidence[:MOST], len(evidence))


def source(it: Understood) -> Capability:
    if it.kernels:
        return of("present", sure(it), kernel_places(it))
    sources = tuple(Evidence(name, 1, "a source without a kernel") for name in it.asset.names("source"))
    return of("present", "low", sources) if sources else of("missing", sure(it))


def kernel_places(it: Understood) -> tuple[Evidence, ...]:
    return tuple(Evidence(it.asset.local(one.path), one.line, f"kernel {one.qualified}") for one in it.kernels)


def entry_binding(it: Understood) -> Capability:
    """Whether each kernel is bound to SK functions."""
    if not it.kernels:
        return of("blocked", sure(it))
    if it.unbound:
        open_ = {one.key for one in it.unbound}
        places = (
            Evidence(it.asset.local(one.path), one.line, f"kernel {one.qualified} is not bound")
            for one in it.kernels
            if one.key in open_
        )
        return of("missing", sure(it), tuple(places))
    places = (Evidence(it.asset.local(path), line, "SK_BIND") for path, line in it.code.bindings)
    return of("present", sure(it), tuple(places))


def told(it: Understood, there: bool, code: tuple[Evidence, ...], names: tuple[Evidence, ...] = ()) -> Capability:
    """A capability that code tells of, or the names of files alone."""
    if not it.asset.of("source"):
        return of("blocked", "high", code or names)
    if not there:
        return of("missing", "high")
    return of("present", "high" if code else "medium", code or names)


def documents(asset: Asset) -> Capability:
    names = asset.names("doc")
    evidence = tuple(Evidence(name, 1, "a document") for name in names)
    if not names:
        return of("missing", "high")
    return of("present", "high" if any(name.lower().startswith("readme") for name in names) else "medium", evidence)


def sure(it: Understood) -> Confidence:
    """How sure what the parser says is: less where a source could not be read, or a header was not found."""
    return "medium" if it.code.unread or it.code.missing or it.code.lost else "high"
