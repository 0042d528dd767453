"""Where a TPipe's DestroyWithoutPipeAll is written: before each way out of its scope, in the file's own layout."""

import re
from collections.abc import Iterator, Sequence

from sklint.body import Body, Call, Statement, Token
from sklint.declared import Key
from sklint.finding import Edit
from sklint.generate.branch_guard import guard
from sklint.generate.positions import joined
from sklint.local_pipes import open_pipe
from sklint.members import member_at, open_methods
from sklint.model import Function
from sklint.parse.conditionals import branches_around
from sklint.pipe_followers import followed, followed_call
from sklint.pipe_walk import Exit
from sklint.pipes import Pipe
from sklint.source import Source, Span
from sklint.unit import Unit

NAME = "DestroyWithoutPipeAll"
DESTROY = f"{NAME}();"
WORD = re.compile(r"\w+")
WAIT = "AscendC::PipeBarrier<PIPE_ALL>();"
"""What stands between two TPipes in place of the wait of a destructor (asc-devkit: SuperKernel, TPipe)."""


def destroy_edits(unit: Unit, pipe: Pipe, ways: Sequence[Exit], *, stays: bool = False) -> tuple[Edit, ...]:
    """Edits that destroy `pipe` before each of `ways`, and wait for all pipes before another TPipe is made, which the
    destructor did; none at all where one of them cannot be written exactly. What `stays` is written in the branch of
    the directives that declares the pipe; else it may be in directives of its own."""
    call, at = destroying_call(unit, pipe), destroy_in_branch if stays else destroy_at
    edits = [at(unit, pipe, way, call) if call else None for way in ways]
    edits += [at(unit, pipe, way, WAIT) for way in ways if call and followed(unit, pipe, way)]
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
    around = guard(source, body.extent, declared.start, place.start, pipe.local.name) if same else ("", "")
    if around is None:
        return None
    if around[0]:
        return in_branches(source, pipe, way, call, around)
    if way.statement is None:
        return at_scope_end(source, pipe, way.token, call)
    return before_jump(source, pipe, way.statement, call)


def destroy_in_branch(unit: Unit, pipe: Pipe, way: Exit, call: str) -> Edit | None:
    """The edit, where the branch that declares the pipe is left before its scope is."""
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
    if not named_before(pipe, left[-1][1]):  # what uses it is outside of the branch
        return destroy_at(unit, pipe, way, call)
    return None if way.statement else at_branch_end(source, pipe, left[-1][1], call)


def named_before(pipe: Pipe, end: int) -> bool:
    """Whether something between a pipe's declaration and an offset names it."""
    name, start = pipe.path.partition(".")[0], pipe.local.span.end
    tokens = pipe.function.body.tokens if pipe.function.body else ()
    return any(it.text == name and start <= it.span.start < end for it in tokens)


def at_branch_end(source: Source, pipe: Pipe, end: int, call: str) -> Edit | None:
    """Before the directive that ends the branch which declares the pipe: what follows is also there without it."""
    body = pipe.function.body
    if body is None or pipe.function.in_macro:
        return None
    spans = [(body.tokens[it.first].span.start, body.tokens[it.last - 1].span.end) for it in pipe.scope.children]
    holding = {pipe.path.partition(".")[0], *objects_given(body, pipe)}
    later = any(it.text in holding and it.span.start > end for it in body.tokens[pipe.scope.first : pipe.scope.last])
    if later or any(first < end < last for first, last in spans):
        return None
    start, _ = line_of(source, end)
    _, indent = line_of(source, pipe.local.span.start)
    return Edit(Span(source.path, start, start), f"{indent}{call}\n")


def objects_given(body: Body, pipe: Pipe) -> Iterator[str]:
    """The objects that are given the pipe, which may go on with it: `op.Init(&pipe)`, `Op op(&pipe)`."""
    name = pipe.path.partition(".")[0]
    given = [it for it in (*body.calls, *body.constructed) if any(name in WORD.findall(text) for text in it.arguments)]
    yield from (it.receiver.replace("->", ".").partition(".")[0] for it in given if it.receiver)
    yield from (it.name for it in body.locals if name in WORD.findall(it.initializer))
    yield from (body.tokens[it.index].text for it in body.constructed if it in given)


def in_branches(source: Source, pipe: Pipe, way: Exit, call: str, around: tuple[str, str]) -> Edit | None:
    """Before a jump or a closing brace, in the branches of directives that the pipe is declared in."""
    at, jump, body = way.token.span.start, way.statement, pipe.function.body
    start, indent = line_of(source, at)
    alone = not source.data[start:at].strip()
    parent = parent_of(body.statement, jump) if body and jump else None
    if jump is None and alone:
        inner = line_of(source, pipe.local.span.start)[1]
        return Edit(Span(source.path, start, start), f"{around[0]}{inner}{call}\n{around[1]}")
    if body is None or parent is None or jump is None or leaves_with_value(jump):
        return None
    inner = indent if alone else indent + ("\t" if "\t" in indent else "    ")
    lines = f"{around[0]}{inner}{call}\n{around[1]}"
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
