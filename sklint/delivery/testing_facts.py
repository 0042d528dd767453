"""How an asset is tested, as the code of its tests says: whether results are compared, and fused graphs are run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from sklint.code_tokens import code_tokens
from sklint.delivery.asset_files import Asset, AssetFile
from sklint.delivery.evidence import Evidence
from sklint.delivery.python_text import PythonFacts, python_facts
from sklint.parse.lex import Lexeme
from sklint.source import Source

Level = Literal["none", "smoke-launch", "correctness-assertion", "graph-sk-integration"]
Topic = Literal["launch", "assertion", "graph"]
Fact = tuple[Topic, int, str]

CPP_ASSERTIONS = ("EXPECT_", "ASSERT_")
CPP_COMPARISONS = frozenset(("assert", "memcmp", "CHECK_EQ", "REQUIRE"))
COMPARISONS = frozenset("allclose isclose array_equal array_equiv equal not_equal max_abs_diff".split())
FUSED = frozenset(("aclskOptimize", "super_kernel"))
"""Calls that make a SuperKernel of a graph: of the runtime, and the scope of torchair."""


@dataclass(frozen=True, slots=True)
class TestingFacts:
    """`files` are the tests; `programs` are sources with a main, which run the operator themselves."""

    files: tuple[str, ...]
    launches: tuple[Evidence, ...]
    assertions: tuple[Evidence, ...]
    graphs: tuple[Evidence, ...]
    programs: tuple[Evidence, ...]

    @property
    def present(self) -> bool:
        return bool(self.files or self.programs)

    @property
    def level(self) -> Level:
        if self.graphs and self.assertions:
            return "graph-sk-integration"
        if self.assertions:
            return "correctness-assertion"
        return "smoke-launch" if self.present else "none"


def testing_facts(asset: Asset) -> TestingFacts:
    tests = asset.of("test")
    found = [(topic, Evidence(it.path, line, fact)) for it in tests for topic, line, fact in of_test(it)]
    by_topic = {name: tuple(it for topic, it in found if topic == name) for name in ("launch", "assertion", "graph")}
    programs = [
        Evidence(it.path, line, "main(), a program of its own")
        for it in asset.of("source")
        if it.source
        for line in mains(it.source)
    ]
    files = tuple(it.path for it in tests if is_test(it))
    return TestingFacts(files, by_topic["launch"], by_topic["assertion"], by_topic["graph"], tuple(programs))


def is_test(it: AssetFile) -> bool:
    """Whether it runs something: headers and the build of tests do not."""
    return it.path.endswith((".py", ".sh", ".cpp", ".cc", ".cxx", ".asc"))


def of_test(it: AssetFile) -> Iterator[Fact]:
    if it.source is None:
        return
    if it.path.endswith(".py"):
        yield from of_python(python_facts(it.source.data))
    elif is_test(it) and not it.path.endswith(".sh"):
        yield from of_cpp(it.source)


def of_python(found: PythonFacts) -> Iterator[Fact]:
    for line in found.asserts:
        yield "assertion", line, "assert"
    for name, line in found.calls:
        last = name.rpartition(".")[2]
        if last.lower().startswith("assert") or last in COMPARISONS:
            yield "assertion", line, f"{name}(…)"
        if last in FUSED:
            yield "graph", line, f"{name}(…)"


def of_cpp(source: Source) -> Iterator[Fact]:
    for it in called(source):
        line = source.line_at(it.start)
        if it.text.startswith(CPP_ASSERTIONS) or it.text in CPP_COMPARISONS:
            yield "assertion", line, f"{it.text}(…)"
        if it.text in FUSED:
            yield "graph", line, f"{it.text}(…)"
    for it in code_tokens(source.data):
        if it.text == "<<<":
            yield "launch", source.line_at(it.start), "a launch <<<…>>>"


def called(source: Source) -> Iterator[Lexeme]:
    """The names that a `(` follows."""
    found = tuple(code_tokens(source.data))
    return (it for it, after in pairs(found) if it.kind == "name" and after.text == "(")


def mains(source: Source) -> Iterator[int]:
    """The lines where `main` is declared with a type: `int main(`, `int32_t main(`."""
    found = tuple(code_tokens(source.data)) if b"main" in source.data else ()
    for it, name, after in zip(found, found[1:], found[2:], strict=False):
        if it.kind == "name" and it.text != "return" and (name.text, after.text) == ("main", "("):
            yield source.line_at(name.start)


def pairs(found: Sequence[Lexeme]) -> Iterator[tuple[Lexeme, Lexeme]]:
    return pairwise(found)
