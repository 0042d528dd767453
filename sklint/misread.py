"""Declarations that the compiler takes for two at a word that it does not know, as `__sk__ OWN(3) void f()` at `OWN`:
what it makes of them is not what they are, so nothing is said of them."""

from collections.abc import Iterable, Iterator

from sklint.code_tokens import kept_tokens
from sklint.finding import Finding
from sklint.parse.lex import Lexeme
from sklint.source import Source, Span
from sklint.unit import Unit

CUT = (
    "expected ';' at end of declaration",
    "expected ';' after top level declarator",
    *(f"expected ';' after {it}" for it in ("struct", "class", "union", "enum")),
)
"""How the compiler's words begin where it ends a declaration in its middle, or takes it for a part of another."""

QUALIFIERS = ("__global__", "__sk__")


def understood(findings: Iterable[Finding], unit: Unit) -> list[Finding]:
    """The findings of a unit that are not at, or about, a declaration that was misread, nor at what stands nowhere as
    the compiler made it up: a parameter without its type."""
    heads = list(misread(unit))
    names = frozenset(name for _, words in heads for name in words)
    spans = [span for span, _ in heads]
    return [it for it in findings if it.span.path and not (heads and about(it, spans, names, unit))]


def about(finding: Finding, heads: list[Span], names: frozenset[str], unit: Unit) -> bool:
    source = unit.file(finding.span.path)
    word = source.text(finding.span).partition("<")[0].rpartition("::")[2].strip() if source else ""
    places = (finding.span, *(it.span for it in finding.related))
    return word in names or any(head.contains(it) for head in heads for it in places)


def misread(unit: Unit) -> Iterator[tuple[Span, frozenset[str]]]:
    """The first words of kernels and SK functions that the compiler took apart: their place, and the names in them."""
    for span, words in unit.errors:
        source = unit.file(span.path) if words.startswith(CUT) else None
        head = head_at(source, span.start) if source else []
        if source and any(it.text in QUALIFIERS for it in head):
            names = frozenset(it.text for it in head if it.kind == "name")
            yield source.span(head[0].start, head[-1].end), names


def head_at(source: Source, offset: int) -> list[Lexeme]:
    """The tokens of code between the last `;`, `{` or `}` before an offset and the first of them after it."""
    head: list[Lexeme] = []
    for it in kept_tokens(source.data):
        if it.text in (";", "{", "}"):
            if it.start >= offset:
                break
            head = []
        else:
            head.append(it)
    return head
