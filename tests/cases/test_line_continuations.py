"""A line may be continued before any word, and within any name: what is found stays what it was."""

from pathlib import Path

import pytest

from sklint.fix import settle
from sklint.lint import lint
from sklint.packs import rules_of
from sklint.parse.lex import lex
from sklint.source import Source
from sklint.testing import OPTIONS

RULES = [rule for rule in rules_of(()) if rule.category == "spec"]
BASES = {it.stem: it.read_bytes() for it in (Path(__file__).parents[1] / "mutations").glob("*.asc")}
BROKEN = {
    "no destroy": (b"    pipe.DestroyWithoutPipeAll();\n}", b"}"),
    "no alignas": (b"alignas(4) bool keep", b"bool keep"),
    "another statement": (b"Report(mode);", b"Report(mode + 1);"),
    "another parameter": (b"const ShiftArgs *args", b"ShiftArgs *args"),
}
ENDS = {"LF": b"\\\n", "CR LF": b"\\\r\n", "a blank before the line end": b"\\ \n", "two": b"\\\n\\\n"}


def continued(data: bytes, splice: bytes, within: bool = False) -> bytes:
    """The text with a line end before each word, or within each name; directives as they are."""
    made, at = b"", 0
    for it in lex(data):
        if it.kind == "directive" or (within and (it.kind != "name" or it.end - it.start < 2)):
            continue
        place = it.start + within
        made += data[at:place] + splice
        at = place
    return made + data[at:]


def found(data: bytes) -> list[str]:
    return sorted(it.rule for it in lint(Source("a.asc", data), RULES, options=OPTIONS).findings)


@pytest.mark.parametrize("splice", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("base", BASES)
def test_a_clean_source_stays_clean(base: str, splice: bytes) -> None:
    assert found(BASES[base]) == []
    assert found(continued(BASES[base], splice)) == []


@pytest.mark.parametrize("base", BASES)
def test_a_clean_source_stays_clean_where_names_are_broken(base: str) -> None:
    assert found(continued(BASES[base], b"\\\n", within=True)) == []


@pytest.mark.parametrize("splice", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("broken", BROKEN)
def test_a_defect_is_found_and_mended(broken: str, splice: bytes) -> None:
    old, new = BROKEN[broken]
    data = BASES["vector"].replace(old, new, 1) if broken != "another statement" else last_replaced(old, new)
    assert data != BASES["vector"]
    source = Source("a.asc", continued(data, splice))
    assert found(source.data) == found(data) != []
    left = settle({"a.asc": source}, lambda them: lint(them["a.asc"], RULES, options=OPTIONS).findings, unsafe=True)
    assert found(left["a.asc"].data) == ([] if broken != "another statement" else ["sk.body-drift"])


def last_replaced(old: bytes, new: bytes) -> bytes:
    before, _, after = BASES["vector"].rpartition(old)
    return before + new + after


@pytest.mark.parametrize("splice", ENDS.values(), ids=ENDS)
def test_a_string_over_two_lines_is_one_string(splice: bytes) -> None:
    text = b'"GetBlockNum' + splice + b'() ends"'
    strings = [
        it.text.encode() for it in lex(b"const char *text = " + text + b'; // "\nint a;\n') if it.kind == "string"
    ]
    assert strings == [text]
