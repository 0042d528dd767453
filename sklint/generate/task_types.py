"""KERNEL_TASK_TYPE_DEFAULT in a kernel's body, which an SK function does not have."""

from collections.abc import Iterator

from sklint.body import Body, Statement
from sklint.finding import Edit, Finding
from sklint.generate.request import problem
from sklint.model import Kernel
from sklint.source import Source, Span
from sklint.unit import Unit

TASK_TYPE = "KERNEL_TASK_TYPE_DEFAULT"


def task_types(unit: Unit, kernel: Kernel, body: Body) -> Iterator[Edit | Finding]:
    source = unit.file(body.extent.path)
    for at, it in enumerate(body.tokens):
        if it.text == "KERNEL_TASK_TYPE" and it.kind == "name":
            text = f"{kernel.name} has a kernel type for each tiling key, an SK function has one"
            yield problem("kernel-type-per-key", it.span, text, kernel.qualified)
        elif it.text == TASK_TYPE and it.kind == "name" and source:
            end = statement_end(body, at)
            if body.tokens[end].text == ";" and wanted(body, at):
                yield Edit(source.span(it.span.start, body.tokens[end].span.end), ";")
            else:
                yield Edit(whole_lines(source, it.span.start, body.tokens[end].span.end), "")


def wanted(body: Body, at: int) -> bool:
    """Whether an `if`, a loop or a label has the statement at `at` and no other, so that one must be in its place."""
    around = enclosing(body.statement, at)
    if around is None:  # in a lambda
        return body.tokens[at - 1].text in (")", "else", "do", ":")
    return around.kind != "block"


def enclosing(statement: Statement, at: int) -> Statement | None:
    """The statement around the one that starts at `at`; None where none starts there."""
    inner = next((it for it in statement.children if it.first <= at < it.last), None)
    if inner is None:
        return None
    return enclosing(inner, at) or (statement if inner.first == at else None)


def statement_end(body: Body, at: int) -> int:
    """The index of the `;`, or of the `)`, that ends the macro's use at `at`."""
    level = 0
    for index in range(at + 1, len(body.tokens)):
        level += (body.tokens[index].text == "(") - (body.tokens[index].text == ")")
        if level == 0:
            following = body.tokens[index + 1].text if index + 1 < len(body.tokens) else ""
            return index + (following == ";")
    return at


def whole_lines(source: Source, start: int, end: int) -> Span:
    """The span, with its lines where nothing else stands on them."""
    first, after = source.line_starts[source.line_at(start) - 1], source.data.find(b"\n", end) + 1
    alone = not source.data[first:start].strip() and after and not source.data[end:after].strip()
    return source.span(first, after) if alone else source.span(start, end)
