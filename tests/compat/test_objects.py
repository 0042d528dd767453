# ruff: noqa: E501 (kernel sources stand in strings)
"""A declared object is a use of its class's constructor; a type that is named without making one is not."""

import pytest

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS, case

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.api-unsupported"]

# Documents deny A3 the constructors of KfcWorkspace and CubeResGroupHandle, and all but 950 that of thread_block.
MADE = {
    "local objects": """
        AscendC::KfcWorkspace w(x); // <-
        AscendC::CubeResGroupHandle<int> h(x, 1, 2, 3, 4); // <-
        cooperative_groups::thread_block b; // <-
        AscendC::KfcWorkspace braced{x}; // <-
        AscendC::KfcWorkspace listed = {x}; // <-
        static AscendC::CubeResGroupHandle<int> kept; // <-
        AscendC::CubeResGroupHandle<int> several[2]; // <-""",
    "objects of a using directive": """
        using namespace AscendC;
        KfcWorkspace w(x); // <-
        const CubeResGroupHandle<float> h(x, 1, 2, 3, 4); // <-""",
    "objects of an alias": """
        using Space = AscendC::KfcWorkspace;
        typedef AscendC::CubeResGroupHandle<int> Handle;
        Space w(x); // <-
        Handle h; // <-""",
    "objects without a name": """
        auto w = AscendC::KfcWorkspace(x); // <-
        auto braced = AscendC::KfcWorkspace{x}; // <-
        auto h = AscendC::CubeResGroupHandle<int>(x, 1, 2, 3, 4); // <-
        auto *p = new AscendC::KfcWorkspace(x); // <-
        AscendC::CubeResGroupHandle<int>(); // <-""",
    "object of a macro": """
#define SPACE(name) AscendC::KfcWorkspace name(x)
        SPACE(w); // <-""",
    "object behind an if": """
        if (x) {
            AscendC::KfcWorkspace w(x); // <-
        }""",
}  # fmt: skip
NAMED = {
    "pointers and references": """
        AscendC::KfcWorkspace *p = nullptr, &r = *p;
        auto &s = r;
        AscendC::CubeResGroupHandle<int> *h[2];""",
    "template argument": """
        using Same = std::is_same<AscendC::KfcWorkspace, int>;
        auto size = sizeof(AscendC::KfcWorkspace);
        std::function<void(AscendC::KfcWorkspace)> f;""",
    "copies": """
        AscendC::KfcWorkspace *p;
        AscendC::KfcWorkspace a = *p, b(*p), c{*p};
        auto d = *p;
        AscendC::CubeResGroupHandle<int> h = AscendC::CreateCubeResGroup<int>(x); // this function is not there""",
    "branch of another architecture": """
        if constexpr (__NPU_ARCH__ == 3510) { AscendC::KfcWorkspace w(x); }
#if __NPU_ARCH__ == 3510
        cooperative_groups::thread_block b;
#endif""",
    "declared elsewhere": """
        extern AscendC::KfcWorkspace w;""",
    "class of the project": """
        struct KfcWorkspace { KfcWorkspace(GM_ADDR) {} };
        KfcWorkspace w(x);
        mine::KfcWorkspace v(x);""",
    "class that is not known": """
        Unknown<AscendC::KfcWorkspace> w(x);
        typename Other<int>::KfcWorkspace v(x);""",
}  # fmt: skip
AROUND = "#include <functional>\nnamespace mine {{ struct KfcWorkspace {{ KfcWorkspace(GM_ADDR) {{}} }}; }}\n{}\n"
FUNCTION = "__global__ __aicore__ void k(GM_ADDR x)\n{{{}\n}}"
TEMPLATE = "template <class T> class Op {{ __aicore__ inline void Run(GM_ADDR x, T t)\n{{{}\n}} }};"


def lines(code: str, chip: str = "A3") -> tuple[set[int], set[int]]:
    """The lines where a constructor is reported, and those that the arrows point at."""
    it = case("k.asc", code, f"chip={chip}")
    found = lint(it.source, RULES, it.target, OPTIONS).findings
    told = [finding for finding in found if "CreateCubeResGroup" not in finding.message]
    return {it.source.line_at(finding.span.start) for finding in told}, set(it.lines)


@pytest.mark.parametrize("around", [FUNCTION, TEMPLATE])
@pytest.mark.parametrize("body", [*MADE.values(), *NAMED.values()], ids=[*MADE, *NAMED])
def test_a_constructor_is_reported_exactly_where_an_object_is_made(body: str, around: str) -> None:
    found, wanted = lines(AROUND.format(around.format(body)))
    assert found == wanted


@pytest.mark.parametrize(
    "code",
    [
        "class Op {\n AscendC::KfcWorkspace w; // <-\n AscendC::KfcWorkspace *p, &r;\n};\n",
        "template <class T> class Op {\n AscendC::CubeResGroupHandle<T> h, *p; // <-\n T own;\n};\n",
        "template <class T> class Op {\n using H = AscendC::CubeResGroupHandle<T>;\n H h; // <-\n H *p;\n};\n",
        "template <class T> __aicore__ inline void f(GM_ADDR x) {\n AscendC::CubeResGroupHandle<T> h(x, 1, 2, 3, 4), g(h); // <-\n}\n",
        "template <class T> __aicore__ inline void f(GM_ADDR x) {\n auto h = AscendC::CubeResGroupHandle<T>(x, 1, 2, 3, 4); // <-\n}\n",
        "__aicore__ inline void f(AscendC::KfcWorkspace w, AscendC::KfcWorkspace &r, AscendC::KfcWorkspace *p) {}\n",
        "AscendC::KfcWorkspace f(GM_ADDR x);\nclass Op { static AscendC::KfcWorkspace shared; };\n",
        "void f(GM_ADDR x) { AscendC::KfcWorkspace w(x); }\n",
        "__aicore__ inline AscendC::KfcWorkspace f(GM_ADDR x) {\n return AscendC::KfcWorkspace(x); // <-\n}\n",
    ],
)  # fmt: skip
def test_fields_make_objects_and_parameters_do_not(code: str) -> None:
    kernel = "__global__ __aicore__ void k(GM_ADDR x) {}\n"
    found, wanted = lines(code + kernel)
    assert found == wanted


def test_the_message_names_the_constructor_and_the_span_covers_the_class() -> None:
    source = Source("k.asc", b"__global__ __aicore__ void k(GM_ADDR x) { AscendC::KfcWorkspace w(x); }\n")
    (finding,) = lint(source, RULES, Target.of(["A2", "A3"]), OPTIONS).findings
    assert finding.message.startswith("AscendC::KfcWorkspace::KfcWorkspace is not supported on Atlas A3")
    assert finding.text == "KfcWorkspace" and "KfcWorkspace/" in finding.evidence[0]


def test_objects_are_counted_where_documents_speak_of_their_constructor() -> None:
    code = """__global__ __aicore__ void k(GM_ADDR x) {
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in;
    AscendC::LocalTensor<float> tensor;
    AscendC::DataCopyParams params;
}
"""
    covered = lint(Source("k.asc", code.encode()), RULES, Target.of(["A2"]), OPTIONS).coverage[RULES[0].id]
    assert covered.considered == 3 and covered.unknown == {"AscendC::LocalTensor::LocalTensor": 1}


@pytest.mark.parametrize("object", ["TPipe", "TBuf<AscendC::TPosition::VECCALC>", "TQue<AscendC::TPosition::VECIN, 1>"])
def test_objects_of_what_a_core_lacks_are_reported_for_that_core_alone(object: str) -> None:
    source = Source("k.asc", f"__global__ __aicore__ void k(GM_ADDR x) {{ AscendC::{object} it; }}\n".encode())
    found = {
        it: len(lint(source, RULES, Target.of([it]), OPTIONS).findings) for it in ("310p_vectorcore", "310p_aicore")
    }
    assert found == {"310p_vectorcore": 1, "310p_aicore": 0}
