"""Runtime fixtures: with which memory and which values a kernel is launched, and what of it is compared."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from sklint.closest import closest, hint
from sklint.contract_read import Place, converted, decoded, wrong
from sklint.error import SklintError
from sklint.generate.package_entry import PackageEntry
from sklint.generate.standalone_parameter import ParameterFixture, faults
from sklint.json_place import places
from sklint.source import Source

FILE = "operator-sk-runtime-fixture.json"


class Fixture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one kernel is launched."""

    parameters: tuple[ParameterFixture, ...]
    block_dim: Annotated[int, Meta(gt=0, lt=2**32)] | None = None
    schema_version: int | str = 1
    entry_name: str | None = None
    description: str | None = None
    comment: str | None = None

    def of(self, name: str) -> ParameterFixture:
        return next(it for it in self.parameters if it.name == name)


class Plan(msgspec.Struct, frozen=True):
    """A fixture that was read, or why there is none to run with. `path` is "" where no fixtures are given."""

    path: str
    fixture: Fixture | None = None
    reason: str = ""
    spec: object = None

    @property
    def status(self) -> dict[str, object]:
        """What the manifest says of it."""
        runs = self.fixture is not None
        told = {"spec": self.spec} if runs else {"reason": self.reason}
        return {"status": "available" if runs else "insufficient", "path": self.path, "device_runnable": runs, **told}


NO_FIXTURE = "the runtime fixture has no plan of the parameters to run the kernel with"


def read_plan(entry: PackageEntry, folder: Path | None) -> Plan:
    """The plan that a fixture of the folder gives for an entry."""
    if folder is None:
        return Plan("", reason=NO_FIXTURE)
    path = folder / entry.name / FILE
    try:
        source = Source(path.as_posix(), path.read_bytes())
    except OSError as error:
        reason = f"{path}: no such file" if isinstance(error, FileNotFoundError) else f"{path}: {error.strerror}"
        return Plan(str(path.parent), reason=reason)
    try:
        raw = decoded(source)
        place = Place(source, places(source), whole="the fixture")
        fixture = converted(raw, Fixture, place)
        checked(fixture, entry, place)
    except SklintError as fault:
        return Plan(str(path.parent), reason=str(fault))
    return Plan(str(path.parent), fixture, spec=raw)


def checked(fixture: Fixture, entry: PackageEntry, place: Place) -> None:
    """SklintError, at the key, where a fixture does not say how the entry is launched."""
    if entry.wrapper:
        raise wrong(place, "", f"is for {entry.name}, which a runtime wrapper launches, not its own arguments")
    count = Counter(it.name for it in fixture.parameters)
    names = [it.name for it in entry.parameters]
    for number, it in enumerate(fixture.parameters):
        there = place.of("parameters", number)
        if count[it.name] > 1:
            raise wrong(there, "name", f"is {it.name}, which is there twice")
        if it.name not in names:
            raise wrong(there, "name", f"is {it.name}, which {entry.name} has not{hint(closest(it.name, names))}")
        for key, fact in faults(it, next(one for one in entry.parameters if one.name == it.name)):
            raise wrong(there, key, fact)
    missing = [it for it in names if it not in count]
    if missing:
        raise wrong(place, "parameters", f"lacks {', '.join(missing)} of {entry.name}")
    if not any(it.compare for it in fixture.parameters):
        raise wrong(place, "parameters", 'compares nothing: no device_buffer has "compare": true')
