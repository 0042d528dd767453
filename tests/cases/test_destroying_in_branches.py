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


OPENINGS = ["#ifdef __DAV_C220_CUBE__", "#if __NPU_ARCH__ == 2201", "#if defined(__DAV_C220_VEC__) && 1"]


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("rest", ["", "#else\n    Other(args->x);\n", "#if 1\n    Work(args->n);\n#endif\n"])
def test_before_the_directive_that_ends_the_branch_where_nothing_follows(opening: str, rest: str) -> None:
    nested = rest.startswith("#if")
    before = f"{opening}\n    AscendC::TPipe pipe;\n    Cube(args->x, pipe);\n" + (rest if nested else "")
    after = ("" if nested else rest) + "#endif\n"
    assert fixed(before + after) == before + DESTROY + after


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("rest", ["", "#else\n    Other(args->x);\n"])
@pytest.mark.parametrize("later", ["    Common(args->x);\n", "#if __NPU_ARCH__ == 3510\n    Simt(args->x);\n#endif\n"])
def test_in_directives_of_its_own_where_more_follows(opening: str, rest: str, later: str) -> None:
    """What follows may still use the TPipe, as GetTPipePtr() gives it."""
    text = f"{opening}\n    AscendC::TPipe pipe;\n    Cube(args->x, pipe);\n{rest}#endif\n{later}"
    assert fixed(text) == f"{text}{opening}\n{DESTROY}#endif\n"


def test_at_the_end_of_the_innermost_branch() -> None:
    before = "#if __NPU_ARCH__ == 2201\n#ifdef __DAV_C220_CUBE__\n    AscendC::TPipe pipe;\n    Cube(pipe);\n"
    after = "#else\n    Work(args->x);\n#endif\n#endif\n"
    assert fixed(before + after) == before + DESTROY + after


@pytest.mark.parametrize(
    "body",
    [
        "    AscendC::TPipe pipe;\n#endif\n    Work();\n#ifdef __DAV_C220_CUBE__\n    Cube(pipe);\n#endif\n",
        "    AscendC::TPipe pipe;\n    if (args->n) {\n#endif\n    Work();\n#ifdef __DAV_C220_CUBE__\n    }\n#endif\n",
        "    AscendC::TPipe pipe;\n    op.Init(&pipe);\n#endif\n    op.Process();\n",
    ],
)
def test_behind_what_goes_on_with_it(body: str) -> None:
    text = f"    Op op(nullptr);\n#ifdef __DAV_C220_CUBE__\n{body}"
    assert fixed(text) == f"{text}#ifdef __DAV_C220_CUBE__\n{DESTROY}#endif\n"


def test_on_each_way_out_in_directives_of_its_own() -> None:
    opening, rest = "#ifdef __DAV_C220_CUBE__\n", "    Work();\n"
    declared = f"{opening}    AscendC::TPipe pipe;\n    Cube(pipe);\n#endif\n"
    assert fixed(f"{declared}    if (args->n) {{\n        return;\n    }}\n{rest}") == (
        f"{declared}    if (args->n) {{\n{opening}    {DESTROY}#endif\n        return;\n    }}\n{rest}"
        f"{opening}{DESTROY}#endif\n"
    )


def test_nothing_where_another_configuration_destroys_it_by_itself() -> None:
    body = (
        "    AscendC::TPipe pipe;\n    Work(pipe);\n"
        "#ifdef __DAV_C220_VEC__\n    pipe.DestroyWithoutPipeAll();\n#endif\n"
    )
    assert fixed(body) == body
