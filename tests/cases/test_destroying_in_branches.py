"""A fix that destroys a TPipe stays in the branch of the directives that declares it."""

import pytest

from sklint.fix import settle
from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules]
HEAD = """#include "kernel_operator.h"
struct KArgs { GM_ADDR x; int n; };
struct Op { __aicore__ Op(AscendC::TPipe *p); __aicore__ void Init(AscendC::TPipe *p); __aicore__ void Process(); };
__global__ __mix__(1, 2) void k(GM_ADDR x, int n);
template <int p> __sk__ __mix__(1, 2) void k_sk(const KArgs *args)
{
"""
TAIL = "}\nSK_BIND(k, 4, k_sk<0>);\n"
DESTROY = "    pipe.DestroyWithoutPipeAll();\n"


def fixed(body: str) -> str:
    source = Source("a.asc", f"{HEAD}{body}{TAIL}".encode())
    after = settle(
        {"a.asc": source}, lambda sources: lint(sources["a.asc"], RULES, options=OPTIONS).findings, unsafe=True
    )
    return after["a.asc"].data.decode().removeprefix(HEAD).removesuffix(TAIL)


@pytest.mark.parametrize(
    "opening", ["#ifdef __DAV_C220_CUBE__", "#if __NPU_ARCH__ == 2201", "#if defined(__DAV_C220_VEC__) && 1"]
)
@pytest.mark.parametrize("rest", ["", "#else\n    Other(args->x);\n", "#if 1\n    Work(args->n);\n#endif\n"])
def test_before_the_directive_that_ends_the_branch(opening: str, rest: str) -> None:
    nested = rest.startswith("#if")
    before = f"{opening}\n    AscendC::TPipe pipe;\n    Cube(args->x, pipe);\n" + (rest if nested else "")
    after = ("" if nested else rest) + "#endif\n    Common(args->x);\n"
    assert fixed(before + after) == before + DESTROY + after


def test_inside_the_innermost_branch() -> None:
    before = "#if __NPU_ARCH__ == 2201\n#ifdef __DAV_C220_CUBE__\n    AscendC::TPipe pipe;\n    Cube(pipe);\n"
    after = "#endif\n    Work(args->x);\n#endif\n"
    assert fixed(before + after) == before + DESTROY + after


@pytest.mark.parametrize(
    "body",
    [
        "#ifdef __DAV_C220_CUBE__\n    AscendC::TPipe pipe;\n#endif\n    Work();\n"
        "#ifdef __DAV_C220_CUBE__\n    Cube(pipe);\n#endif\n",
        "#ifdef __DAV_C220_CUBE__\n    AscendC::TPipe pipe;\n    if (args->n) {\n#endif\n    Work();\n"
        "#ifdef __DAV_C220_CUBE__\n    }\n#endif\n",
        "#ifdef __DAV_C220_CUBE__\n    AscendC::TPipe pipe;\n    Cube(pipe);\n#endif\n    if (args->n) { return; }\n",
        "    AscendC::TPipe pipe;\n    Work(pipe);\n"
        "#ifdef __DAV_C220_VEC__\n    pipe.DestroyWithoutPipeAll();\n#endif\n",
    ],
)
def test_nothing_where_no_place_is_right_in_every_configuration(body: str) -> None:
    assert fixed(body) == body


@pytest.mark.parametrize("given", ["op.Init(&pipe);", "Op op(&pipe);", "Op op = Op(&pipe);"])
def test_not_before_an_object_that_has_it_goes_on(given: str) -> None:
    """The object is used behind the branch: the pipe is destroyed after that, in directives of its own, or not."""
    body = f"#if __NPU_ARCH__ == 2201\n    AscendC::TPipe pipe;\n    {given}\n#endif\n    op.Process();\n"
    made = "" if "Op op" in given else "    Op op(nullptr);\n"
    after = fixed(made + body)
    assert after.index("op.Process") < after.find("Destroy") or after == made + body
