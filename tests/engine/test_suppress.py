from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklint.finding import Finding, Safety, Severity
from sklint.source import Source, Span
from sklint.suppress import Suppressed, suppress

ALIGN = "sk.args-struct-alignas"
MASK = "sk.bind-mask-known"
CATEGORIES = {ALIGN: "spec", MASK: "spec", "compat.api-unsupported": "compat"}


def finding(source: Source, word: str, rule: str = ALIGN, nth: int = 0) -> Finding:
    """A finding at the nth place of a word in a source."""
    text = word.encode(source.encoding)
    start = -1
    for _ in range(nth + 1):
        start = source.data.index(text, start + 1)
    span = source.span(start, start + len(text))
    return Finding(rule, CATEGORIES[rule], Severity.BLOCKER, span, f"about {word}", text=word)


def settle(
    source: Source,
    *findings: Finding,
    spelled: Sequence[Span] = (),
    ran: Sequence[str] = tuple(CATEGORIES),
) -> Suppressed:
    return suppress(
        findings, {source.path: source}, lambda _: spelled, categories=CATEGORIES, ran=ran, checked=[source.path]
    )


def kept(text: str, word: str = "keep", rule: str = ALIGN) -> int:
    source = Source("a.asc", text.encode())
    return len(settle(source, finding(source, word, rule)).kept)


def fixed(source: Source, result: Suppressed) -> bytes:
    """The source with the fixes for its unused comments applied."""
    edits = [edit for it in result.unused for fix in it.fixes for edit in fix.edits]
    data = source.data
    for edit in sorted(edits, key=lambda it: it.span, reverse=True):
        data = data[: edit.span.start] + edit.text.encode() + data[edit.span.end :]
    return data


@pytest.mark.parametrize(
    "text",
    [
        f"bool keep;  // sklint: ignore[{ALIGN}]",
        f"bool keep;  // sklint: ignore[{ALIGN}] the host packs it so",
        f"/* sklint: ignore[{ALIGN}] */ bool keep;",
        f"bool keep;  /* sklint:ignore [ {ALIGN} ] */",
        f"bool keep;  // one byte  // sklint: ignore[{ALIGN}]",
        f"// sklint: ignore[{ALIGN}]\nbool keep;",
        f"  /* sklint: ignore[{ALIGN}]\n     because */\n  bool keep;",
        f"// sklint: ignore[{ALIGN}]\n// more about it\nbool keep;",
        f"// sklint: ignore[{ALIGN}]\n// sklint: ignore[{MASK}]\nbool keep;",
        f"int a;  // sklint: ignore-next-line[{ALIGN}]\nbool keep;",
        f"// sklint: ignore-next-line[{ALIGN}]\nbool keep;",
        f"bool keep;\nint a;\n// sklint: ignore-file[{ALIGN}]\n",
        f"bool keep;  // sklint: ignore[{MASK}, {ALIGN}]",
        "bool keep;  // sklint: ignore[sk.args-struct]",
        "bool keep;  // sklint: ignore[sk]",
        "bool keep;  // sklint: ignore[spec]",
        "bool keep;  // sklint: ignore[all]",
        "// sklint: ignore-next-line[all]\nbool keep;",
        "// sklint: ignore-file[all]\nint a;\nbool keep;",
        f"int big = 1'000'000; bool keep;  // sklint: ignore[{ALIGN}]",
        f"char c = '\"'; bool keep;  // sklint: ignore[{ALIGN}]",
        f"\ufeff// sklint: ignore[{ALIGN}]\nbool keep;",
    ],
)
def test_a_comment_covers_what_starts_on_its_line_or_below_it(text: str) -> None:
    assert kept(text) == 0
    assert kept(text.replace("\n", "\r\n")) == 0


@pytest.mark.parametrize(
    "text",
    [
        f"int a;  // sklint: ignore[{ALIGN}]\nbool keep;",
        f"// sklint: ignore[{ALIGN}]\n\nbool keep;",
        f"bool keep;\n// sklint: ignore[{ALIGN}]",
        f"bool keep;  // sklint: ignore-next-line[{ALIGN}]",
        f"bool keep;  // sklint: ignore-file[{ALIGN}]",
        f"bool keep;  // sklint: ignore[{MASK}]",
        "bool keep;  // sklint: ignore[sk.args-struct-align]",
        "bool keep;  // sklint: ignore",
        f"bool keep;  // sklint ignore[{ALIGN}]",
        f"bool keep;  // SKLINT: ignore[{ALIGN}]",
        f"bool keep;  // sklint: Ignore[{ALIGN}]",
        f'bool keep; auto s = "// sklint: ignore[{ALIGN}]";',
        f'bool keep; auto s = R"x(\n)" // sklint: ignore[{ALIGN}]\n)x";',
        f'bool keep; auto s = R"(// sklint: ignore[{ALIGN}])";',
        f"bool keep;  // write `// sklint: ignore[{ALIGN}]` to hide it",
        f"bool keep;  /* see // sklint: ignore[{ALIGN}] */",
    ],
)
def test_no_other_text_covers_anything(text: str) -> None:
    assert kept(text) == 1


def test_only_the_rule_in_the_brackets_is_covered() -> None:
    source = Source("a.asc", f"bool keep;  // sklint: ignore[{ALIGN}]\n".encode())
    result = settle(source, finding(source, "keep"), finding(source, "keep", MASK))
    assert [it.rule for it in result.kept] == [MASK]
    assert result.unused == ()


def test_a_declaration_over_several_lines_is_covered_from_above_its_first() -> None:
    source = Source("a.asc", f"// sklint: ignore[{ALIGN}]\nbool\n    keep;\nbool keep2;\n".encode())
    at = finding(source, "keep")
    assert len(settle(source, at).kept) == 1
    assert settle(source, at, spelled=[source.span(source.data.index(b"bool"), at.span.end)]).kept == ()


def test_a_comment_in_a_macro_covers_what_the_macro_makes() -> None:
    lines = [
        "#define MAKE(name)                                                             \\",
        f"    struct name##Pack {{ /* sklint: ignore[{ALIGN}] */ bool keep; }};    \\",
        "    __global__ __vector__ void name(bool keep) { Work(keep); }",
        "MAKE(ma)",
    ]
    source = Source("a.asc", "\n".join(lines).encode())
    at, spelled = finding(source, "MAKE", nth=1), finding(source, "keep").span
    assert len(settle(source, at).kept) == 1
    result = settle(source, at, spelled=[spelled])
    assert result.kept == result.unused == ()


@pytest.mark.parametrize("line", [f"// sklint: ignore[{ALIGN}]\n#define M", f"#define M /* sklint: ignore[{ALIGN}] */"])
def test_a_comment_on_or_above_a_macro_definition_covers_all_it_makes(line: str) -> None:
    source = Source("a.asc", f"{line} \\\n    int a; \\\n    bool keep;\nM\n".encode())
    at = finding(source, "M\n")
    assert settle(source, at, spelled=[finding(source, "keep").span]).kept == ()


def test_a_comment_in_an_included_file_covers_but_is_not_told_about() -> None:
    header = Source("b.h", f"bool keep;  // sklint: ignore[{ALIGN}, nope]\nint a; // sklint: ignore[{MASK}]\n".encode())
    main = Source("a.asc", b"")
    sources = {"a.asc": main, "b.h": header}
    ran = tuple(CATEGORIES)
    result = suppress(
        [finding(header, "keep")], sources, lambda _: (), categories=CATEGORIES, ran=ran, checked=["a.asc"]
    )
    assert result == Suppressed((), (), ())


def test_an_id_that_no_rule_has_is_told_with_the_nearest() -> None:
    source = Source("a.asc", b"bool keep;  // sklint: ignore[sk.args-struct-align]\n")
    (unknown,) = settle(source, finding(source, "keep")).unknown
    assert unknown.rule == "sklint.unknown-suppression"
    assert unknown.message == f"sk.args-struct-align names no rule; the nearest id is {ALIGN}"
    assert source.text(unknown.span) == "sk.args-struct-align"
    assert [(fix.title, fix.safety) for fix in unknown.fixes] == [(f"write {ALIGN}", Safety.UNSAFE)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("int a;  // sklint: ignore", "ignore names no rule in brackets"),
        ("int a;  // sklint: ignore[ ]", "ignore names no rule in brackets"),
        ("int a;  // sklint: ignroe[sk]", "ignroe is none of ignore, ignore-next-line, ignore-file"),
        ("int a;  // sklint: ignore-line[sk]", "ignore-line is none of ignore, ignore-next-line, ignore-file"),
        ("int a;  // sklint: ignore-file[sk]", "ignore-file stands beside code, so it covers nothing"),
        ("int a;  // sklint ignore[sk]", "sklint is not sklint:"),
        ("int a;  /* sklint ignore-file [sk] */", "sklint is not sklint:"),
        ("int a;  // sklint : ignore[sk]", "sklint : is not sklint:"),
        ("int a;  // SKLint: ignore[sk]", "SKLint: is not sklint:"),
        ("int a;  // Sklint Ignore[sk]", "Sklint is not sklint:"),
        ("int a;  // sklint: IGNORE[sk]", "IGNORE is none of ignore, ignore-next-line, ignore-file"),
    ],
)
def test_a_comment_that_can_cover_nothing_is_told(text: str, told: str) -> None:
    assert [it.message for it in settle(Source("a.asc", text.encode())).unknown] == [told]


def test_words_about_the_tool_are_no_suppression() -> None:
    for text in ("sklint: the linter", "Sklint ignore this", "sklint, ignore[sk]"):
        assert settle(Source("a.asc", f"// {text}\n".encode())) == Suppressed((), (), ()), text


def test_a_comment_for_all_rules_that_covers_nothing_is_told() -> None:
    source = Source("a.asc", b"int a;  // sklint: ignore[all]\nbool keep;  // sklint: ignore[all]\n")
    result = settle(source, finding(source, "keep"))
    assert [it.message for it in result.unused] == ["all covers no finding here"] and not result.unknown
    assert not settle(source, ran=[ALIGN]).unused, "a rule that did not run might find something"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("int a;  // sklint: ignore[sk] why\nint b;\n", "int a;\nint b;\n"),
        ("int a;\n  // sklint: ignore[sk]\nint b;\n", "int a;\nint b;\n"),
        ("\ufeff// sklint: ignore[sk]\nint b;\n", "\ufeffint b;\n"),
        ("int a;\n// sklint: ignore-file[sk]", "int a;\n"),
        ("/* sklint: ignore[sk] */ int a;\n", "int a;\n"),
        ("int/* sklint: ignore[sk] */a;\n", "int a;\n"),
        ("int /* sklint: ignore[sk] */ a;\n", "int a;\n"),
        ("int a;  // one  // sklint: ignore[sk]\n", "int a;  // one\n"),
        (f"int a;  // sklint: ignore[{ALIGN}, nope,{MASK}] why\n", "int a;  // sklint: ignore[nope] why\n"),
        ("#define M \\\n  f(); \\\n  // sklint: ignore[sk]\nint b;\n", "#define M \\\n  f(); \\\n\nint b;\n"),
        ("#define M \\\n  /* sklint: ignore[sk] */ \\\n  f();\n", "#define M \\\n  f();\n"),
        ("#define M \\\n  f(); /* sklint: ignore[sk] */  \\\n  g();\n", "#define M \\\n  f();  \\\n  g();\n"),
    ],
)
def test_a_comment_that_covers_nothing_is_taken_out(text: str, left: str) -> None:
    for newline in ("\n", "\r\n"):
        source = Source("a.asc", text.replace("\n", newline).encode())
        result = settle(source)
        assert {it.rule for it in result.unused} == {"sklint.unused-suppression"}
        assert {fix.safety for it in result.unused for fix in it.fixes} == {Safety.SAFE}
        after = Source("a.asc", fixed(source, result))
        assert after.data.decode() == left.replace("\n", newline)
        assert settle(after).unused == ()


def test_a_comment_that_a_backslash_continues_has_no_fix() -> None:
    (unused,) = settle(Source("a.asc", b"#define M f(); // sklint: ignore[sk] \\\n  g();\n")).unused
    assert unused.fixes == ()


def test_only_rules_that_ran_count_as_unused() -> None:
    source = Source("a.asc", f"int a;  // sklint: ignore[{ALIGN}, sk, compat]\n".encode())
    assert [it.message for it in settle(source, ran=[ALIGN]).unused] == [f"{ALIGN} covers no finding here"]


def test_the_tool_s_own_findings_can_be_suppressed() -> None:
    text = "// sklint: ignore-file[sklint]\nint a;  // sklint: ignore[nope]\nint b;  // sklint: ignore[sk]\n"
    assert settle(Source("a.asc", text.encode())) == Suppressed((), (), ())


def test_a_gb18030_source_is_read_byte_by_byte() -> None:
    text = f'auto s = "内核";  // 说明 sklint\nbool keep;  // sklint: ignore[{ALIGN}] 保留，原因\r\nint a; // 参数\n'
    source = Source("a.asc", text.encode("gb18030"))
    assert source.encoding == "gb18030"
    result = settle(source, finding(source, "keep"))
    assert result == Suppressed((), (), ())
    assert fixed(source, settle(source)).decode("gb18030") == text.replace(
        f"  // sklint: ignore[{ALIGN}] 保留，原因", ""
    )


_COMMENTS = ["// sklint: ignore[sk]", "/* sklint: ignore[nope] */", "// sklint: ignore", "sklint: ignore-file[sk]"]
_MARKS = [
    '"',
    "'",
    'R"(',
    ')"',
    "/*",
    "*/",
    "//",
    "\\",
    "\n",
    "\r\n",
    "#define M ",
    "int a;",
    " ",
    "内",
    "`",
    "]",
    "1'0",
]
_PIECES = st.sampled_from([*_COMMENTS, *_MARKS])


@given(st.lists(_PIECES), st.sampled_from(["utf-8", "gb18030", "utf-8-sig"]))
def test_any_text_is_read_and_taking_out_comments_ends(pieces: list[str], encoding: str) -> None:
    source = Source("a.asc", "".join(pieces).encode(encoding))
    for _ in range(len(pieces) + 1):
        result = settle(source)
        if not any(it.fixes for it in result.unused):
            return
        (first, *_) = (it for it in result.unused if it.fixes)
        source = Source("a.asc", fixed(source, Suppressed((), (first,), ())))
    raise AssertionError("fixes do not end")
