"""Near relatives of the handed cases, in `data/relatives`: all rules, and findings on the marked lines alone.

A line that ends in `//! rule, rule` has those findings and no others.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sklint.fix import settle
from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.testing import OPTIONS

FILES = sorted((Path(__file__).parent / "data" / "relatives").glob("*.cases"))
MARK = re.compile(r" *//! ?([\w., -]+)$", re.MULTILINE)
RULES = [rule for pack in installed_packs() for rule in pack.rules]
START = '#include "kernel_operator.h"\n'


def relatives() -> Iterator[tuple[str, str]]:
    for path in FILES:
        for part in path.read_text().split("===== ")[1:]:
            name, _, code = part.partition("\n")
            yield f"{path.stem}-{name}", code


RELATIVES = dict(relatives())


def marked(code: str) -> list[tuple[int, str]]:
    lines = ((number, MARK.search(line)) for number, line in enumerate(code.splitlines(), 1))
    return sorted((number, rule) for number, match in lines if match for rule in match[1].split(", "))


def found(source: Source) -> list[tuple[int, str]]:
    outcome = lint(source, RULES, options=OPTIONS)
    return sorted((outcome.sources[it.span.path].line_at(it.span.start), it.rule) for it in outcome.findings)


@pytest.mark.parametrize("name", RELATIVES)
def test_relative_is_told_where_it_is_wrong_and_nowhere_else(name: str) -> None:
    code = RELATIVES[name]
    assert found(Source("a.asc", MARK.sub("", code).encode())) == marked(code)


@pytest.mark.parametrize("name", [name for name, code in RELATIVES.items() if MARK.search(code)])
def test_fixes_of_a_relative_settle(name: str) -> None:
    source = Source("a.asc", MARK.sub("", RELATIVES[name]).encode())
    before = lint(source, RULES, options=OPTIONS).findings
    once = settled(source)
    after = lint(once, RULES, options=OPTIONS).findings
    assert {it.rule for it in after} <= {it.rule for it in before}
    assert not any(it.fixes for it in after)
    assert settled(once).data == once.data


def settled(source: Source) -> Source:
    left = settle({source.path: source}, lambda them: lint(them["a.asc"], RULES, options=OPTIONS).findings, unsafe=True)
    return left[source.path]


DRESSES: dict[str, Callable[[str], bytes]] = {
    "CR LF": lambda code: code.replace("\n", "\r\n").encode(),
    "GB18030": lambda code: (code.replace("\n", " // 中文，块数\n", 1) + "// 注释\n").encode("gb18030"),
}
"""What a source may come in without any other meaning."""


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("name", [name for name in RELATIVES if name.startswith("handed_kinds")])
def test_a_relative_in_other_bytes_is_told_alike(name: str, dress: str) -> None:
    code = RELATIVES[name]
    assert found(Source("a.asc", DRESSES[dress](MARK.sub("", code)))) == marked(code)


CALM = (
    "struct KArgs { GM_ADDR x; };\n__global__ __vector__ void k(GM_ADDR x) { Work(x); }\n"
    "template <uint32_t i> __sk__ __vector__ void k_sk(const KArgs *args) { Work(args->x); }\nSK_BIND(k, 4, k_sk<0>);\n"
)


@pytest.mark.parametrize(
    "code",
    [
        START + f'const char *text = "{"x" * 100_000}";\n' + CALM,
        START + f"/*{'x' * 60_000}*/ " + CALM,
        START + "__aicore__ inline void d(int n) { " + "if (n) { " * 300 + "n = 1;" + " }" * 300 + " }\n" + CALM,
        START + f"constexpr int q = {'(' * 300}1{')' * 300};\n" + CALM,
        START + "// a \0 b\n\f\n" + CALM + "\x1a",
        START + CALM.rstrip("\n"),
        START + CALM.replace("\n", "\r\n"),
        "\ufeff" + START + CALM,
    ],
    ids=["long line", "long comment", "deep blocks", "deep brackets", "control characters", "no end", "CR LF", "BOM"],
)
def test_odd_texts_are_calm(code: str) -> None:
    assert found(Source("a.asc", code.encode())) == []
