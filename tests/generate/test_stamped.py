"""Kernels that macros make, where another build may have another macro: its name stays, or nothing is written."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from binding import AROUND, bound

from sklint.source import Source
from sklint.testing import OPTIONS

HEAD = '#include "kernel_operator.h"\n'
TILE = "#ifndef TILE\n#define TILE 64\n#endif\n"
FAST = "#ifdef FAST\n#define STEP 4\n#else\n#define STEP 8\n#endif\n"


@pytest.mark.parametrize(
    ("macros", "kernel", "written"),
    [
        (TILE, "#define DEF(N, T) extern \"C\" __global__ __vector__ void N(GM_ADDR x) { Run<T, TILE>(x); }\nDEF(k, half)\n", "TILE>(x);"),
        (FAST, "#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, STEP); }\nDEF(k)\n", "Use(x, STEP);"),
        (FAST, "#define DEF(N, V) __global__ __vector__ void N(GM_ADDR x) { Use(x, V); }\nDEF(k, STEP)\n", "Use(x, STEP);"),
        (TILE, "#define SIZE (TILE * 2)\n#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, SIZE); }\nDEF(k)\n", "(TILE * 2));"),
        (TILE, "#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, N2(TILE)); }\n#define N2(n) (n + TWO)\n#define TWO 2\nDEF(k)\n", "(TILE + 2));"),
        ("#ifndef UP\n#define UP(n) ((n) + 1)\n#endif\n#define TWO 2\n", "#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, UP(TWO)); }\nDEF(k)\n", "Use(x, UP(2));"),
        (TILE, "#define COUNT (AscendC::GetBlockNum() / TILE)\n__global__ __vector__ void k(GM_ADDR x) { Use(x, COUNT); }\n", "(static_cast<int64_t>(sysArgs->skNumBlocks) / TILE));"),
        (TILE, "#define LOG(v) Log(#v)\n#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { LOG(TILE); }\nDEF(k)\n", '"TILE");'),
        ("#define TILE 64\n", "#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, TILE); }\nDEF(k)\n", "Use(x, 64);"),
        ("#define TILE 64\n#undef TILE\n#define TILE 32\n", "#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, TILE); }\nDEF(k)\n", "Use(x, 32);"),
        (FAST, "#define DEF(N) __global__ __vector__ void N(GM_ADDR x, uint32_t n[STEP]) { Use(x, n); }\nDEF(k)\n", "Use(x, n);"),
    ],
)  # fmt: skip
def test_macro_of_a_build_stays_a_macro_where_a_macro_makes_the_kernel(macros: str, kernel: str, written: str) -> None:
    result = bound(HEAD + macros + kernel)
    assert result.problems == []
    assert written in result.added


def test_macro_of_a_build_in_a_header(tmp_path: Path) -> None:
    header = f"#pragma once\n{TILE}#define DEF(N) __global__ __vector__ void N(GM_ADDR x) {{ Use(x, TILE); }}\n"
    (tmp_path / "d.h").write_text(header)
    result = bound(Source(str(tmp_path / "k.asc"), f'{HEAD}#include "d.h"\nDEF(k)\n'.encode()))
    assert result.problems == []
    assert "TILE);" in result.added


def test_macro_that_is_given_from_outside_stays() -> None:
    around = replace(AROUND, options=msgspec.structs.replace(OPTIONS, defines=("TILE=16",)))
    text = f"{HEAD}#define DEF(N) __global__ __vector__ void N(GM_ADDR x) {{ Use(x, TILE); }}\nDEF(k)\n"
    assert "Use(x, TILE);" in bound(text, around=around).added


ELEM = "#ifndef ELEM\n#define ELEM half\n#endif\n"


def test_type_of_a_build_in_a_made_parameter() -> None:
    text = f"{HEAD}{ELEM}#define DEF(N) __global__ __vector__ void N(GM_ADDR x, ELEM n) {{ Use(x, n); }}\nDEF(k)\n"
    added = bound(text).added
    assert "    alignas(sizeof(ELEM) < 4 ? 4 : alignof(ELEM)) ELEM n;\n" in added
    assert "    ELEM n = args->n;\n" in added


@pytest.mark.parametrize(
    ("macros", "kernel", "name"),
    [
        ("#ifdef FAST\n#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, 1); }\n#else\n#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, 2); }\n#endif\n", "DEF(k)\n", "DEF"),
        ("#ifdef FAST\n#define IMPL(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, 1); }\n#else\n#define IMPL(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, 2); }\n#endif\n#define DEF(N) IMPL(N)\n", "DEF(k)\n", "IMPL"),
        ("#ifdef FAST\n#define PARAMS GM_ADDR x, int n\n#else\n#define PARAMS GM_ADDR x\n#endif\n", "__global__ __vector__ void k(PARAMS) { Use(x); }\n", "PARAMS"),
        ("#ifndef COUNT\n#define COUNT AscendC::GetBlockNum()\n#endif\n", "#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, COUNT); }\nDEF(k)\n", "COUNT"),
        ("#ifndef COUNT\n#define COUNT AscendC::GetBlockNum()\n#endif\n#define BLOCKS (COUNT + 1)\n", "__global__ __vector__ void k(GM_ADDR x) { Use(x, BLOCKS); }\n", "COUNT"),
        (TILE, "#define GLUE(a, b) a##b\n#define JOIN(a, b) GLUE(a, b)\n#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Use(x, JOIN(v, TILE)); }\nDEF(k)\n", "TILE"),
        (TILE, "#define TEXT(a) #a\n#define SAY(a) TEXT(a)\n#define DEF(N) __global__ __vector__ void N(GM_ADDR x) { Log(SAY(TILE)); }\nDEF(k)\n", "TILE"),
        ("#ifdef FAST\n#define KERNEL __global__ __vector__\n#else\n#define KERNEL __global__ __cube__\n#endif\n", "KERNEL void k(GM_ADDR x) { Use(x); }\n", "KERNEL"),
        ("#ifndef KIND\n#define KIND KERNEL_TYPE_AIV_ONLY\n#endif\n", "__global__ __aicore__ void k(GM_ADDR x) { KERNEL_TASK_TYPE_DEFAULT(KIND); Use(x); }\n", "KIND"),
    ],
)  # fmt: skip
def test_macro_of_a_build_that_makes_what_must_change(macros: str, kernel: str, name: str) -> None:
    result = bound(HEAD + macros + kernel)
    assert result.added == ""
    assert [(it.rule, it.message.partition(" ")[0]) for it in result.bindings.problems] == [
        ("codegen.macro-of-build", name)
    ]


@pytest.mark.parametrize(
    ("kernel", "written"),
    [
        ("#define DEF(N, K) __global__ __vector__ void N(GM_ADDR x) { Use(x, #K); }\nDEF(k, 1 + 2)\n", 'Use(x, "1 + 2");'),
        ("#define DEF(N, K) __global__ __vector__ void N(GM_ADDR x) { Use(x, #K); }\nDEF(k, \"a\\\"b\")\n", 'Use(x, "\\"a\\\\\\"b\\"");'),
        ("#define DEF(N, ...) __global__ __vector__ void N(GM_ADDR x, ##__VA_ARGS__) { Use(x); }\nDEF(k)\n", "    GM_ADDR x;\n};"),
        ("#define DEF(N, ...) __global__ __vector__ void N(GM_ADDR x, ##__VA_ARGS__) { Use(x); }\nDEF(k, uint16_t n)\n", "    GM_ADDR x;\n    alignas(4) uint16_t n;\n};"),
        ("#define DEF(N, more...) __global__ __vector__ void N(GM_ADDR x, ##more) { Use(x); }\nDEF(k, int n, int m)\n", "    GM_ADDR x;\n    int n;\n    int m;\n};"),
    ],
)  # fmt: skip
def test_what_is_given_to_the_macro_is_what_the_preprocessor_has(kernel: str, written: str) -> None:
    result = bound(HEAD + kernel)
    assert result.problems == []
    assert written in result.added


# kernel types

VN = "#ifndef VN\n#define VN 2\n#endif\n"


@pytest.mark.parametrize(
    ("macros", "head", "type"),
    [
        (VN, "__global__ __mix__(1, VN) void k", "__mix__(1, VN)"),
        (VN, "#define KT __mix__(1, VN)\n__global__ KT void k", "KT"),
        (VN, "#define KERNEL __global__ __mix__(1, VN)\nKERNEL void k", "__mix__(1, VN)"),
        (VN, "#define RATIO VN\n__global__ __mix__(1, RATIO) void k", "__mix__(1, RATIO)"),
        (VN, "#define NAME k\n#define DEF(N) __global__ __mix__(1, VN) void N(GM_ADDR x) { Use(x); }\nDEF(NAME)\nint j", "__mix__(1, VN)"),
        ("#define VN 2\n", "__global__ __mix__(1, VN) void k", "__mix__(1, VN)"),
        ("#define VN 2\n", "#define KERNEL __global__ __mix__(1, VN)\nKERNEL void k", "__mix__(1, 2)"),
    ],
)  # fmt: skip
def test_ratio_of_a_build_stays_a_macro(macros: str, head: str, type: str) -> None:
    result = bound(f"{HEAD}{macros}{head}(GM_ADDR x) {{ Use(x); }}\n")
    assert result.problems == []
    assert f"__sk__ {type} void k_sk(" in result.added


@pytest.mark.parametrize(
    "head",
    [
        "__global__ __mix__(1, VN) void k",
        "#define KT __mix__(1, VN)\n__global__ KT void k",
        "#define KERNEL __global__ __mix__(1, VN)\nKERNEL void k",
        "#define RATIO VN\n__global__ __mix__(1, RATIO) void k",
    ],
)
def test_count_of_a_kernel_whose_ratio_a_build_decides(head: str) -> None:
    result = bound(f"{HEAD}{VN}{head}(GM_ADDR x) {{ Use(x, AscendC::GetBlockNum()); }}\n")
    assert result.added == ""
    assert [name for name, _ in result.problems] == ["block-num-kernel-type"]


def test_count_of_a_kernel_whose_ratio_is_always_the_same() -> None:
    text = "#define VN 2\n__global__ __mix__(1, VN) void k(GM_ADDR x) { Use(x, AscendC::GetBlockNum()); }\n"
    assert "sysArgs->skNumBlocks / 2" in bound(HEAD + text).added
