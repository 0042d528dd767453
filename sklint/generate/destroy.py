"""Where a TPipe's DestroyWithoutPipeAll is written: before each way out of its scope, in the file's own layout."""

from collections.abc import Sequence

from sklint.body import Statement, Token
from sklint.declared import Key
from sklint.finding import Edit
from sklint.local_pipes import open_pipe
from sklint.members import member_at, open_methods
from sklint.parse.conditionals import branches_around
from sklint.pipe_walk import Exit
from sklint.pipes import Pipe
from sklint.source import Source, Span
from sklint.unit import Unit

NAME = "DestroyWithoutPipeAll"
DESTROY = f"{NAME}();"


def destroy_edits(unit: Unit, pipe: Pipe, ways: Sequence[Exit]) -> tuple[Edit, ...]:
    """Edits that destroy `pipe` before each of `ways`; none at all where one of them cannot be written exactly."""
    call = destroying_call(unit, pipe)
    edits = [destroy_at(unit, pipe, way, call) if call else None for way in ways]
    return tuple(it for it in edits if it) if all(edits) else ()


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
    source = unit.file(way.token.span.path)
    if source is None or way.token.from_macro:
        return None
    edit = (
        before_jump(source, pipe, way.statement, call) if way.statement else at_scope_end(source, pipe, way.token, call)
    )
    declared = pipe.local.span
    left = [it for it in branches_around(source.data, declared.start) if edit and not it[0] <= edit.span.start < it[1]]
    if edit is None or declared.path != source.path or not left:
        return edit
    return None if way.statement else at_branch_end(source, pipe, left[-1][1], call)


def at_branch_end(source: Source, pipe: Pipe, end: int, call: str) -> Edit | None:
    """Before the directive that ends the branch which declares the pipe: what follows is also there without it."""
    body = pipe.function.body
    if body is None or pipe.function.in_macro:
        return None
    spans = [(body.tokens[it.first].span.start, body.tokens[it.last - 1].span.end) for it in pipe.scope.children]
    name = pipe.path.partition(".")[0]
    later = any(it.text == name and it.span.start > end for it in body.tokens[pipe.scope.first : pipe.scope.last])
    if later or any(first < end < last for first, last in spans):
        return None
    start, _ = line_of(source, end)
    _, indent = line_of(source, pipe.local.span.start)
    return Edit(Span(source.path, start, start), f"{indent}{call}\n")


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
    if body is None or (jump.kind == "return" and jump.head[1] - jump.head[0] > 1):  # its value may need the pipe
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
