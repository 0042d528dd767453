"""What the rules about SK_BIND, SK functions and args structs say of whole sources: these lines, nothing else."""

import json
from pathlib import Path

import pytest

from sklint.fix import settle
from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.testing import OPTIONS

DATA = Path(__file__).parent / "data"
IDS = frozenset(
    {
        "includes.kernel-operator-h", "sk.args-struct-required", "sk.args-const", "sk.args-layout",
        "sk.kernel-type-match", "sk.global-preserved", "sk.bind-target", "sk.bind-missing",
        "sk.bind-duplicate", "sk.bind-max-splits", "sk.bind-mask-known",
    }
)  # fmt: skip
RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id in IDS]
KERNEL = """#include "kernel_operator.h"
struct AArgs { GM_ADDR x; };
__global__ __vector__ void k(GM_ADDR x) { Work(x); }
"""
PART = "template <uint32_t i> __sk__ __vector__ void k_sk(const AArgs *args) { Work(args->x); }\n"
BOUND = KERNEL + PART
"""Lines 1 to 4; what a test adds begins on line 5."""


def found(source: Source) -> list[tuple[int, str]]:
    outcome = lint(source, RULES, options=OPTIONS)
    return [(outcome.sources[it.span.path].line_at(it.span.start), it.rule) for it in outcome.findings]


def said(code: str) -> list[str]:
    return [it.message for it in lint(Source("a.asc", code.encode()), RULES, options=OPTIONS).findings]


def fixed(code: bytes, unsafe: bool = False) -> bytes:
    source = Source("a.asc", code)
    settled = settle(
        {source.path: source}, lambda them: lint(them["a.asc"], RULES, options=OPTIONS).findings, unsafe=unsafe
    )
    return settled["a.asc"].data


HANDED: dict[str, list[tuple[int, str]]] = {
    "sk-tools/24_overload_same_name.asc": [],
    "sk-tools/90_last_include_is_conditional.asc": [],
    "sk-tools/91_angle_include.asc": [],
    "sk-tools/96_sk_words_in_comment.asc": [],
    "sk-tools/a1_v_pointer_field.asc": [],
    "sk-tools/a2_v_unrelated_host_struct.asc": [],
    "sk-tools/a7_v_east_const.asc": [],
    "sk-tools/a9_v_mask_hex_and_suffix.asc": [(6, "sk.bind-mask-known"), (7, "sk.bind-mask-known")],
    "sk-tools/b1_v_mask_8.asc": [(7, "sk.bind-duplicate")],
    "sk-tools/b2_v_sk_without_kernel_type.asc": [(4, "sk.kernel-type-match"), (4, "sk.args-struct-required")],
    "sk-tools/b4_v_five_splits_in_comment.asc": [],
    "sk-tools/b6_v_bound_under_another_name.asc": [(5, "sk.kernel-type-match")],
    "sk-tools/b7_v_qualifier_order.asc": [],
    "sk-tools/b8_v_mix10_official_form.asc": [],
    "sk-tools/c4_v_no_split_bound.asc": [(4, "sk.bind-max-splits")],
    "sk-tools/c5_v_sys_args_only.asc": [],
    "sk-tools/c6_v_angle_include.asc": [],
    "sk-tools/c7_v_void_param.asc": [],
    "sk-tools/c9_v_sk_in_header.asc": [],
    "sk-tools/c9_v_sk_in_header.h": [],
    "field/01_sk_without_kernel_type/scale.asc": [(16, "sk.kernel-type-match")],
    "field/02_bind_inside_user_macro/gemv.asc": [],
    "field/04_mask_forms/mask.asc": [(22, "sk.bind-mask-known")],
    "field/12_swapped_fields/axpy.asc": [(7, "sk.args-layout")],
    "field/21_headers_missing/nohdr.asc": [(5, "sk.args-layout")],
    "field/40_generated_sk_left_alone/auto_gen.asc": [],
}


@pytest.mark.parametrize("name", HANDED)
def test_handed_case(name: str) -> None:
    path = DATA / name
    assert found(Source(path.as_posix(), path.read_bytes())) == HANDED[name]


RELATIVES: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "parameters by macro, alias and class are pointers to structs": (
        BOUND
        + "#define ARGS const AArgs *args\nusing Pointer = const AArgs *;\nclass BArgs { public: GM_ADDR x; };\n"
        + "__sk__ __vector__ void a(ARGS) { Work(args->x); }\n"
        + "__sk__ __vector__ void b(Pointer args) { Work(args->x); }\n"
        + "__sk__ __vector__ void c(const class BArgs *args) { Work(args->x); }\nSK_BIND(k, 4, k_sk<0>, a, b, c);\n",
        [],
    ),
    "addresses of anything else, values and references are not": (
        KERNEL
        + "__sk__ __vector__ void a(const void *args) { Work(args); }\n"
        + "__sk__ __vector__ void b(const AArgs *const *args) { Work(args); }\n"
        + "__sk__ __vector__ void c(const AArgs &args) { Work(args.x); }\n"
        + "__sk__ __vector__ void d(int n) { Work(n); }\nSK_BIND(k, 4, a, b, c, d);\n",
        [(line, "sk.args-struct-required") for line in (4, 5, 6, 7)],
    ),
    "the args struct comes before the system arguments": (
        KERNEL
        + "__sk__ __vector__ void k_sk(sk::SkSystemArgs *s, const AArgs *a) { Work(a->x); }\nSK_BIND(k, 4, k_sk);\n",
        [(4, "sk.args-struct-required")],
    ),
    "what is not code is no SK function": (
        BOUND
        + "#if 0\n__sk__ void a(GM_ADDR x) {}\n#endif\n// __sk__ void b(GM_ADDR x) {}\n"
        + 'const char *text = "__sk__ void c(GM_ADDR x) {} SK_BIND(c, 99)";\nSK_BIND(k, 4, k_sk<0>);\n',
        [],
    ),
    "one finding for what one macro use makes": (
        KERNEL
        + "#define MAKE(n) __sk__ __vector__ void n##_1(AArgs *a) {} __sk__ __vector__ void n##_2(AArgs *a) {}\n"
        + "MAKE(k)\nSK_BIND(k, 4, k_1, k_2);\n",
        [(5, "sk.args-const")],
    ),
    "a second declarator of GM_ADDR, which is a macro, is a byte": (
        KERNEL
        + "struct BArgs { GM_ADDR x, y; };\n__global__ __vector__ void b(GM_ADDR x, GM_ADDR y) { Work(x, y); }\n"
        + "__sk__ __vector__ void b_sk(const BArgs *args) { Work(args->x, args->y); }\nSK_BIND(b, 4, b_sk);\n",
        [(4, "sk.args-layout")],
    ),
    "aliases, references, enums and namespaces are seen through": (
        '#include "kernel_operator.h"\nnamespace t { struct Shape { uint32_t a; }; enum class Mode : uint8_t { A }; }\n'
        + "using flag_t = bool;\n"
        + "struct AArgs { __gm__ half *x; alignas(4) bool f; alignas(4) t::Mode m; t::Shape s; };\n"
        + "using namespace t;\n"
        + "__global__ __vector__ void k(__gm__ float16_t *__restrict__ x, const flag_t f, Mode m, const Shape &s) {}\n"
        + "__sk__ __vector__ void k_sk(const AArgs *args) {}\nSK_BIND(k, 4, k_sk);\n",
        [],
    ),
    "parameters that a macro makes are compared": (
        '#include "kernel_operator.h"\n#define PARAMS GM_ADDR x, uint32_t n\n'
        + "#define KERNEL(name) __global__ __vector__ void name(PARAMS) { Work(x, n); }\n"
        + "struct AArgs { GM_ADDR x; uint64_t n; };\nKERNEL(k)\n"
        + "__sk__ __vector__ void k_sk(const AArgs *args) { Work(args->x, args->n); }\nSK_BIND(k, 4, k_sk);\n",
        [(4, "sk.args-layout")],
    ),
    "only a struct that is defined can lack a field": (
        KERNEL
        + "struct Later;\nstruct Empty {};\n__sk__ __vector__ void a(const Later *args);\n"
        + "__sk__ __vector__ void b(const Empty *args);\nSK_BIND(k, 4, a, b);\n",
        [(5, "sk.args-layout")],
    ),
    "qualifiers that a macro makes are read": (
        KERNEL.replace("__vector__", "__cube__")
        + "#define AIV_PART __sk__ __vector__\nAIV_PART void k_sk(const AArgs *args) { Work(args->x); }\n"
        + "SK_BIND(k, 4, k_sk);\n",
        [(5, "sk.kernel-type-match")],
    ),
    "a SIMT kernel has another rule": (
        KERNEL.replace("__vector__", "__launch_bounds__(256)") + PART + "SK_BIND(k, 4, k_sk<0>);\n",
        [],
    ),
    "a method or a variable of the name is no kernel": (
        KERNEL.replace("void k(", "void other(")
        + "class Op { public: __aicore__ void k(GM_ADDR x); };\n__sk__ __vector__ void k_sk(const AArgs *args) {}\n"
        + "SK_BIND(k, 4, k_sk);\n",
        [(6, "sk.global-preserved")],
    ),
    "bindings in a namespace find what is there": (
        '#include "kernel_operator.h"\nstruct AArgs { GM_ADDR x; };\nnamespace a::b {\n'
        + "__global__ __vector__ void k(GM_ADDR x) {}\n__sk__ __vector__ void k_sk(const AArgs *args) {}\n"
        + "SK_BIND(k, 4, k_sk);\n}\nSK_BIND(a::b::k, 4, ::a::b::k_sk);\n",
        [],
    ),
    "what a macro makes of SK_BIND is told at its use": (
        BOUND + "#define BIND(n) SK_BIND(n, 64 + 4, n##_sk<0>, n##_sk<0>)\nBIND(k);\n",
        [(6, "sk.bind-mask-known"), (6, "sk.bind-target")],
    ),
    "brackets, ampersands and commas in template arguments are read": (
        '#include "kernel_operator.h"\nstruct AArgs { GM_ADDR x; };\n'
        + "template <bool big, typename T> __global__ __vector__ void k(GM_ADDR x) {}\n"
        + "template <bool big, typename T, int i = 0> __sk__ __vector__ void k_sk(const AArgs *args) {}\n"
        + "SK_BIND((k<(3 > 2), std::pair<int, int>>), 4, k_sk<(3 > 2), std::pair<int, int>>,\n"
        + "        k_sk<true, std::pair<int, int>, 1>);\n"
        + "SK_BIND(&k<true, int>, 4, &k_sk<true, int>);\n",
        [],
    ),
    "parts may come from a macro": (
        BOUND + "#define ALL(f) f<0>, f<1>, f<2>, f<3>, f<4>\nSK_BIND(k, 4, ALL(k_sk));\nSK_BIND(k);\n",
        [(6, "sk.bind-max-splits"), (7, "sk.bind-max-splits")],
    ),
    "masks are evaluated": (
        BOUND
        + "namespace cfg { constexpr uint64_t kMask = 0b110000; }\n#define BIT(n) (1 << (n))\n"
        + "SK_BIND(k, cfg::kMask, k_sk<0>);\nSK_BIND(k, BIT(4) | BIT(5), k_sk<0>);\nSK_BIND(k, 0'060, k_sk<0>);\n",
        [(line, "sk.bind-mask-known") for line in (7, 8, 9)],
    ),
    "a part that is bound to nothing is told, its neighbour is not": (
        BOUND + "__sk__ __vector__ void late_sk(const AArgs *args) { Work(args->x); }\nSK_BIND(k, 4, k_sk<0>);\n",
        [(5, "sk.bind-missing")],
    ),
}


@pytest.mark.parametrize("name", RELATIVES)
def test_relative(name: str) -> None:
    code, expected = RELATIVES[name]
    assert found(Source("a.asc", code.encode())) == expected


def test_messages_name_what_they_speak_of() -> None:
    assert said(BOUND + "SK_BIND(k, 20 | 64, k_sk<0>);\n") == ["the mask is 84, its bits 16 and 64 are not documented"]
    assert said(BOUND + "SK_BIND(k, 4, k_sk<0>);\nSK_BIND(k, 0, k_sk<0>, k_sk<1>);\n") == [
        "k is bound before, with another mask and other SK functions"
    ]
    assert said(KERNEL + PART.replace("__vector__", "__mix__(1, 2)") + "SK_BIND(k, 4, k_sk<0>);\n") == [
        "k_sk is __mix__(1, 2), but k is __vector__"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("k_sk(AArgs *args) {}", "k_sk(const AArgs *args) {}"),
        ("k_sk(AArgs *) {}", "k_sk(const AArgs *) {}"),
        ("k_sk(__gm__ struct AArgs *args) {}", "k_sk(const __gm__ struct AArgs *args) {}"),
        ("k_sk(AArgs *args) { args->x = 0; }", "k_sk(AArgs *args) { args->x = 0; }"),
        ("k_sk(AArgs *args) { Hand(args); }", "k_sk(AArgs *args) { Hand(args); }"),
        ("k_sk(Pointer args) {}", "k_sk(Pointer args) {}"),
        ("k_sk(AArgs *args); void k_sk(AArgs *args) {}", "k_sk(const AArgs *args); void k_sk(AArgs *args) {}"),
        ("k_sk(ARGS) {}", "k_sk(ARGS) {}"),
    ],
)
def test_const_is_written_where_that_is_safe(before: str, after: str) -> None:
    head = KERNEL + "using Pointer = AArgs *;\n#define ARGS AArgs *args\n__sk__ __vector__ void "
    tail = "\nSK_BIND(k, 4, k_sk);\n"
    if "; void" in before:
        before, after = (
            before.replace("; void", "; __sk__ __vector__ void"),
            before.replace("; void", "; __sk__ __vector__ void"),
        )
    assert fixed((head + before + tail).encode()).decode() == head + after + tail


def test_moved_fields_take_their_comments_along_and_bytes_stay() -> None:
    fields = ["    // 大小\r\n    uint32_t n; /* elements */", "    alignas(4) bool keep; // keep it", "    GM_ADDR x;"]
    text = "\r\n".join(
        [
            '#include "kernel_operator.h"\r\nstruct AArgs {\r\n%s\r\n};',
            "__global__ __vector__ void k(GM_ADDR x, uint32_t n, bool keep) { Work(x, n, keep); }",
            "__sk__ __vector__ void k_sk(const AArgs *args) { Work(args->x, args->n, args->keep); }",
            "SK_BIND(k, 4, k_sk);",
        ]
    )
    code = (text % "\r\n".join(fields)).encode("gb18030")
    assert fixed(code) == (text % "\r\n".join([fields[2], fields[0], fields[1]])).encode("gb18030")


@pytest.mark.parametrize(
    "fields",
    [
        "GM_ADDR y;\n#if 1\n    GM_ADDR x;\n#endif",
        "GM_ADDR y; GM_ADDR x; // both",
        "FIELD(y) FIELD(x)",
    ],
)
def test_fields_that_cannot_move_alone_stay(fields: str) -> None:
    code = (
        '#include "kernel_operator.h"\n#define FIELD(n) GM_ADDR n;\nstruct AArgs {\n    ' + fields + "\n};\n"
        "__global__ __vector__ void k(GM_ADDR x, GM_ADDR y) { Work(x, y); }\n"
        "__sk__ __vector__ void k_sk(const AArgs *args) { Work(args->x, args->y); }\nSK_BIND(k, 4, k_sk);\n"
    ).encode()
    assert [rule for _, rule in found(Source("a.asc", code))] == ["sk.args-layout"]
    assert fixed(code, unsafe=True) == code


POSITIONS = {
    "auto [y, x] = *args;": "",
    "const auto &[y, x] = *args;": "",
    "AArgs other{args->y, args->x};": "",
    "AArgs other = {args->y, args->x};": "",
    "AArgs other[2] = {{args->y, args->x}};": "",
    "Work(AArgs{args->y, args->x});": "",
    "Other other{args->y, args->x};": "using Other = AArgs;\n",
    "Third other{args->y, args->x};": "typedef AArgs Other;\nusing Third = const Other;\n",
    "Make(args->y, args->x);": "static AArgs Make(GM_ADDR y, uint32_t x) { return {y, x}; }\n",
    "": "static std::vector<AArgs> all{{nullptr, 1}};\n",
}
NO_POSITIONS = {
    "AArgs other;": "",
    "AArgs other{};": "",
    "AArgs other = *args; auto *more = args;": "",
    "auto size = sizeof(AArgs); auto n = args->n;": "struct AArgs;\n",
    "Take(args);": "static void Take(const AArgs *a) { }\n",
    "Other other;": "using Other = AArgs;\nstruct Pair { int a, b; }; static Pair pair{1, 2};\n",
}


@pytest.mark.parametrize(("body", "before"), [*POSITIONS.items(), *NO_POSITIONS.items()])
def test_fields_that_code_has_by_their_places_stay(body: str, before: str) -> None:
    head = '#include "kernel_operator.h"\n#include <vector>\nstruct AArgs {\n'
    fields = ["    int64_t y;\n", "    GM_ADDR x;\n    uint32_t n;\n"]
    tail = (
        f"}};\n{before}__global__ __vector__ void k(GM_ADDR x, uint32_t n, int64_t y) {{ Work(x); }}\n"
        f"__sk__ __vector__ void k_sk(const AArgs *args) {{ {body} Work(args->x); }}\nSK_BIND(k, 4, k_sk);\n"
    )
    told = fixed((head + "".join(fields) + tail).encode()).decode()
    assert told == head + "".join(fields if body in POSITIONS else fields[::-1]) + tail


INCLUDE = b'#include "kernel_operator.h"'
CODE = b"__global__ __vector__ void k(void) {}\n__sk__ __vector__ void k_sk(void) {}\nSK_BIND(k, 4, k_sk);\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b""),
        (b"\xef\xbb\xbf", b""),
        (b"// one\n// two\n", b"\n"),
        (b"/*\n * licence\n */\n", b"\n/* of k */\n"),
        (b"#include <cstdint> // ints\n#include <cstddef> /* a\n b */\n", b"#if 1\n#include <cstdio>\n#endif\n"),
        (b"/* of k */ ", None),
        (b"#ifdef HOST\n#include <cstdio>\n#else\n#include <cstdint>\n#endif\n", None),
        (b"#ifdef HOST\n#include <cstdio>\n#endif\n#include <cstdint>\n", b"#define X 1\n"),
    ],
)
def test_include_goes_to_the_top_outside_of_conditions(before: bytes, after: bytes | None) -> None:
    if after is None:
        assert fixed(before + CODE) == INCLUDE + b"\n" + before + CODE
    else:
        assert fixed(before + after + CODE) == before + INCLUDE + b"\n" + after + CODE


def test_include_has_the_line_end_of_the_file() -> None:
    code = b"#include <cstdint>\r\n" + CODE.replace(b"\n", b"\r\n")
    assert fixed(code) == b"#include <cstdint>\r\n" + INCLUDE + b"\r\n" + CODE.replace(b"\n", b"\r\n")


def test_include_is_told_as_the_published_remediation() -> None:
    (finding,) = lint(Source("a.asc", CODE), RULES, options=OPTIONS).findings
    hint = finding.fixes[0].hint
    assert hint and (hint.kind, hint.target_file, hint.new_value) == ("add-include", "a.asc", INCLUDE.decode())


def test_headers_that_bring_the_words_count_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "all.h").write_text('#include "basic_api/kernel_vec_intf.h"\n')
    source = Source((tmp_path / "a.asc").as_posix(), b'#include "all.h"\n' + CODE)
    assert found(source) == []


def test_findings_in_a_header_are_told_there(tmp_path: Path) -> None:
    (tmp_path / "k_args.h").write_text("struct AArgs { GM_ADDR y; GM_ADDR x; };\n")
    code = b'#include "kernel_operator.h"\n#include "k_args.h"\n' + (
        b"__global__ __vector__ void k(GM_ADDR x, GM_ADDR y) { Work(x, y); }\n"
        b"__sk__ __vector__ void k_sk(const AArgs *args) { Work(args->x, args->y); }\nSK_BIND(k, 4, k_sk);\n"
    )
    outcome = lint(Source((tmp_path / "a.asc").as_posix(), code), RULES, options=OPTIONS)
    assert [(Path(it.span.path).name, it.rule) for it in outcome.findings] == [("k_args.h", "sk.args-layout")]


def test_kernels_that_a_macro_of_another_header_makes_are_seen(tmp_path: Path) -> None:
    (tmp_path / "make.h").write_text(
        "struct AArgs { GM_ADDR x; };\n#define MAKE(k) __global__ __vector__ void k(GM_ADDR x) { Work(x); } \\\n"
        "    __sk__ __vector__ void k##_sk(AArgs *args) { Work(args->x); }\n"
    )
    (tmp_path / "kernels.h").write_text('#include "make.h"\nMAKE(k)\n')
    code = b'#include "kernel_operator.h"\n#include "kernels.h"\nSK_BIND(k, 4, k_sk);\n'
    outcome = lint(Source((tmp_path / "a.asc").as_posix(), code), RULES, options=OPTIONS)
    assert [(Path(it.span.path).name, it.rule) for it in outcome.findings] == [("kernels.h", "sk.args-const")]


def test_a_copy_that_binds_its_own_function_does_not_bind_this_one(run, project):
    head = (
        '#include "kernel_operator.h"\nstruct P { GM_ADDR x; };\n'
        "__global__ __vector__ void add(GM_ADDR x) { Add(x); }\n"
    )
    own = "template <int s> __sk__ __vector__ void add_sk(const P *p) { Add(p->x); }\n"
    declared = "template <int s> __sk__ __vector__ void add_sk(const P *p);\n"
    bind = "SK_BIND(add, 4, add_sk<0>);\n"
    (project / "first.asc").write_text(head + own)
    (project / "second.asc").write_text(head + own + bind)
    for asked in (".", "first.asc"):
        found = json.loads(run("check", asked, "--output-format", "json").out)["findings"]
        assert [(it["rule_id"], it["path"].rpartition("/")[2]) for it in found] == [("sk.bind-missing", "first.asc")]
    for other in (head + declared + bind, f'#include "first.asc"\n{bind}'):
        (project / "second.asc").write_text(other)
        for asked in (".", "first.asc"):
            assert run("check", asked).code == 0
