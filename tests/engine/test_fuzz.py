"""Whatever the bytes: findings, never an exception. Fixes of what is found leave sources that are read as before."""

import random
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklint.finding import Finding
from sklint.fix import apply, usable
from sklint.lint import Outcome, lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

TESTS = Path(__file__).parents[1]
FILES = sorted([*(TESTS / "mutations").glob("*.asc"), *(TESTS / "cases" / "data").rglob("*.asc")])
TEXTS = [path.read_bytes() for path in FILES]
RULES = [rule for pack in installed_packs() for rule in pack.rules]

calmly = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def check(data: bytes) -> Outcome:
    outcome = lint(Source("fuzzed.asc", data), RULES, Target(), OPTIONS)
    assert not [it.message for it in outcome.findings if it.rule == "sklint.internal"]
    for it in outcome.findings:
        assert 0 <= it.span.start <= it.span.end <= len(outcome.sources[it.span.path].data)
    return outcome


@calmly
@given(st.sampled_from(TEXTS), st.floats(0, 1), st.floats(0, 1))
def test_truncated_at_either_end(data: bytes, first: float, last: float) -> None:
    start, end = sorted((int(first * len(data)), int(last * len(data))))
    check(data[start:end])


def test_a_parameter_whose_type_is_spoiled_is_no_place_of_a_finding() -> None:
    kernel = b"struct P { GM_ADDR a; };\n__global__ __vector__ void k(GM_ADDR a) {}\n"
    check(kernel + b"__sk__ __vector__ void k_s(const P\x01 *p) {}\nSK_BIND(k, 4, k_s);\n")
    check(kernel + b"__sk__ __vector__ void k_s(con\x01t P *p) {}\nSK_BIND(k, 4, k_s);\n")


@calmly
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.floats(0, 0.999), st.binary(max_size=6)), max_size=12))
def test_spoiled_by_bytes(data: bytes, spots: list[tuple[float, bytes]]) -> None:
    spoiled = bytearray(data)
    for where, what in spots:
        at = int(where * len(spoiled))
        spoiled[at : at + len(what)] = what
    check(bytes(spoiled))


DIRECTIVES = (b'#include "%s.h"', b"#include <%s>", b'#include_next "%s"', b"#error %s", b'#line 3 "%s"', b"#pragma %s")
DIRECTIVES += (b'#embed "%s"', b'#if __has_include("%s")\n#endif', b"#define %s 1", b"#ifdef %s\n#endif", b"%s")
HIGH = st.lists(st.integers(0x80, 0xFF), min_size=1, max_size=6).map(bytes)


@calmly
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.floats(0, 1), st.sampled_from(DIRECTIVES), HIGH), max_size=5))
def test_directives_that_hold_bytes_of_no_utf_8(data: bytes, added: list[tuple[float, bytes, bytes]]) -> None:
    lines = data.split(b"\n")
    for where, directive, odd in added:
        lines.insert(int(where * len(lines)), directive % odd)
    outcome = check(b"\n".join(lines))
    msgspec.msgpack.encode((outcome.findings, outcome.dependencies, outcome.broken))  # what a worker sends


@calmly
@given(st.sampled_from(TEXTS), st.integers(0, 2**32))
def test_lines_shuffled(data: bytes, seed: int) -> None:
    lines = data.splitlines(keepends=True)
    random.Random(seed).shuffle(lines)
    check(b"".join(lines))


@calmly
@given(st.sampled_from(TEXTS), st.integers(0, 2**32))
def test_tokens_dropped_and_doubled(data: bytes, seed: int) -> None:
    dice = random.Random(seed)
    words = data.replace(b"(", b" ( ").replace(b")", b" ) ").replace(b"{", b" { ").split(b" ")
    check(b" ".join(word for word in words for _ in range(dice.choice((0, 1, 1, 1, 1, 1, 1, 2)))))


@calmly
@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.floats(0, 1))
def test_two_files_in_one(one: bytes, other: bytes, where: float) -> None:
    at = int(where * len(one))
    check(one[:at] + other + one[at:])


@calmly
@given(st.sampled_from(TEXTS), st.sampled_from([b"\n", b"\r\n"]), st.booleans(), st.text("标志位é😀 ", max_size=8))
def test_a_fix_changes_no_byte_outside_its_edits(data: bytes, newline: bytes, bom: bool, comment: str) -> None:
    """Whatever line ends, byte order mark and wide characters: what is outside the edits stays, the finding goes."""
    text = data.replace(b"\r\n", b"\n").replace(b"\n", newline)
    source = Source("fixed.asc", (b"\xef\xbb\xbf" if bom else b"") + f"// {comment}".encode() + newline + text)
    for finding in lint(source, RULES, Target(), OPTIONS).findings:
        fix = usable(finding, unsafe=True)
        if fix is None or any(edit.span.path != source.path for edit in fix.edits):
            continue
        fixed = apply([fix], source)
        kept, rest = 0, fixed.data
        for edit in sorted(set(fix.edits), key=lambda it: it.span):
            piece = source.data[kept : edit.span.start] + source.encode(edit.text)
            assert rest.startswith(piece)
            kept, rest = edit.span.end, rest[len(piece) :]
        assert rest == source.data[kept:]
        assert count(fixed, finding) < count(source, finding)


def count(source: Source, finding: Finding) -> int:
    """How many findings of the source are equal to this one but for their place."""
    found = lint(source, RULES, Target(), OPTIONS).findings
    return sum((it.rule, it.symbol, it.text) == (finding.rule, finding.symbol, finding.text) for it in found)
