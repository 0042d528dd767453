"""Why a kernel cannot be bound as it stands: what a person has to decide, each with its place."""

from collections.abc import Iterator, Sequence

from sklint.body import Body
from sklint.finding import Finding, Related
from sklint.generate.branches import MEANINGFUL, never_taken
from sklint.generate.parameters import parameters
from sklint.generate.request import problem
from sklint.model import Function, Kernel
from sklint.parse.kernel_types import from_task_type
from sklint.parse.lex import lex
from sklint.pipes import owned_pipes
from sklint.source import Span
from sklint.unit import Unit


def obstacles(unit: Unit, kernel: Kernel) -> Iterator[Finding]:
    yield from of_the_declaration(unit, kernel)
    yield from parameters(unit, kernel)[1]
    body = kernel.body
    if kernel.try_block:
        text = f"{kernel.name} is a function try block: it has no body in braces that an SK function could repeat"
        yield problem("try-block", kernel.span, text, kernel.qualified)
        return
    if body is None or body.in_macro:
        yield problem(
            "body-unknown", kernel.span, f"the body of {kernel.name} cannot be told from its text", kernel.qualified
        )
        return
    yield from of_the_conditions(unit, kernel, body)


# the declaration


def of_the_declaration(unit: Unit, kernel: Kernel) -> Iterator[Finding]:
    if text := wrong_type(unit, kernel):
        yield problem("simt-kernel" if kernel.simt else "kernel-type", kernel.span, text, kernel.qualified)
    if kernel.returns != "void":
        text = f"{kernel.name} returns {kernel.returns or 'something'} here: a word before its name is unknown"
        yield problem("result", kernel.span, text, kernel.qualified)
    if kernel.variadic:
        text = f"{kernel.name} takes any further arguments (...), for which an args struct has no fields"
        yield problem("variadic-kernel", kernel.span, text, kernel.qualified)
    if named_twice(unit, kernel):
        text = f"{kernel.name} is a namespace, a type or a variable too where it stands: SK_BIND cannot name the kernel"
        yield problem("name-taken", kernel.span, text, kernel.qualified)
    if others := overloads(unit, kernel):
        text = f"{kernel.name} is overloaded, so it cannot be named in SK_BIND"
        related = tuple(Related(it.span, "another") for it in others)
        yield problem("overloaded-kernel", kernel.span, text, kernel.qualified, related)
    if kernel.further:
        text = f"{kernel.name} is defined more than once, and its SK function would repeat only one of the definitions"
        related = tuple(Related(it, "another definition") for it in kernel.further)
        yield problem("several-definitions", kernel.span, text, kernel.qualified, related)
    if there := unbound(unit, kernel):
        text = f"{there.name} is there already, and no SK_BIND names it"
        yield problem("unbound-sk-function", there.span, text, kernel.qualified, (Related(kernel.span, "the kernel"),))


def in_class(kernel: Kernel) -> Finding:
    """That a kernel stands in a class, where no binding can follow it."""
    owner = f"a member of {kernel.record}" if kernel.record else "defined in a class, as a friend of it"
    text = f"{kernel.name} is {owner}, where no SK_BIND can follow it: a kernel is a function at namespace scope"
    return problem("kernel-in-class", kernel.span, text, kernel.qualified)


def wrong_type(unit: Unit, kernel: Kernel) -> str:
    """Why an SK function cannot have the kernel's type; "" where it can."""
    if kernel.simt:
        return f"{kernel.name} is a SIMT kernel (__launch_bounds__), which a SuperKernel does not take"
    stated = from_task_type(kernel.task_type, kernel.span)
    own = kernel.kernel_type
    if own and stated and own.evaluated and own.cores != stated.cores:
        return f"{kernel.name} is {own.spelling}, but its KERNEL_TASK_TYPE_DEFAULT says {kernel.task_type}"
    if kernel.kernel_type is None and kernel.task_type:
        return f"{kernel.task_type} of {kernel.name} is no kernel type of an SK function"
    if kernel.kernel_type is None and not says_aicore(unit, kernel):
        return f"{kernel.name} names no kernel type: without __vector__, __cube__, __mix__ or __aicore__ it is SIMT"
    return ""


def says_aicore(unit: Unit, kernel: Kernel) -> bool:
    """Whether the kernel is `__aicore__`, also where the source makes nothing of that word, as for tests on a host."""
    source = unit.file(kernel.span.path)
    head = source.decode(min(kernel.extent.start, kernel.qualifier_span.start), kernel.span.start) if source else ""
    return "aicore" in kernel.qualifiers or "__aicore__" in head


def named_twice(unit: Unit, kernel: Kernel) -> bool:
    """Whether the compiler knows the kernel's name, where it is declared, as something that is no function."""
    place = (kernel.span.path, kernel.span.start)
    errors = [words for span, words in unit.errors if (span.path, span.start) == place]
    return any(it.startswith("redefinition of '") and it.endswith("as different kind of symbol") for it in errors)


def overloads(unit: Unit, kernel: Kernel) -> list[Kernel]:
    return [it for it in unit.kernels if it.qualified == kernel.qualified and it.key != kernel.key]


def unbound(unit: Unit, kernel: Kernel) -> Function | None:
    bound = {function.key for _, _, function in unit.bound}
    name = f"{kernel.qualified}_sk"
    return next(
        (it for it in unit.sk_functions if it.qualified == name and it.key not in bound and not it.tool_made), None
    )


# conditional directives


def of_the_conditions(unit: Unit, kernel: Kernel, body: Body) -> Iterator[Finding]:
    source = unit.file(kernel.span.path)
    if source is None:
        return
    start = min(kernel.extent.start, kernel.qualifier_span.start)
    for it in lex(source.data, start, body.extent.start):
        if it.kind == "directive":
            text = f"the declaration of {kernel.name} depends on a directive, so its SK function would, too"
            yield problem("conditional-declaration", source.span(it.start, it.end), text, kernel.qualified)
            return


def unread_branches(units: Sequence[Unit], kernel: Kernel, extent: Span, names: frozenset[str]) -> Iterator[Finding]:
    """What stands in branches of a text that no configuration takes, where the SK function would need a change: such
    as one of `names`."""
    owned = any(owned_pipes(it, kernel) for it in units[:1])
    words = MEANINGFUL | names | frozenset(("return",) if owned else ())
    source = units[0].source
    for region in never_taken(units):
        for it in lex(source.data, region.start, region.end) if extent.contains(region) else ():
            if it.kind == "name" and it.text in words:
                text = f"{it.text} in a branch of {kernel.name} that is not read may need a change in its SK function"
                yield problem("unread-branch", source.span(it.start, it.end), text, kernel.qualified)
                break
