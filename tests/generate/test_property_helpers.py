"""Kernels with helpers of every shape: what is bound keeps every byte, and does what the kernel does, copies included."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

import re
from dataclasses import dataclass

from binding import AROUND, bound
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklint.body import Body
from sklint.source import Source

HEAD = '#include "kernel_operator.h"\n// 说明：测试\n'
HELPERS = {
    "F": ("__aicore__ inline int64_t F(int64_t n) { return n / AscendC::GetBlockNum(); /* 份额 */ }", "Use(F({0}));"),
    "T": ("template <int N, typename W>\n__aicore__ inline W T(W n)\n{{\n    return n / (AscendC::GetBlockNum)() * N;\n}}", "Use(T<2>({0}));"),
    "V": ("static __aicore__ inline int64_t V(void) { return AscendC::GetBlockNum(); }", "int64_t v = V();\n    Use(v);"),
    "D": ("__aicore__ inline int64_t D(int64_t n = 4) { return n / AscendC::GetBlockNum(); }", "Use(D(), D({0}));"),
    "R": ("__aicore__ inline int64_t R(int64_t n) { return n > 4 ? R(n - 4) : AscendC::GetBlockNum(); }", "if (n > 1) {{ Use(R({0})); }}"),
    "L": ("__aicore__ inline int64_t L(int64_t n, int64_t blocks = AscendC::GetBlockNum()) { return n / blocks; }", "Use(L({0}));"),
    "I": ("__aicore__ inline int64_t I(int64_t n) { return n; // no GetBlockNum()\n}", "Use(I({0}));"),
    "P": ("__aicore__ inline void P(GM_ADDR x, uint32_t n)\n{\n    AscendC::TPipe pipe;\n    if (n == 0) return;\n    Use(x, &pipe);\n}", "P(x, n);"),
    "A": ("class A {\npublic:\n    __aicore__ inline A() {}\n    __aicore__ inline void Init(GM_ADDR x, uint32_t n)\n    {\n        length = n / AscendC::GetBlockNum();\n        Share(n);\n    }\n    __aicore__ inline void Run() { Use(length); }\nprivate:\n    __aicore__ inline void Share(uint32_t n) { length += n % AscendC::GetBlockNum(); }\n    uint32_t length = 0;\n};", "A a;\n    a.Init(x, n);\n    a.Run();"),
    "B": ("template <typename W>\nstruct B {\n    __aicore__ inline void Init(W n);\n    W part;\n};\ntemplate <typename W>\n__aicore__ inline void B<W>::Init(W n)\n{\n    part = n / AscendC::GetBlockNum();\n}", "B<int64_t> b;\n    b.Init({0});\n    Use(b.part);"),
    "C": ("struct C {\n    __aicore__ inline C(int64_t n = 4) : part(n / AscendC::GetBlockNum()) {}\n    int64_t part;\n};", "C c;\n    C other({0});\n    Use(c.part, other.part);"),
    "O": ("struct O {\n    AscendC::TPipe pipe;\n    __aicore__ inline void Run(GM_ADDR x) { Use(x, AscendC::GetBlockNum()); }\n};", "O o;\n    if (n == 0) return;\n    o.Run(x);"),
    "M": ("class M {\npublic:\n    __aicore__ inline void Run(GM_ADDR x) { Use(x); }\n    __aicore__ inline void Finish() { pipe.DestroyWithoutPipeAll(); }\nprivate:\n    AscendC::TPipe pipe;\n};", "{{ M m; m.Run(x); }}"),
}  # fmt: skip
USERS = {
    "G": ("F", "__aicore__ inline int64_t G(int64_t n) { return 2 * F(n); }", "Use(G({0}));"),
    "H": ("A", "struct H {\n    A inner;\n};", "H h;\n    h.inner.Init(x, n);"),
    "S": ("A", "__aicore__ inline void S(A &a) { a.Run(); }", "{{ A a; a.Init(x, n); S(a); }}"),
}  # fmt: skip
TYPES = ("__vector__", "__cube__", "__mix__(1, 2)", "__mix__(1, 1)", "__vector__ __aicore__")
NAMES = frozenset(HELPERS) | frozenset(USERS)
COUNTS = tuple(
    f"static_cast < int64_t > ( {form} )"
    for form in ("sysArgs -> skNumBlocks", "g_coreType == AscendC :: AIV ? sysArgs -> skNumBlocks / 2 : sysArgs -> skNumBlocks")
)  # fmt: skip


@dataclass(frozen=True)
class Shape:
    text: str
    encoding: str
    newline: str

    @property
    def source(self) -> Source:
        return Source("kernel.asc", self.text.replace("\n", self.newline).encode(self.encoding))


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    users = draw(st.lists(st.sampled_from(sorted(USERS)), unique=True, max_size=2))
    chosen = set(draw(st.lists(st.sampled_from(sorted(HELPERS)), unique=True, min_size=1, max_size=4)))
    chosen |= {USERS[it][0] for it in users}
    texts = [HELPERS[it][0] for it in sorted(chosen)] + [USERS[it][1] for it in users]
    statements = [HELPERS[it][1] for it in sorted(chosen)] + [USERS[it][2] for it in users]
    statements = [it.format("n") for it in draw(st.permutations(statements))]
    helpers = "".join(f"{it}\n" for it in texts).replace("{{", "{").replace("}}", "}")
    body = "".join(f"    {it}\n" for it in statements)
    kernel = f"__global__ {draw(st.sampled_from(TYPES))} void k(GM_ADDR x, uint32_t n)\n{{\n{body}}}\n"
    where = draw(st.sampled_from(("{0}{1}", "namespace {{\n{0}}}\n{1}", "namespace a {{\n{0}{1}}}\n", "namespace a {{\n{0}namespace b {{\n{1}}}\n}}\n", "namespace h {{\n{0}}}\nusing namespace h;\n{1}", "{0}namespace a {{ {1} }}\n")))  # fmt: skip
    text = HEAD + where.format(helpers, kernel)
    return Shape(text, draw(st.sampled_from(("utf-8", "gb18030"))), draw(st.sampled_from(("\n", "\r\n"))))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example])
@given(shapes())
def test_helpers_are_copied_or_left_with_a_reason(shape: Shape) -> None:
    result = bound(shape.source)
    if not result.bindings.bound:
        assert result.problems
        assert not result.bindings.edits
        return
    assert result.problems == []
    for unit in AROUND.read(result.after):
        for _, kernel, function in unit.bound:
            assert kernel.body
            assert function.body
            assert words(kernel.body, 0) == words(function.body, len(kernel.params))
            for reached in unit.reach(function)[1:]:
                assert (
                    "GetBlockNum" not in {it.name for it in reached.function.body.calls}
                    if reached.function.body
                    else True
                )


def words(body: Body, unpacked: int) -> str:
    """The words of a body without its unpacking, the copies called by the names of what they are copies of, without the
    count that they take and without what destroys a TPipe."""
    statements = body.statement.children[unpacked:]
    text = " ".join(it.text for it in body.tokens[statements[0].first : -1])
    for form in (*COUNTS, "AscendC :: GetBlockNum ( )"):
        text = text.replace(form, "$count")
    text = re.sub(r"\( \$count , |, \$count(?= \))", lambda it: "( " if it[0][0] == "(" else "", text).replace(
        " ,  )", " )"
    )
    text = re.sub(r"\( \$count \)", "( )", text)
    text = re.sub(r"\b(\w+)_sk\d*\b", lambda it: it[1] if it[1] in NAMES else it[0], text)
    text = re.sub(r"\w+ \. (?:pipe \. DestroyWithoutPipeAll|Finish) \( \) ;", "", text)
    text = text.replace("AscendC :: PipeBarrier < PIPE_ALL > ( ) ;", "")
    text = text.replace("C c ( ) ;", "C c ;")
    return " ".join(text.split()).replace("{ return ; }", "return ;")
