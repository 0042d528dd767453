"""Binding texts in tests: the result, and what holds for every result."""

from dataclasses import dataclass

from msgspec.structs import replace

from sklint.finding import Severity
from sklint.generate.bind_file import Bindings, bind_file
from sklint.generate.positions import edited
from sklint.generate.request import BindRequest
from sklint.generate.verify import Surroundings
from sklint.lint import lint
from sklint.model import Kernel, SkFunction
from sklint.packs import rules_of
from sklint.source import Source
from sklint.testing import OPTIONS
from sklint.unit import Unit

RULES = tuple(it for it in rules_of(()) if it.category == "spec")
AROUND = Surroundings(RULES, options=OPTIONS)


@dataclass(frozen=True)
class Result:
    """A text bound: `added` is what binding put into it."""

    before: Source
    bindings: Bindings
    after: Source

    @property
    def text(self) -> str:
        return self.after.data.decode(self.after.encoding).replace("\r\n", "\n")

    @property
    def added(self) -> str:
        return "".join(it.text for it in self.bindings.edits)

    @property
    def problems(self) -> list[tuple[str, int]]:
        """Each problem's name and line."""
        sources = {path: Source(path, data) for path, data in self.bindings.texts.items()}
        return [
            (it.rule.removeprefix("codegen."), sources[it.span.path].line_at(it.span.start))
            for it in self.bindings.problems
        ]


def bound(source: Source | str, request: BindRequest | None = None, around: Surroundings = AROUND) -> Result:
    """The result of binding every kernel, after all that must hold of any result was asserted."""
    source = Source("kernel.asc", source.encode()) if isinstance(source, str) else source
    found = bind_file(source, request or BindRequest(), around)
    result = Result(source, found, edited(source, found.edits).source)
    assert_only_added(result)
    if found.edits:
        assert_sound(result, request, around)
    return result


def assert_only_added(result: Result) -> None:
    """Every edit is an insertion, or stands in place of blanks: without them the bytes are those of before."""
    before, data = result.before, result.after.data
    for it in sorted(result.bindings.edits, key=lambda it: it.span.start):
        assert not before.text(it.span).strip(" \t")
        at, size = it.span.start, len(before.encode(it.text))
        data = data[:at] + before.data[it.span.start : it.span.end] + data[at + size :]
    assert data == before.data


def assert_sound(result: Result, request: BindRequest | None, around: Surroundings) -> None:
    again = bind_file(result.after, request or BindRequest(), around)
    assert not again.edits
    assert set(again.already) >= set(result.bindings.bound)
    known = {(it.rule, it.message) for it in lint(result.before, RULES, options=around.options).findings}
    new = [
        it for it in lint(result.after, RULES, options=around.options).findings if (it.rule, it.message) not in known
    ]
    assert [it for it in new if it.severity is not Severity.INFO] == []
    for unit in around.read(result.after):
        for _, kernel, function in unit.bound:
            if kernel.qualified in result.bindings.bound:
                assert_layout(unit, kernel, function)


def assert_layout(unit: Unit, kernel: Kernel, function: SkFunction) -> None:
    """The fields are the parameters: as many, of their sizes, each where an argument of its size is passed."""
    fields = function.args.fields if function.args else ()
    assert len(fields) == len(kernel.params)
    at = 0
    for field, param in zip(fields, kernel.params, strict=True):
        assert field.type.size == param.type.size
        assert not param.name or field.name == param.name
        if field.type.size is None or field.type.align is None or field.offset is None:
            return
        align = max(field.type.align, 4 if field.type.size < 4 else 1)
        at = -(-at // align) * align
        assert field.offset == at
        at += field.type.size


def crlf(source: Source) -> Source:
    return replace(source, data=source.data.replace(b"\n", b"\r\n"))
