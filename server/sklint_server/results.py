"""What checks have found, and what of it holds for a document as it is now."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sklint.contract_asset import reads_any
from sklint.elsewhere import UNBOUND
from sklint.finding import Finding
from sklint.reply import Dependency
from sklint_server.documents import Document


@dataclass(frozen=True, eq=False)
class Result:
    """What checking a source gave. `versions` are those of all open documents when it was asked for."""

    path: str
    versions: Mapping[str, int]
    findings: tuple[Finding, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    bound: tuple[str, ...] = ()
    bound_near: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    failed: bool = False

    def holds_for(self, document: Document | None) -> bool:
        """Whether its places in a document's text are still true."""
        if document is None:
            return True
        seen = self.versions.get(document.path)
        return seen == document.version or (seen is None and document.as_on_disk)

    def depends_on(self, path: str) -> bool:
        """Whether it read a file, or would if that were there."""
        if self.reads and reads_any(self.reads, {os.path.realpath(path)}):
            return True
        return any(it.path == path or (not it.path and path.endswith(tail(it.name))) for it in self.dependencies)

    @property
    def places(self) -> set[str]:
        return {self.path, *(it.span.path for it in self.findings)}


def tail(name: str) -> str:
    """How a path ends that an include may mean."""
    return f"/{name.replace('../', '').removeprefix('./')}"


@dataclass
class Results:
    """The newest result of each source that is open or was asked for."""

    by_path: dict[str, Result] = field(default_factory=dict[str, Result])

    def about(self, path: str, document: Document | None) -> tuple[Finding, ...]:
        """The findings in a file, from all the sources that see it, each once."""
        bound = {name for it in self.by_path.values() for name in it.bound}
        holding = [it for it in self.by_path.values() if it.holds_for(document)]
        found = [it for result in holding for it in unanswered(result, bound) if it.span.path == path]
        merged = {(it.rule, it.span, it.symbol): it for it in found}
        return tuple(sorted(merged.values(), key=lambda it: (it.span.start, it.span.end, it.rule, it.symbol)))

    def dependants(self, path: str) -> Iterator[str]:
        yield from (it.path for it in list(self.by_path.values()) if it.path != path and it.depends_on(path))

    def concerned(self, path: str) -> Iterator[str]:
        """The sources that another file's change concerns: they include it, or ask what files beside them bind."""
        folder = path.rpartition("/")[0]
        for it in list(self.by_path.values()):
            asks = it.path.rpartition("/")[0] == folder and any(found.rule == UNBOUND for found in it.findings)
            if it.path == path or it.depends_on(path) or asks:
                yield it.path

    def asking(self, names: Iterable[str]) -> Iterator[str]:
        """The sources with a finding that an SK function of these names is not bound."""
        wanted = set(names)
        for it in list(self.by_path.values()):
            if any(found.rule == UNBOUND and found.text in wanted for found in it.findings):
                yield it.path


def unanswered(result: Result, bound: set[str]) -> Iterator[Finding]:
    elsewhere = bound | set(result.bound_near)
    return (it for it in result.findings if it.rule != UNBOUND or it.text not in elsewhere)
