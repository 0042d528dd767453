"""Why a TPipe's DestroyWithoutPipeAll cannot be written in an SK function, and what a person can do about it."""

from collections.abc import Iterator

from sklint.finding import Finding, Related
from sklint.generate.destroy import NAME, destroying_call, ends_otherwise
from sklint.generate.request import problem
from sklint.members import member_at
from sklint.model import Body, Kernel, Unit
from sklint.parse.brackets import after, template_end
from sklint.parse.calls import prefix
from sklint.pipes import Pipe, pipe_paths
from sklint.source import Span


def undestroyed(unit: Unit, kernel: Kernel, pipe: Pipe) -> tuple[str, tuple[Related, ...]]:
    """Why no statement can destroy a pipe of the kernel's body, with what a person can do; and the places of that."""
    needs = f"{pipe.path} of {kernel.name} needs {NAME} before its scope ends"
    member = member_at(unit, pipe.local.type, pipe.path.partition(".")[2]) if pipe.member else None
    if member is None or destroying_call(unit, pipe):
        way = pipe.leaks[0].token.span
        return f"{needs}, but it has a way out where that cannot be written", (Related(way, "the way out"),)
    path, at, _ = member.place
    related = (Related(Span(path, at, at + len(member.name)), f"{member.name} is declared here"),)
    if member.array:
        return f"{needs}, but {member.name} of {member.owner} is an array: destroy each in a method", related
    if ends := next((record for record, _ in member.classes if ends_otherwise(unit, record)), ""):
        name = ends.rpartition("::")[2]
        return f"{needs}, but ~{name} runs after that and may use it: destroy it at the end of ~{name}", related
    do = f"make it public, or give {member.owner} a public method with nothing but {member.name}.{NAME}()"
    return f"{needs}, but {member.owner} keeps {member.name} to itself: {do}, and bind again", related


def unowned(unit: Unit, kernel: Kernel) -> Iterator[Finding]:
    """The pipes of arrays and of objects without a name, which no statement of ours can name."""
    body = kernel.body
    if body is None:
        return
    for local in body.locals:
        plain = not local.static and not local.type.pointer and not local.type.reference
        if local.array and plain and pipe_paths(unit, local.name, local.type.record):
            text = f"{local.name} of {kernel.name} is an array with a TPipe in each element: destroy each with {NAME}"
            yield problem("tpipe", local.span, text, kernel.qualified)
    for index, it in body.references.items():
        if it.kind == "type" and makes_object(body, index) and pipe_paths(unit, "", it.qualified):
            text = (
                f"{kernel.name} makes an object of {body.tokens[index].text} without a name, and its TPipe needs {NAME}"
            )
            yield problem("tpipe", body.tokens[index].span, text, kernel.qualified)


def makes_object(body: Body, index: int) -> bool:
    """Whether the class name at `index` makes an object that has no name: `Op(x).Run()`, `Run(Op{})`. The object of
    `auto op = Op(x);` is that of the variable."""
    end = template_end(body.tokens, index + 1)[0]
    start = prefix(body.tokens, index)[0]
    before = body.tokens[start - 1].text if start else ""
    if end >= len(body.tokens) or body.tokens[end].text not in ("(", "{") or before in ("struct", "class", "new"):
        return False
    following = [it.text for it in body.tokens[after(body.tokens, end) :][:1]]
    return before != "=" or following not in ([";"], [","])
