"""What a run was checked for, as its report names it: the target of its files, and where that was given."""

from collections.abc import Iterable, Iterator, Sequence

from sklint.config import NOT_ASKED
from sklint.environment import MATRIX
from sklint.finding import Note
from sklint.report import JsonObject
from sklint.resolve import ConfigFor
from sklint.target import Chip, documented_cann, newer_than_documents, releases_near
from sklint.targeted import Origin, Targeted
from sklint.targeting import targeted


def targets_of(config_for: ConfigFor, paths: Iterable[str]) -> list[Targeted]:
    """The targets of the files, each once."""
    return list(dict.fromkeys(targeted(config_for(path), path) for path in paths))


def target_object(targets: Sequence[Targeted]) -> JsonObject:
    """The target of a report: all chips, the versions, and where they were given."""
    cann = dict.fromkeys(str(it.target.cann) for it in targets if it.target.cann)
    return {
        "chips": [{"name": it.name, "product": it.product, "npu_arch": it.arch} for it in chips_of(targets)],
        "cann": ", ".join(cann) or None,
        **came("chips_from", [it.chips_from for it in targets]),
        **came("cann_from", [it.cann_from for it in targets]),
    }


def came(key: str, origins: Sequence[Origin | None]) -> JsonObject:
    """Where a half was given, but for the command line, which whoever reads the report wrote."""
    elsewhere = [it for it in origins if it and it.what != NOT_ASKED.who]
    return {key: shown(elsewhere)} if elsewhere else {}


def chips_of(targets: Iterable[Targeted]) -> list[Chip]:
    return list(dict.fromkeys(chip for it in targets for chip in it.target.chips))


def shown(origins: Iterable[Origin | None]) -> str | None:
    return ", ".join(dict.fromkeys(it.shown for it in origins if it)) or None


def target_notes(targets: Sequence[Targeted]) -> Iterator[Note]:
    """What a reader may not expect: a target that nobody gave to sklint, and a version that nothing is known of."""
    found = [*assumed_chips(targets), *assumed_cann(targets)]
    if found:
        yield Note(f"checked for {' and '.join(found)}; --target-chip, --target-cann or [target] say it otherwise")
    if families := dict.fromkeys(family.id for it in targets for family in it.target.families):
        yield Note(f"checked by the matrix of {MATRIX} too, for {', '.join(families)}")
    for cann in dict.fromkeys(it.target.cann for it in targets if it.target.cann):
        if newer_than_documents(cann):
            known = documented_cann()
            yield Note(f"CANN {cann} is newer than {known}, the last that is known: what changed since is not checked")
        elif near := releases_near(cann):
            which = f"near it {'are' if len(near) > 1 else 'is'} {' and '.join(near)}"
            yield Note(f"CANN {cann} is no release that is known, {which}: what it has is told by its order alone")


def assumed_chips(targets: Sequence[Targeted]) -> Iterator[str]:
    of = [it for it in targets if it.chips_from and it.chips_from.assumed]
    if of:
        yield f"{', '.join(it.name for it in chips_of(of))} (by {shown(it.chips_from for it in of)})"


def assumed_cann(targets: Sequence[Targeted]) -> Iterator[str]:
    of = [it for it in targets if it.cann_from and it.cann_from.assumed]
    if of:
        versions = ", ".join(dict.fromkeys(str(it.target.cann) for it in of))
        yield f"CANN {versions} (by {shown(it.cann_from for it in of)})"
