"""Scalar stores to global memory that an SK function reaches are found in every spelling, and no other store is."""

from pathlib import Path

import pytest
from sklint_spec.sk_scalar_write_dcci import check

from sklint.finding import Finding
from sklint.fix import settle
from sklint.lint import lint
from sklint.source import Source
from sklint.testing import OPTIONS

DATA = Path(__file__).parent / "data"

HEAD = """#include "kernel_operator.h"
using namespace AscendC;
struct Args { GM_ADDR x; GM_ADDR y; };
struct Head { int32_t count; int32_t list[4]; };
"""
TAIL = """
__global__ __vector__ void k(GM_ADDR x, GM_ADDR y) { Run(x, y); }
template <uint32_t part> __sk__ __vector__ void k_sk(const Args *args) { Run(args->x, args->y); }
SK_BIND(k, MASK, k_sk<0>);
"""
FLUSH = "DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>"


def findings(code: str, mask: str = "4") -> list[Finding]:
    return list(
        lint(Source("k.asc", (HEAD + code + TAIL.replace("MASK", mask)).encode()), [check], options=OPTIONS).findings
    )


def body(statements: str) -> str:
    return f"__aicore__ inline void Run(GM_ADDR x, GM_ADDR y) {{ {statements} }}"


TENSOR = "GlobalTensor<float> gm; gm.SetGlobalBuffer((__gm__ float *)x); LocalTensor<float> local; "

STORES = {
    TENSOR + "gm(0) = 1;": "gm(0)",
    TENSOR + "gm(1) += 1;": "gm(1)",
    TENSOR + "gm(2)++;": "gm(2)",
    TENSOR + "--gm(2);": "gm(2)",
    TENSOR + "gm[8](0) = 1;": "gm[8](0)",
    TENSOR + "float a; a = gm(3) = 1;": "gm(3)",
    TENSOR + "gm.SetValue(4, 1);": "gm.SetValue(4, 1)",
    TENSOR + "auto f = [&](int i) { gm(i) = 1; }; f(0);": "gm(i)",
    TENSOR + "if (x != nullptr) gm(5) = 1; else local(0) = 1;": "gm(5)",
    TENSOR + "for (int i = 0; i < 4; ++i) { gm(i) = gm(i + 4); }": "gm(i)",
    "GlobalTensor<float> gms[2]; gms[1](0) = 1;": "gms[1](0)",
    "*x = 1;": "*x",
    "x[3] = 1;": "x[3]",
    "*((__gm__ int32_t *)y) = 7;": "*((__gm__ int32_t *)y)",
    "*(__gm__ int32_t *)y = 7;": "*(__gm__ int32_t *)y",
    "*reinterpret_cast<__gm__ float *>(x) = 1;": "*reinterpret_cast<__gm__ float *>(x)",
    "((__gm__ float *)x)[2] = 1;": "((__gm__ float *)x)[2]",
    "auto p = (__gm__ float *)x; p[1] = 1;": "p[1]",
    "auto p = reinterpret_cast<__gm__ float *>(x); *(p + 1) = 1;": "*(p + 1)",
    "__gm__ float *p = (__gm__ float *)x, *q = p; *q++ = 1;": "*q++",
    "__gm__ Head *head = (__gm__ Head *)x; head->count = 1;": "head->count",
    "__gm__ Head *head = (__gm__ Head *)x; (*head).count = 1;": "(*head).count",
    "__gm__ Head *head = (__gm__ Head *)x; head->list[2] = 1;": "head->list[2]",
    "((__gm__ Head *)x)->count = 1;": "((__gm__ Head *)x)->count",
}

NO_STORES = (
    TENSOR + "float a = gm(0); a = gm.GetValue(1);",
    TENSOR + "if (gm(0) == 1) { local(0) = gm(0); local.SetValue(1, 2); }",
    TENSOR + f"gm(0) = 1; {FLUSH}(gm);",
    TENSOR + f"gm(0) = 1; AscendC::{FLUSH}(gm[0]);",
    TENSOR + "gm(0) = 1; dcci(x, 1);",
    "GM_ADDR all[2]; all[0] = x; GM_ADDR *many = all; many[1] = y;",
    "__gm__ float *p = (__gm__ float *)x; float a = *p; p = p + 1; p++;",
    "__ubuf__ int32_t *ub = (__ubuf__ int32_t *)0; *ub = 1; ub[1] = 2;",
    "Head head; head.count = 1; Head *p = &head; p->count = *(__gm__ int32_t *)x;",
    "/* *x = 1; */ // *x = 1\n#if 0\n*x = 1;\n#endif\n",
    'const char *text = "*x = 1;"; Unknown(x)[0] = 1; unknown(0) = 1; *other = 1;',
)


@pytest.mark.parametrize(("statements", "target"), STORES.items())
def test_a_store_to_global_memory_is_found(statements: str, target: str) -> None:
    assert [(it.severity.value, it.text) for it in findings(body(statements))] == [("warning", target)]


@pytest.mark.parametrize("statements", NO_STORES)
def test_nothing_else_is_a_store_to_global_memory(statements: str) -> None:
    assert not findings(body(statements))


def test_members_of_a_class_template_count() -> None:
    code = """
template <typename T> class Op {
public:
    __aicore__ inline void Run(GM_ADDR x) { raw_ = (__gm__ T *)x; all_[0] = x; Store(); }
    __aicore__ inline void Store() { gm_(0) = 1; this->gm_(1) = 2; raw_[3] = 4; local_(0) = 1; }
private:
    GlobalTensor<T> gm_;
    LocalTensor<T> local_;
    __gm__ T *raw_;
    GM_ADDR all_[4];
};
__aicore__ inline void Run(GM_ADDR x, GM_ADDR y) { Op<float> op; op.Run(x); }
"""
    found = findings(code)
    assert [it.text for it in found] == ["gm_(0)", "this->gm_(1)", "raw_[3]"]
    assert not any(it.fixes for it in found), "the class may be made for several types"


@pytest.mark.parametrize(
    "code",
    [
        f"__aicore__ inline void Put(GM_ADDR x) {{ *x = 1; }}\n{body(f'{TENSOR} Put(x); {FLUSH}(gm);')}",
        f"__aicore__ inline void Put(GM_ADDR x) {{ *x = 1; }}\n__aicore__ inline void Via(GM_ADDR x) {{ Put(x); }}\n"
        f"{body(f'{TENSOR} Via(x); {FLUSH}(gm);')}",
        f"__aicore__ inline void Flush(GlobalTensor<float> &gm) {{ {FLUSH}(gm); }}\n"
        f"{body(f'{TENSOR} *x = 1; Flush(gm);')}",
    ],
)
def test_a_flush_in_the_caller_or_in_a_helper_counts(code: str) -> None:
    assert not findings(code)


def test_a_flush_before_the_store_does_not_count() -> None:
    assert [it.text for it in findings(body(f"{TENSOR} {FLUSH}(gm); gm(0) = 1;"))] == ["gm(0)"]


@pytest.mark.parametrize(
    ("mask", "severity"), [("4", "warning"), ("12", "warning"), ("0x4", "warning"), ("0", "info"), ("8", "info")]
)
def test_the_mask_decides_the_severity(mask: str, severity: str) -> None:
    assert [it.severity.value for it in findings(body("*x = 1;"), mask)] == [severity]


def test_set_value_is_told_with_mask_bit_4_only() -> None:
    code = body(TENSOR + "gm.SetValue(0, 1);")
    assert len(findings(code)) == 1
    assert not findings(code, "0")


def test_what_only_a_kernel_reaches_is_nobodys_business() -> None:
    code = HEAD + "__global__ __vector__ void k(GM_ADDR x) { *x = 1; }"
    assert not lint(Source("k.asc", code.encode()), [check], options=OPTIONS).findings


def test_a_store_that_a_macro_makes_has_no_fix() -> None:
    found = findings("#define PUT(t) t(0) = 1\n" + body(TENSOR + "PUT(gm);"))
    assert [(it.text, it.fixes) for it in found] == [("PUT", ())]


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("gm(0) = 1;", "gm(0) = 1; {flush}(gm[0]);"),
        ("gm[8](i + 1) += 1;", "gm[8](i + 1) += 1; {flush}(gm[8][i + 1]);"),
    ],
)
def test_the_fix_flushes_what_was_written_and_settles(statement: str, after: str) -> None:
    code = HEAD + body(f"int i = 0; {TENSOR}{statement}") + TAIL.replace("MASK", "4")
    sources = {"k.asc": Source("k.asc", code.encode())}
    settled = settle(sources, lambda them: lint(them["k.asc"], [check], options=OPTIONS).findings, unsafe=True)
    line = "AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_OUT"
    flush = f"AscendC::DataCacheCleanAndInvalid<float, {line}>"
    assert settled["k.asc"].data.decode() == code.replace(statement, after.format(flush=flush))
    assert settle(sources, lambda them: lint(them["k.asc"], [check], options=OPTIONS).findings) == sources, (
        "never without being asked"
    )


def test_no_fix_where_the_flush_would_leave_the_branch() -> None:
    assert not findings(body(TENSOR + "if (y) gm(0) = 1;"))[0].fixes


CASES = {"field/39_cap_without_dcci/scalar.asc": [("warning", 9), ("warning", 10)]}


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.asc")), ids=lambda it: it.stem)
def test_handed_cases(path: Path) -> None:
    source = Source(path.as_posix(), path.read_bytes())
    found = [it for it in lint(source, [check], options=OPTIONS).findings if it.rule == check.id]
    told_there = [(it.severity.value, source.line_at(it.span.start)) for it in found]
    assert told_there == CASES.get(path.relative_to(DATA).as_posix(), [])


def test_the_case_drops_to_a_note_with_mask_0() -> None:
    path = DATA / "field/39_cap_without_dcci/scalar.asc"
    source = Source("scalar.asc", path.read_bytes().replace(b"scalar, 4,", b"scalar, 0,"))
    assert [it.severity.value for it in lint(source, [check], options=OPTIONS).findings] == ["info", "info"]


def test_a_member_is_flushed_with_the_type_that_the_class_gives_it() -> None:
    code = "struct Op { GlobalTensor<half> gm, other; void Set(int n) { this->gm.SetValue(n, 1); } };\n" + body(
        "Op op; op.Set(2);"
    )
    (fix,) = findings(code)[0].fixes
    assert "DataCacheCleanAndInvalid<half, " in fix.edits[0].text
    assert fix.edits[0].text.endswith("(this->gm[n]);")
