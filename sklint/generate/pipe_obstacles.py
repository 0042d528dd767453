"""Why a TPipe's DestroyWithoutPipeAll cannot be written in an SK function, and what a person can do about it."""

from collections.abc import Iterator, Sequence

from sklint.declared import Key
from sklint.finding import Finding, Related
from sklint.generate.destroy import NAME, destroying_call, ends_otherwise
from sklint.generate.request import problem
from sklint.members import Member, member_at
from sklint.model import Kernel
from sklint.pipes import Pipe, owned_pipes
from sklint.source import Span
from sklint.unit import Unit


def undestroyed(unit: Unit, kernel: Kernel, pipes: Sequence[Pipe]) -> Iterator[Finding]:
    """A finding for the pipes that no statement can destroy; one for all that are the same member of a class."""
    groups: dict[Key | int, list[Pipe]] = {}
    for pipe in pipes:
        member = member_of(unit, pipe)
        groups.setdefault(member.place if member else pipe.local.index, []).append(pipe)
    for first, *others in groups.values():
        more = f" and {len(others)} more like it" if others else ""
        why, related = reason(unit, first)
        text = f"{first.path} of {kernel.name}{more} needs {NAME} before its scope ends, but {why}"
        yield problem("tpipe", first.local.span, text, kernel.qualified, (related,))


def member_of(unit: Unit, pipe: Pipe) -> Member | None:
    return member_at(unit, pipe.local.type, pipe.path.partition(".")[2]) if pipe.member else None


def reason(unit: Unit, pipe: Pipe) -> tuple[str, Related]:
    """Why no statement can destroy a pipe, with what a person can do; and the place of that."""
    if pipe.doubtful:
        place = pipe.destroys[0] if pipe.destroys else pipe.local
        return "whether that is done already cannot be told", Related(place.span, "this may do it")
    member = member_of(unit, pipe)
    if member is None or destroying_call(unit, pipe):
        return "it has a way out where that cannot be written", Related(pipe.leaks[0].token.span, "the way out")
    path, at, name = member.place
    related = Related(Span(path, at, at + len(name.encode())), f"{name} is declared here")
    if member.array:
        return f"{name} of {member.owner} is an array, whose elements are not followed one by one", related
    if ends := next((record for record, _ in member.classes if ends_otherwise(unit, record)), ""):
        last = ends.rpartition("::")[2]
        return f"~{last} runs after that and may use it: destroy it at the end of ~{last}", related
    do = f"make it public, or give {member.owner} a public method with nothing but {name}.{NAME}()"
    return f"{member.owner} keeps {name} to itself: {do}, and bind again", related


def conditional(seen: Sequence[tuple[Unit, Kernel]]) -> Iterator[Finding]:
    """The pipes that only some configurations have, in case their ways out are those of others too."""
    owned = [{pipe.local.span: pipe for pipe in owned_pipes(unit, kernel)} for unit, kernel in seen]
    kernel = seen[0][1]
    for span, pipe in {span: pipe for each in owned for span, pipe in each.items()}.items():
        if not all(span in each for each in owned):
            text = (
                f"{pipe.path} of {kernel.name} is there in one branch of a directive only, and the kernel has ways out "
                f"beyond that branch, where {NAME} cannot stand"
            )
            yield problem("tpipe", span, text, kernel.qualified)


def ambiguous(kernel: Kernel, pipes: Sequence[Pipe]) -> Iterator[Finding]:
    """Members of one object that have one name: those of a class and of its base."""
    places = [(it.local.index, it.path) for it in pipes]
    for pipe in pipes:
        if places.count((pipe.local.index, pipe.path)) > 1:
            text = f"{pipe.path} of {kernel.name} is the name of several members of one object"
            yield problem("tpipe", pipe.local.span, text, kernel.qualified)
