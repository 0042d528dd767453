"""What a source has wrong itself, told before a binding of it is blamed."""

from collections.abc import Iterator, Sequence

from sklint.finding import Finding
from sklint.generate.branches import defined_name, left_out
from sklint.generate.request import problem
from sklint.lint import LOSING, complete, losing_error
from sklint.model import Kernel
from sklint.parse.lex import lex
from sklint.source import Source, Span
from sklint.unit import Unit

SYNTAX = (
    "expected '",
    "expected expression",
    "expected function body",
    "expected parameter declarator",
    "expected unqualified-id",
    "extraneous ",
    "unterminated ",
    ENCODED := "source file is not valid UTF-8",
)
"""How the compiler's words begin where a text is no C++."""

COMMENT = "unterminated /* comment"

UNCOMPILED = "codegen.verification"

UNKNOWN = ("use of undeclared identifier", "unknown type name")
AFTER = "expected ';' after"
"""What the compiler says of `MACRO(x) {` besides, where a macro is not known."""

UNKNOWN_WORD = "expected '(' after 'if'"
"""What it also says of `if WORD {`, where a macro is not known."""


def unreadable(units: Sequence[Unit], wanted: Sequence[Kernel]) -> Finding | None:
    """An error of syntax that what follows it is lost to. `wanted` are the kernels that would be bound."""
    found = losing_error(units) if wanted else None
    return told(found, units[0].source, ", ".join(dict.fromkeys(it.qualified for it in wanted))) if found else None


def lost_kernels(units: Sequence[Unit]) -> list[Finding]:
    """The first error of syntax in a file with a `__global__` that makes no kernel."""
    source, errors = units[0].source, syntax_errors(units)
    if not all(map(complete, units)):
        errors = [it for it in errors if it[1].startswith(LOSING)]
    if not errors:
        return []
    swallowed = any(it[1] == COMMENT and b"__global__" in source.data[it[0].start :] for it in errors)
    return [told(errors[0], source, "")] if swallowed or any(unexplained(units)) else []


def unknown_kernels(units: Sequence[Unit]) -> list[Finding]:
    """The definitions in the units' own file that say `__global__` and are no kernel to the parser."""
    source = units[0].source
    starts = {it.start for it in unexplained(units)}
    if not starts:
        return []
    told_of = {at.start for unit in units for it in unit.kernels for at in (it.span, *it.further)}
    code = [it for it in lex(source.data) if it.kind != "directive"]
    names = [name for at, it in enumerate(code) if it.start in starts for name in defined_name(code[at:])]
    return [
        problem(
            "unknown-kernel",
            source.span(it.start, it.end),
            f"{it.text} is defined as __global__ here and not read as a kernel: it is no function at namespace scope,"
            " or a word before its name is unknown",
            it.text,
        )
        for it in names
        if it.start not in told_of
    ]


def unexplained(units: Sequence[Unit]) -> Iterator[Span]:
    """The words `__global__` in the code of the units' own file that belong to no kernel of them."""
    source = units[0].source
    kernels = [it for unit in units for it in (*unit.kernels, *unit.kernels_in_classes)]
    known = [span for it in kernels for span in (it.qualifier_span, it.extent)]
    dead = list(left_out(units))
    words = (source.span(it.start, it.end) for it in lex(source.data) if it.text == "__global__")
    return (word for word in words if not any(it.contains(word) for it in (*known, *dead)))


def within(units: Sequence[Unit], kernel: Kernel) -> Finding | None:
    """An error of syntax in a kernel's own text; none where missing headers may be why."""
    here = [it for it in syntax_errors(units) if kernel.extent.contains(it[0])] if all(map(complete, units)) else []
    return told(here[0], units[0].source, kernel.qualified) if here else None


def explained(wrong: Sequence[Finding], units: Sequence[Unit]) -> list[Finding]:
    """What is wrong with bindings; the source's own error in place of what does not compile because of it."""
    errors = syntax_errors(units)
    own = {it.symbol: told(errors[0], units[0].source, it.symbol) for it in wrong if errors and it.rule == UNCOMPILED}
    return [*own.values(), *(it for it in wrong if it.symbol not in own)]


def syntax_errors(units: Sequence[Unit]) -> list[tuple[Span, str]]:
    """The errors of syntax in the units' own file, in its order; none that a macro which is not known may make."""
    source = units[0].source
    errors = {it for unit in units for it in unit.errors if it[0].path == source.path}
    unknown = [span.start for span, words in errors if words.startswith(UNKNOWN)]
    found = (it for it in errors if it[1].startswith(SYNTAX) and it[1] != UNKNOWN_WORD and not at_macro(units, it[0]))
    return sorted(it for it in found if not it[1].startswith(AFTER) or not any_in_statement(source, it[0], unknown))


def any_in_statement(source: Source, place: Span, offsets: Sequence[int]) -> bool:
    """Whether one of the offsets is in the line of a place, or in what its statement began with."""
    before = max(source.data.rfind(it, 0, place.start) for it in (b";", b"{", b"}"))
    line = source.line_at(place.start)
    return any(before < it < place.start or source.line_at(it) == line for it in offsets)


def at_macro(units: Sequence[Unit], place: Span) -> bool:
    """Whether a macro's use is at a place: what it is given may be a macro of the build."""
    word = next(lex(units[0].source.data, place.start), None)
    return word is not None and word.start == place.start and any(it.macro_definition(word.text) for it in units)


def told(error: tuple[Span, str], source: Source, kernel: str) -> Finding:
    span, words = error
    place = source.span(span.start, min(span.start + 1, len(source.data)))
    what = f"{kernel} cannot be bound" if kernel else "its kernels cannot be told"
    if words == ENCODED:
        what = f"this name is in {source.encoding}, and outside of comments and strings the compiler reads UTF-8 alone"
        return problem("source-error", place, f"{what}, so its kernel cannot be bound", kernel)
    return problem("source-error", place, f"the source itself does not compile here, so {what}: {words}", kernel)
