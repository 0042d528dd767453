"""What a person has to decide before the units of an asset are certain."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from sklint.assets.files import PROSE
from sklint.assets.pairing import Pairing
from sklint.assets.question import Question, Spot
from sklint.assets.roles import SOURCE_SUFFIXES, is_test_path
from sklint.assets.survey import Survey
from sklint.assets.units import Candidate

RTC, AMBIGUOUS, DUPLICATE = "rtc-host-program", "ambiguous-host-registration", "duplicate-unit-id"
UNREADABLE, NO_KERNEL = "unreadable-source", "kernel-entry-required"


def layout_questions(
    survey: Survey, kept: Sequence[Candidate], shared: Mapping[str, Sequence[Candidate]]
) -> Iterator[Question]:
    """The questions about the units that are kept, and about those that share an id."""
    yield from rtc_questions(survey)
    yield from (ambiguous_host(it) for it in kept if len(it.pairing.host_files) > 1)
    yield from (duplicate(id, it) for id, it in shared.items())
    yield from unreadable(survey)


def no_kernel(survey: Survey) -> Question:
    """The question about an asset without a kernel, with the sources that one would be expected in."""
    places = [Spot(name) for name, it in survey.roles.items() if it == "kernel_candidate"]
    unread = [Spot(name, it.line) for name, read in survey.reads.items() for it in read.unread]
    fact = "has a kernel in a branch that is read: give `defines` in sklint.toml" if unread else "defines a kernel"
    text = f"no source of {survey.asset.path.name} {fact}"
    return Question(NO_KERNEL, text, (*unread, *(it for it in places if it.path not in {one.path for one in unread})))


def rtc_questions(survey: Survey) -> Iterator[Question]:
    for name, it in survey.roles.items():
        if it == "rtc_host_program":
            text = f"{name} compiles kernels at run time: give their source as a file, and this one a folder of its own"
            yield Question(RTC, text, (Spot(name, survey.host(name).rtc_line),), source=name)


def ambiguous_host(it: Candidate) -> Question:
    files = it.pairing.host_files
    text = f"{it.unit.entry_name} is registered in {listed(files)}: name one as host_source of the unit, in the layout"
    return Question(AMBIGUOUS, text, it.pairing.host_places, it.unit.unit_id, candidates=files)


def duplicate(id: str, found: Sequence[Candidate]) -> Question:
    files = tuple(dict.fromkeys(it.unit.kernel_source for it in found))
    names = listed(tuple(dict.fromkeys(it.pairing.kernel.qualified for it in found)))
    where = listed(files) if len(files) > 1 else f"{listed(files)} several times"
    told = list(dict.fromkeys(fact for it in found for fact in built_from(it.pairing)))
    facts = f" ({'; '.join(told)})" if told else ""
    text = f"{names} is defined in {where}{facts}: write a layout with the unit that counts"
    return Question(DUPLICATE, text, tuple(it.spot for it in found), id, candidates=files)


def built_from(pairing: Pairing) -> Iterator[str]:
    """For which chips the operator's registration builds the kernel's file."""
    stem = PurePosixPath(pairing.source).stem
    for name in pairing.implementations:
        own = [it for it in pairing.survey.host(name).configs if it.kernel_file == stem and it.chip]
        if own:
            yield f"{name}:{own[0].line} builds {stem} for {listed([it.chip for it in own])}"


def unreadable(survey: Survey) -> Iterator[Question]:
    """Sources in which a kernel may be that nobody could read."""
    for it in survey.asset.left_out:
        if it.reason == PROSE:
            continue
        if PurePosixPath(it.path).suffix in SOURCE_SUFFIXES or it.reason.startswith("not-readable"):
            text = f"{it.path} is not read ({it.reason}), and may define a kernel"
            yield Question(UNREADABLE, text, (Spot(it.path),), source=it.path)
    for name, it in survey.reads.items():
        if it.failure:
            yield Question(UNREADABLE, f"{name} {it.failure}", (Spot(name),), source=name)
    yield from (Question(UNREADABLE, text, (spot,), source=spot.path) for spot, text in unseen(survey))


def unseen(survey: Survey) -> Iterator[tuple[Spot, str]]:
    """The places in the asset where kernels are lost, each once; those in tests are not looked for."""
    every = dict.fromkeys(it for read in survey.reads.values() for it in read.unseen)
    for it in every:
        name = survey.name_of(it.path)
        if name and not is_test_path(name):
            yield Spot(name, it.line), it.text


def listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
