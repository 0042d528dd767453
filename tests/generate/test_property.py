"""Kernels of every shape: bound, each keeps its bytes and body, and its args struct is laid out as its parameters."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

from dataclasses import dataclass

from binding import AROUND, bound
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklint.body import Body
from sklint.source import BOM, Source

HEAD = """#include "kernel_operator.h"
// 说明：测试
namespace types { struct Small { uint8_t a; }; struct Tiling { uint32_t n; uint64_t m; }; enum class Mode : uint8_t { A }; }
using flag_t = uint8_t;
using Rows = __gm__ half *;
"""
TYPES = (
    "GM_ADDR", "const GM_ADDR", "__gm__ uint8_t *", "__gm__ float *__restrict__", "const __gm__ half *", "Rows", "uint32_t",
    "const uint32_t", "int8_t", "bool", "half", "bfloat16_t", "uint64_t", "double", "flag_t", "types::Small", "types::Tiling",
    "types::Mode", "const int16_t", "unsigned", "long long",
)  # fmt: skip
NAMES = ("x", "y", "args", "sysArgs", "splitIdx", "n", "K", "pipe_in", "tiling")
QUALIFIERS = (
    "__global__ __vector__", "__vector__ __global__ __aicore__", "__global__ __cube__", "__global__ __mix__(1, 2)",
    "__global__ __mix__(1, 1)", "__schedmode__(1) __global__ __mix__(1, 0)", "static __global__ __vector__", "__global__ __aicore__",
)  # fmt: skip
STATEMENTS = (
    "Use({0}); // GetBlockNum() is no call here", "if ({0}) {{ return; }}", "if ({0}) return;", "/* }} */ Use(\"}}{{\", '}}');",
    "for (uint32_t i = 0; i < 4; ++i) {{\n        Use(i);\n    }}", "{{\n        AscendC::TPipe inner;\n        Use(&inner);\n    }}",
    "AscendC::TPipe pipe;", "int64_t blocks = AscendC::GetBlockNum();", "Use(AscendC::GetBlockIdx());",
    "#ifdef FAST\n    Use(1);\n#else\n    Use(2);\n#endif", "auto f = [&](int a) {{ return a; }};\n    Use(f(1));",
    "switch (1) {{\n        case 1: Use(1); break;\n        default: return;\n    }}", "const char *s = R\"(__global__ }} )\";\n    Use(s);",
)  # fmt: skip


@dataclass(frozen=True)
class Shape:
    """A kernel and how its file is written."""

    text: str
    name: str
    encoding: str
    newline: str

    @property
    def source(self) -> Source:
        mark = BOM if self.encoding == "utf-8-sig" else b""
        data = self.text.replace("\n", self.newline).encode("utf-8" if mark else self.encoding)
        return Source("kernel.asc", mark + data)


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=6))
    params = [f"{draw(st.sampled_from(TYPES))} {it}" for it in names]
    last = draw(st.sampled_from(("", " = 4")))
    if params and params[-1].startswith(("uint32_t", "long")):
        params[-1] += last
    chosen = draw(st.lists(st.sampled_from(STATEMENTS), unique=True, max_size=5))
    statements = [it.format(names[0] if names else "1") for it in chosen]
    below = draw(st.booleans())
    joint = draw(st.sampled_from((", ", ",\n    ", " /* ( */, ")))
    name = draw(st.sampled_from(("add_custom", "LayerNormV2", "k", "mm_sk")))
    head = f"{draw(st.sampled_from(QUALIFIERS))} void {name}({joint.join(params)})"
    body = "".join(f"    {it}\n" for it in statements)
    kernel = f"{head}{chr(10) if below else ' '}{{\n{body}}}\n"
    if not statements and draw(st.booleans()):
        kernel = f"{head} {{ }}\n"
    around = draw(
        st.sampled_from(
            ("{0}", "namespace a {{\nnamespace b {{\n{0}}}\n}}\n", 'extern "C" {{\n{0}}}\n', "#if 1\n{0}#endif\n")
        )
    )
    text = HEAD + around.format(kernel) + draw(st.sampled_from(("", "// end", "int after;\n")))
    return Shape(
        text, name, draw(st.sampled_from(("utf-8", "utf-8-sig", "gb18030"))), draw(st.sampled_from(("\n", "\r\n")))
    )


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example])
@given(shapes())
def test_any_kernel_is_bound_or_left_with_a_reason(shape: Shape) -> None:
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
            assert plain_words(kernel.body) == plain_words(function.body, len([it for it in kernel.params if it.name]))


def plain_words(body: Body, unpacked: int = 0) -> list[str]:
    """The words of a body without its unpacking, without what destroys a TPipe and where the block count is from."""
    statements = body.statement.children[unpacked:]
    tokens = body.tokens[statements[0].first : -1] if statements else ()
    text = " ".join(it.text for it in tokens)
    count = "static_cast < int64_t > ( sysArgs{0} -> skNumBlocks )"
    doubled = "static_cast < int64_t > ( g_coreType == AscendC :: AIV ? sysArgs{0} -> skNumBlocks / 2 : sysArgs{0} -> skNumBlocks )"
    for number in ("", "1"):
        for form in (count, doubled):
            text = text.replace(form.format(number), "AscendC :: GetBlockNum ( )")
    for pipe in ("pipe", "inner"):
        text = text.replace(f"{pipe} . DestroyWithoutPipeAll ( ) ;", "")
    text = text.replace("AscendC :: PipeBarrier < PIPE_ALL > ( ) ;", "")
    return " ".join(text.split()).replace("{ return ; }", "return ;").split()
