"""KERNEL_TASK_TYPE_DEFAULT is left out of an SK function, and what stands around it stays what it is."""

import pytest
from binding import bound

TASK = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);"


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (f"    {TASK}\n    Use(x);\n", "    Use(x);\n"),
        (f"    if (n) {TASK}\n    Use(x);\n", "    if (n) ;\n    Use(x);\n"),
        (f"    if (n)\n        {TASK}\n    Use(x);\n", "    if (n)\n        ;\n    Use(x);\n"),
        (f"    if (n) {{\n        {TASK}\n    }}\n    Use(x);\n", "    if (n) {\n    }\n    Use(x);\n"),
        (f"    if (n) Use(n); else {TASK}\n    Use(x);\n", "    if (n) Use(n); else ;\n    Use(x);\n"),
        (f"    if (n) {TASK} else Use(x);\n", "    if (n) ; else Use(x);\n"),
        (f"    for (;n--;) {TASK}\n    Use(x);\n", "    for (;n--;) ;\n    Use(x);\n"),
        (f"    while (n--) {TASK}\n    Use(x);\n", "    while (n--) ;\n    Use(x);\n"),
        (f"    do {TASK} while (n--);\n    Use(x);\n", "    do ; while (n--);\n    Use(x);\n"),
        (f"    Use(x);\nend:\n    {TASK}\n", "    Use(x);\nend:\n    ;\n"),
        (
            f"    switch (n) {{ case 1: {TASK} break; default: {TASK} }}\n    Use(x);\n",
            "    switch (n) { case 1: ; break; default: ; }\n    Use(x);\n",
        ),
        (
            f"    auto one = [&] {{ if (n) {TASK} Use(x); }};\n    one();\n",
            "    auto one = [&] { if (n) ; Use(x); };\n    one();\n",
        ),
        (
            f"    auto one = [&] {{ {TASK} Use(x); }};\n    one();\n",
            "    auto one = [&] {  Use(x); };\n    one();\n",
        ),
    ],
)
def test_place_of_a_task_type(body: str, written: str) -> None:
    head = '#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x, uint32_t n)\n{\n'
    result = bound(f"{head}{body}}}\n")
    assert result.problems == []
    assert f"    uint32_t n = args->n;\n{written}}}\n" in result.added


@pytest.mark.parametrize("unfinished", ["KERNEL_TASK_TYPE(1);", "KERNEL_TASK_TYPE();", "KERNEL_TASK_TYPE(1, );"])
def test_a_task_type_that_somebody_is_writing_names_none(unfinished: str) -> None:
    kernel = f'#include "kernel_operator.h"\n__global__ __aicore__ void k(GM_ADDR x)\n{{\n    {unfinished}\n}}\n'
    assert bound(kernel).added == ""
