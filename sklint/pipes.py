"""Who destroys a TPipe, and on which ways out of its scope nobody does."""

from dataclasses import dataclass, replace

from sklint.body import Body, Call, Local, Statement
from sklint.local_pipes import local_pipes
from sklint.members import argument, definition
from sklint.model import Function
from sklint.pipe_doubts import DESTROYS, DOUBT, NONE, TPIPE, UNKNOWN, Counts
from sklint.pipe_events import DEEPEST, Watch
from sklint.pipe_names import CURRENT
from sklint.pipe_walk import CORES, Exit, Walk, whole_body
from sklint.scopes import enclosing
from sklint.unit import Unit


@dataclass(frozen=True, slots=True)
class Pipe:
    """A TPipe that a function owns. `path` is how the function names it: `pipe`, or `op.pipe` for a member.

    `destroys` are the calls that destroy it, `scope` the block it lives in, `exits` all ways out of that.
    """

    path: str
    local: Local
    function: Function
    scope: Statement
    exits: tuple[Exit, ...]
    destroys: tuple[Call, ...]

    @property
    def member(self) -> bool:
        return "." in self.path

    @property
    def leaks(self) -> tuple[Exit, ...]:
        """The ways out on which it is not destroyed."""
        return tuple(it for it in self.exits if 0 in it.counts and UNKNOWN not in it.counts)

    @property
    def repeats(self) -> tuple[Exit, ...]:
        """The ways out on which it was destroyed more than once."""
        return tuple(it for it in self.exits if 2 in it.counts and UNKNOWN not in it.counts)

    @property
    def doubtful(self) -> bool:
        """Whether there is a way out on which nobody can tell how often it was destroyed."""
        return any(UNKNOWN in it.counts for it in self.exits)


def owned_pipes(unit: Unit, function: Function) -> list[Pipe]:
    """The pipes that the function's own body declares, and what becomes of them."""
    body = function.body
    if body is None:
        return []
    key = (id(body), function.values, function.types, function.doubts)
    if key not in unit.pipes:
        unit.pipes[key] = body, find_pipes(unit, function, body)
    return unit.pipes[key][1]


def has_no_pipe(unit: Unit, function: Function) -> bool:
    """Whether nothing that a function runs has a TPipe of its own, all of which is known."""
    bodies = [it.function.body for it in unit.reach(function)]
    return all(body is not None and not names_pipe(unit, body) and all(map(is_known, body.calls)) for body in bodies)


def names_pipe(unit: Unit, body: Body) -> bool:
    """Whether a body has a TPipe, or may have one in an object, or names one that stands outside of functions."""
    objects = [it for it in body.locals if not it.type.pointer and not it.type.reference]
    has = any(pipe_paths(unit, it.name, it.type.record, it.type.canonical) for it in objects)
    unknown = any(
        it.type.record and not unit.record(it.type.record) for it in objects if not of_ascendc(it.type.record)
    )
    named = (it.type for it in body.references.values() if it.kind in ("variable", "field") and it.type)
    return has or unknown or any(it.record == TPIPE and not it.pointer for it in named) or any(local_pipes(body))


def is_known(call: Call) -> bool:
    return bool(call.targets) or of_ascendc(call.qualified)


def of_ascendc(name: str) -> bool:
    return name.startswith("AscendC::")


def find_pipes(unit: Unit, function: Function, body: Body) -> list[Pipe]:
    found: list[tuple[Local, str]] = []
    doubts: list[tuple[Local, str]] = []
    for local in body.locals:
        if local.static or local.array or local.type.pointer or local.type.reference:
            continue
        for path in pipe_paths(unit, local.name, local.type.record, local.type.canonical):
            if not destructor_destroys(unit, local.type.record, path.partition(".")[2]):
                found.append((local, path))
            if destructor_destroys(unit, local.type.record, path.partition(".")[2], sure=False):
                doubts.append((local, path))
    found += local_pipes(body)
    current = unit.mentions("GetTPipePtr")
    begins = {(local.index, path): DOUBT for local, path in doubts}
    return [
        follow(unit, function, body, *it, begins.get((it[0].index, it[1]), NONE), current=current and it is found[-1])
        for it in found
    ]


def pipe_paths(unit: Unit, name: str, record: str, canonical: str = "", depth: int = 0) -> list[str]:
    """The pipes in an object: itself, or its members at any depth; `canonical` tells a template's arguments."""
    if record == TPIPE:
        return [name]
    known = unit.record(record) if record and depth < DEEPEST else None
    if known is None:
        return []
    inside = [
        path
        for member, type in known.fields.items()
        if not type.pointer and not type.reference
        for path in pipe_paths(unit, f"{name}.{member}", type.record or argument(canonical, type), "", depth + 1)
    ]
    return inside + [path for base in known.bases for path in pipe_paths(unit, name, base, "", depth + 1)]


def destructor_destroys(unit: Unit, record: str, path: str, depth: int = 0, *, sure: bool = True) -> bool:
    """Whether the pipe that a class has at a path is destroyed with its objects: by the destructor of the class, of a
    base, of the member that the pipe is in, or of a member that destroys a TPipe it points to. Not
    `sure`: whether it may be."""
    no = frozenset((0, UNKNOWN) if sure else (0,))
    known = unit.record(record) if record and path and depth < DEEPEST else None
    if known is None:
        return False
    member, _, rest = path.partition(".")
    inside = known.fields[member].record if member in known.fields else ""
    return (
        any(
            no.isdisjoint(whole_body(Watch(unit, it, frozenset((path,)), whole_body)))
            for it in destructors(unit, record)
        )
        or any(
            destructor_destroys(unit, it, path, depth + 1, sure=sure)
            for it in known.bases
            if member not in known.fields
        )
        or destructor_destroys(unit, inside, rest, depth + 1, sure=sure)
        or any(ends_a_pipe(it) for type in known.fields.values() for it in destructors(unit, type.record))
    )


def destructors(unit: Unit, record: str) -> list[Function]:
    known = unit.record(record) if record else None
    keys = known.methods.get(f"~{record.rpartition('::')[2]}", ()) if known else ()
    return [it for key in keys if (it := unit.function(definition(unit, key))) and it.body]


def ends_a_pipe(destructor: Function) -> bool:
    """Whether a destructor destroys a TPipe that its object points to."""
    calls = destructor.body.calls if destructor.body else ()
    return any(it.name in DESTROYS and it.receiver_type == TPIPE for it in calls)


def follow(
    unit: Unit, function: Function, body: Body, local: Local, path: str, begin: Counts, *, current: bool
) -> Pipe:
    """What becomes of a pipe from the counts `begin` on; `current` tells that GetTPipePtr() gives it."""
    scope, position = enclosing(body, body.statement, local.index)
    found: dict[int, Exit] = {}
    destroys: dict[int, Call] = {}
    for core in cores(body):
        watch = Watch(unit, function, frozenset((path, CURRENT) if current else (path,)), whole_body, core=core)
        watch.declared(local)
        walk = Walk(watch)
        after = walk.block(scope, position + 1, begin)
        if after.falls:
            walk.exits.append(Exit(body.tokens[scope.last - 1], None, after.falls))
        left = ((it, counts) for it, counts in after.jumps if not stays(body, scope, it))
        walk.exits += [Exit(body.tokens[it.first], it, counts) for it, counts in left]
        for way in walk.exits if watch.destroys else [replace(it, counts=begin) for it in walk.exits]:
            key = way.statement.first if way.statement else -1
            known = found.get(key, way)
            found[key] = Exit(way.token, way.statement, way.counts | known.counts)
        destroys.update(watch.destroys)
    exits = tuple(sorted(found.values(), key=lambda it: it.token.spelled))
    return Pipe(path, local, function, scope, exits, tuple(destroys[it] for it in sorted(destroys)))


def cores(body: Body) -> tuple[str, ...]:
    """The kinds of core to follow a body on, one after the other, where it tests for both; else any."""
    tested = {it.text for it in body.tokens if it.kind == "name"}
    return CORES if all(f"ASCEND_IS_{it}" in tested for it in CORES) else ("",)


def stays(body: Body, scope: Statement, jump: Statement) -> bool:
    """Whether a `goto` goes to a label of the scope: back, as one that goes forward has been followed."""
    if jump.kind != "goto":
        return False
    label = [body.tokens[jump.first + 1].text, ":"]
    return any([it.text for it in body.tokens[at : at + 2]] == label for at in range(scope.first, scope.last))
