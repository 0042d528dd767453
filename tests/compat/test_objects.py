"""A class that documents describe by its constructor and members alone is there where these are."""

import pytest
from sklint_compat.refresh.bare_classes import bare_classes
from sklint_compat.tables import interfaces

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS, case

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.api-unsupported"]

# Documents deny A3 all of KfcWorkspace and CubeResGroupHandle, and all but 950 thread_block.
NAMED = {
    "objects": """
        AscendC::KfcWorkspace w(x); // <-
        AscendC::CubeResGroupHandle<int> h(x, 1, 2, 3, 4); // <-
        cooperative_groups::thread_block b; // <-
        auto *p = new AscendC::KfcWorkspace{x}; // <-
        static AscendC::CubeResGroupHandle<int> kept[2]; // <-""",
    "names of a using directive": """
        using namespace AscendC;
        KfcWorkspace w(x); // <-
        const CubeResGroupHandle<float> h(x, 1, 2, 3, 4); // <-""",
    "names of an alias": """
        using Space = AscendC::KfcWorkspace; // <-
        typedef AscendC::CubeResGroupHandle<int> Handle; // <-
        Space w(x);
        Handle h;""",
    "object of a macro": """
#define SPACE(name) AscendC::KfcWorkspace name(x)
        SPACE(w); // <-""",
    "branch of another architecture": """
        if constexpr (__NPU_ARCH__ == 3510) { AscendC::KfcWorkspace w(x); }
#if __NPU_ARCH__ == 3510
        cooperative_groups::thread_block b;
#endif""",
    "class of the project": """
        struct KfcWorkspace { KfcWorkspace(GM_ADDR) {} };
        KfcWorkspace w(x);
        mine::KfcWorkspace v(x);""",
    "class that is not known": """
        typename Other<int>::KfcWorkspace v(x);""",
}  # fmt: skip
HEAD = "namespace mine { struct KfcWorkspace { KfcWorkspace(GM_ADDR) {} }; }\n"
FUNCTION = "__global__ __aicore__ void k(GM_ADDR x)\n{{{}\n}}"
TEMPLATE = "template <class T> class Op {{ __aicore__ inline void Run(GM_ADDR x, T t)\n{{{}\n}} }};"


@pytest.mark.parametrize("around", [FUNCTION, TEMPLATE])
@pytest.mark.parametrize("body", NAMED.values(), ids=NAMED)
def test_a_class_is_reported_where_it_is_named(body: str, around: str) -> None:
    it = case("k.asc", HEAD + around.format(body), "chip=A3")
    found = lint(it.source, RULES, it.target, OPTIONS).findings
    assert {it.source.line_at(finding.span.start) for finding in found} == set(it.lines)


def test_the_message_names_the_class_and_the_page_is_its_constructors() -> None:
    source = Source("k.asc", b"__global__ __aicore__ void k(GM_ADDR x) { AscendC::KfcWorkspace w(x); }\n")
    (finding,) = lint(source, RULES, Target.of(["A2", "A3"]), OPTIONS).findings
    assert finding.message.startswith("AscendC::KfcWorkspace is not supported on Atlas A3")
    assert finding.text == "KfcWorkspace" and "KfcWorkspace/" in finding.evidence[0]


@pytest.mark.parametrize(
    ("name", "lacking"),
    [
        ("TPipe", {"310p_vectorcore"}),
        ("TQue<AscendC::TPosition::VECIN, 1>", {"310p_vectorcore"}),  # documents file it under TQueBind
        ("TBufPool<AscendC::TPosition::VECCALC>", {"310p_vectorcore", "310b"}),
        ("TBuf<AscendC::TPosition::VECCALC>", set()),  # a member of it is there on all
        ("GroupBarrier<AscendC::PipeMode::MTE3_MODE>", {"310p_vectorcore", "310p_aicore", "310b"}),  # disputed on A3
        ("LocalTensor<float>", set()),
    ],
)
def test_a_class_is_lacking_where_its_constructor_and_all_members_are(name: str, lacking: set[str]) -> None:
    source = Source("k.asc", f"__aicore__ inline void f(AscendC::{name} &it) {{}}\n".encode())
    chips = ("A2", "A3", "950", "310b", "310p_aicore", "310p_vectorcore")
    assert {it for it in chips if lint(source, RULES, Target.of([it]), OPTIONS).findings} == lacking


def test_a_class_with_a_page_of_its_own_keeps_it_and_a_constructor_alone_decides_nothing() -> None:
    page = "docs/zh/api/a.md"
    constructed = {"A::A": ("ynn", page), "A::run": ("yny", "docs/zh/api/run.md")}
    assert bare_classes(constructed) == {"A": ("ynu", page)}
    assert bare_classes({**constructed, "A::run": ("yyy", page)}) == {}
    assert bare_classes({**constructed, "A": ("yyy", page)}) == {}
    assert bare_classes({"B::run": ("nnn", page)}) == {}
    assert interfaces().status("AscendC::KfcWorkspace", "A3") == "no"
