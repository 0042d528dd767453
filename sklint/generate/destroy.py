"""Where a TPipe's DestroyWithoutPipeAll is written: before each way out of its scope, in the file's own layout."""

from collections.abc import Sequence

from sklint.body import Call, Statement, Token
from sklint.declared import Key
from sklint.finding import Edit
from sklint.generate.branch_guard import Guard, guard
from sklint.generate.positions import joined
from sklint.local_pipes import open_pipe
from sklint.members import member_at, open_methods
from sklint.model import Function
from sklint.pipe_followers import followed, followed_call
from sklint.pipe_walk import Exit
from sklint.pipes import Pipe
from sklint.source import Source, Span
from sklint.unit import Unit

NAME = "DestroyWithoutPipeAll"
DESTROY = f"{NAME}();"
WAIT = "AscendC::PipeBarrier<PIPE_ALL>();"
"""What stands between two TPipes in place of the wait of a destructor (asc-devkit: SuperKernel, TPipe)."""


def destroy_edits(unit: Unit, pipe: Pipe, ways: Sequence[Exit]) -> tuple[Edit, ...]:
    """Edits that destroy `pipe` before each of `ways`, and wait for all pipes before another TPipe is made, which the
    destructor did; none at all where one of them cannot be written exactly."""
    call = destroying_call(unit, pipe)
    edits = [destroy_at(unit, pipe, way, call) if call else None for way in ways]
    edits += [destroy_at(unit, pipe, way, WAIT) for way in ways if call and followed(unit, pipe, way)]
    return tuple(it for it in edits if it) if all(edits) else ()


def joined_edits(unit: Unit, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits, one for each place."""
    source = unit.file(edits[0].span.path) if edits else None
    return tuple(joined(braced_once(source, edits))) if source else ()


def waiting_edits(unit: Unit, function: Function, call: Call) -> tuple[Edit, ...] | None:
    """Edits that name DestroyWithoutPipeAll in a call of Destroy, and wait for all pipes before another TPipe is made;
    None where that wait cannot be written exactly."""
    rename = Edit(call.span, NAME)
    if not followed_call(unit, function, call.index):
        return (rename,)
    body, source = function.body, unit.file(call.span.path)
    inner, around = innermost(body.statement, call.index) if body else (None, None)
    if body is None or source is None or inner is None or around is None or around.kind != "block":
        return None
    last = body.tokens[inner.last - 1]
    if last.from_macro or last.text != ";":
        return None
    start, indent = line_of(source, body.tokens[inner.first].span.start)
    ends = source.data.find(b"\n", last.span.end)
    alone = not source.data[start : body.tokens[inner.first].span.start].strip()
    alone = alone and ends >= 0 and not source.data[last.span.end : ends].strip()
    place = Span(source.path, last.span.end, last.span.end)
    return rename, Edit(place, f"\n{indent}{WAIT}" if alone else f" {WAIT}")


def innermost(statement: Statement, index: int, around: Statement | None = None) -> tuple[Statement, Statement | None]:
    """The innermost statement that holds a token, and the one around that."""
    inner = next((it for it in statement.children if it.first <= index < it.last), None)
    return innermost(inner, index, statement) if inner else (statement, around)


def braced_once(source: Source, edits: Sequence[Edit]) -> list[Edit]:
    """The edits, those that put the same statement in braces as one."""
    found: dict[tuple[Span, int], Edit] = {}
    for number, it in enumerate(edits):
        tail = f" {source.text(it.span)} }}"
        braces = it.span.start < it.span.end and it.text.startswith("{ ") and it.text.endswith(tail)
        key = (it.span, -1 if braces else number)
        before = found.get(key)
        found[key] = Edit(it.span, before.text.removesuffix(tail) + it.text[1:]) if before else it
    return list(found.values())


def destroying_call(unit: Unit, pipe: Pipe) -> str:
    """The statement that destroys a pipe: of a member that its class keeps to itself, the call of a method that does
    nothing else. "" where there is none."""
    if not pipe.member:
        return f"{pipe.path}.{DESTROY}"
    member = member_at(unit, pipe.local.type, pipe.path.partition(".")[2])
    if member is None and pipe.function.body and open_pipe(pipe.function.body, pipe.local):
        return f"{pipe.path}.{DESTROY}"
    if member is None or member.array or any(ends_otherwise(unit, record) for record, _ in member.classes):
        return ""
    if member.open:
        return f"{pipe.path}.{DESTROY}"
    closers = (
        (it, rest)
        for record, rest in member.classes
        for it in open_methods(unit, record)
        if not it[2].startswith("~") and closes(unit, it, rest)
    )
    found = next(closers, None)
    return f"{pipe.path.removesuffix(found[1])}{found[0][2]}();" if found else ""


def ends_otherwise(unit: Unit, record: str) -> bool:
    """Whether a class has a destructor of its own that does something, which may need the pipe."""
    known = unit.record(record)
    keys = known.methods.get(f"~{record.rpartition('::')[2]}", ()) if known else ()
    bodies = [it.body if (it := unit.function(key)) else None for key in keys]
    return any(it is None or it.statement.children for it in bodies)


def closes(unit: Unit, method: Key, path: str) -> bool:
    """Whether all that a method does is to destroy the pipe that its class has at the path."""
    function = unit.function(method)
    body = function.body if function and not function.params and not function.template else None
    if body is None or len(body.statement.children) != 1 or len(body.calls) != 1:
        return False
    call, statement = body.calls[0], body.statement.children[0]
    called = call.name == NAME and call.receiver.replace("->", ".").removeprefix("this.") == path
    words = [it.text for it in body.tokens[call.index + 1 : statement.last]]
    return called and statement.kind == "simple" and words == ["(", ")", ";"]


def destroy_at(unit: Unit, pipe: Pipe, way: Exit, call: str) -> Edit | None:
    source, body = unit.file(way.token.span.path), pipe.function.body
    if source is None or way.token.from_macro or body is None:
        return None
    declared, place = pipe.local.span, way.token.span
    same = declared.path == place.path and body.extent.contains(declared)
    around = guard(source, body.extent, declared.start, place.start, pipe.local.name) if same else Guard()
    if around is None:
        return None
    if around.opening and around.end is not None and way.statement is None:
        return at_branch_end(source, pipe, around.end, call)
    if around.opening:
        return in_branches(source, pipe, way, call, around)
    if way.statement is None:
        return at_scope_end(source, pipe, way.token, call)
    return before_jump(source, pipe, way.statement, call)


def at_branch_end(source: Source, pipe: Pipe, end: int, call: str) -> Edit:
    """Before the directive that ends the branch which declares the pipe."""
    start, _ = line_of(source, end)
    _, indent = line_of(source, pipe.local.span.start)
    return Edit(Span(source.path, start, start), f"{indent}{call}\n")


def in_branches(source: Source, pipe: Pipe, way: Exit, call: str, around: Guard) -> Edit | None:
    """Before a jump or a closing brace, in the branches of directives that the pipe is declared in."""
    at, jump, body = way.token.span.start, way.statement, pipe.function.body
    start, indent = line_of(source, at)
    alone = not source.data[start:at].strip()
    parent = parent_of(body.statement, jump) if body and jump else None
    if jump is None and alone:
        inner = line_of(source, pipe.local.span.start)[1]
        return Edit(Span(source.path, start, start), f"{around.opening}{inner}{call}\n{around.closing}")
    if body is None or parent is None or jump is None or leaves_with_value(jump):
        return None
    inner = indent if alone else indent + ("\t" if "\t" in indent else "    ")
    lines = f"{around.opening}{inner}{call}\n{around.closing}"
    if parent.kind in ("block", "label"):
        before = start if alone else len(source.data[:at].rstrip(b" \t"))
        left = inner.removesuffix(source.decode(before, at))
        return Edit(Span(source.path, before, before), lines if alone else f"\n{lines}{left}")
    end = body.tokens[jump.last - 1].span.end
    return Edit(Span(source.path, at, end), f"{{\n{lines}{inner}{source.decode(at, end)}\n{indent}}}")


def at_scope_end(source: Source, pipe: Pipe, brace: Token, call: str) -> Edit | None:
    """Before the closing brace: on a line of its own if the brace has one."""
    body = pipe.function.body
    last = body.tokens[pipe.scope.last - 2] if body and pipe.scope.children else None
    if last is None or brace.from_macro:
        return None
    start, indent = line_of(source, brace.span.start)
    if source.data[start : brace.span.start].strip() and last.from_macro:
        return Edit(Span(source.path, brace.span.start, brace.span.start), f"{call} ")
    if source.data[start : brace.span.start].strip():
        return Edit(Span(source.path, last.span.end, last.span.end), f" {call}")
    statement = body.tokens[pipe.scope.children[-1].first] if body else last
    _, inner = line_of(source, statement.span.start)
    return Edit(Span(source.path, start, start), f"{inner or indent}{call}\n")


def before_jump(source: Source, pipe: Pipe, jump: Statement, call: str) -> Edit | None:
    """Before `return;`, `break;` and their like; with braces where the jump is all that an `if` holds."""
    body = pipe.function.body
    if body is None or leaves_with_value(jump):
        return None
    first, last = body.tokens[jump.first].span, body.tokens[jump.last - 1].span
    parent = parent_of(body.statement, jump)
    if parent is None or body.tokens[jump.last - 1].from_macro:
        return None
    if parent.kind not in ("block", "label"):
        text = source.decode(first.start, last.end)
        return Edit(Span(source.path, first.start, last.end), f"{{ {call} {text} }}")
    start, indent = line_of(source, first.start)
    alone = not source.data[start : first.start].strip()
    return Edit(Span(source.path, first.start, first.start), f"{call}\n{indent}" if alone else f"{call} ")


def leaves_with_value(jump: Statement) -> bool:
    """Whether a `return` has a value, which may need the pipe."""
    return jump.kind == "return" and jump.head[1] - jump.head[0] > 1


def parent_of(statement: Statement, child: Statement) -> Statement | None:
    for it in statement.children:
        if it == child:
            return statement
        if it.first <= child.first < it.last and (found := parent_of(it, child)):
            return found
    return None


def line_of(source: Source, offset: int) -> tuple[int, str]:
    """Where the line of `offset` starts, and its indentation."""
    start = source.line_starts[source.line_at(offset) - 1]
    text = source.decode(start, offset)
    return start, text[: len(text) - len(text.lstrip(" \t"))]
