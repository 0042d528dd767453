"""Every `__global__` definition ends in a binding or in a finding at its name, wherever it stands."""

import pytest
from binding import AROUND, bound

from sklint.source import Source

HEAD = '#include "kernel_operator.h"\n'
KEEP = "__global__ __vector__ void keep(GM_ADDR x) { Use(x); }\n"
CLASS, UNKNOWN, TRY, TWICE = "kernel-in-class", "unknown-kernel", "try-block", "several-definitions"

CASES = {
    "member": ("struct K { static __global__ __vector__ void nc(GM_ADDR x) { Use(x); } };", CLASS),
    "member without static": ("struct K { __global__ __vector__ void nc(GM_ADDR x) { Use(x); } };", CLASS),
    "member of a template": (
        "template <typename T> struct K { static __global__ __vector__ void nc(GM_ADDR x, T n) { Use(x); } };",
        CLASS,
    ),
    "template member": (
        "class K { public: template <typename T> static __global__ __cube__ void nc(GM_ADDR x, T n) { Use(x); } };",
        CLASS,
    ),
    "member of a member": (
        "struct A { struct B { static __global__ __vector__ void nc(GM_ADDR x) { Use(x); } }; };",
        CLASS,
    ),
    "member defined outside": (
        "struct K { static __global__ __vector__ void nc(GM_ADDR x); }; "
        "__global__ __vector__ void K::nc(GM_ADDR x) { Use(x); }",
        CLASS,
    ),
    "template member defined outside": (
        "struct K { template <typename T> static __global__ __vector__ void nc(GM_ADDR x, T n); };\n"
        "template <typename T> __global__ __vector__ void K::nc(GM_ADDR x, T n) { Use(x); }\n"
        "void Host(uint8_t *x, void *s) { K::nc<int><<<1, nullptr, s>>>(x, 3); }",
        CLASS,
    ),
    "friend": ("struct F { friend __global__ __vector__ void fr(GM_ADDR x, F *) { Use(x); } };", CLASS),
    "macro in a class": (
        "#define ENTRY static __global__ __vector__ void\nstruct K { ENTRY nc(GM_ADDR x) { Use(x); } };",
        CLASS,
    ),
    "class made by a macro": (
        "#define K(name) struct name { static __global__ __vector__ void nc(GM_ADDR x) { Use(x); } }\nK(Made);",
        CLASS,
    ),
    "local class": (
        "void Host() { struct L { static __global__ __vector__ void nc(GM_ADDR x) { Use(x); } }; }",
        UNKNOWN,
    ),
    "unknown word before the name": (
        '#include "mine.h"\n__global__ __vector__ MINE(3) void m(GM_ADDR x) { Use(x); }',
        UNKNOWN,
    ),
    "function try block": ("__global__ __vector__ void tk(GM_ADDR x) try { Use(x); } catch (...) { }", TRY),
    "explicit specialization": (
        "template <typename T> __global__ __vector__ void k(GM_ADDR x) { Use(x); }\n"
        "template <> __global__ __vector__ void k<float>(GM_ADDR x) { Other(x); }\n"
        "void Host(uint8_t *x, void *s) { k<float><<<1, nullptr, s>>>(x); }",
        TWICE,
    ),
    "other template of that name": (
        "template <typename T, int N> __global__ __vector__ void k(GM_ADDR x) { Use(x); }\n"
        "template <int N> __global__ __vector__ void k(GM_ADDR x) { Other(x); }\n"
        "void Host(uint8_t *x, void *s) { k<float, 1><<<1, nullptr, s>>>(x); k<2><<<1, nullptr, s>>>(x); }",
        TWICE,
    ),
    "defined twice": (
        "__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n__global__ __vector__ void k(GM_ADDR y) { Use(y); }",
        TWICE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_definition_is_told_and_the_others_are_bound(name: str) -> None:
    text, what = CASES[name]
    result = bound(HEAD + text + "\n" + KEEP)
    assert [it for it, _ in result.problems] == [what]
    assert result.bindings.bound == ("keep",)


NONE = {
    "declared only": "__global__ __vector__ void later(GM_ADDR x);",
    "declared and defined": "__global__ __vector__ void keep(GM_ADDR x);",
    "in a comment": "// __global__ void no(GM_ADDR x) { }",
    "in a string": 'const char *text = "__global__ void no(GM_ADDR x) { }";',
    "in a branch that is off for good": "#if 0\nstruct K { static __global__ void no(GM_ADDR x) { } };\n#endif",
    "in a macro nobody uses": "#define NO static __global__ void no(GM_ADDR x) { }",
    "class without a kernel": "struct K { static __aicore__ void no(GM_ADDR x) { } }; // __global__",
    "friend of one that stands outside": "struct F { friend __global__ __vector__ void keep(GM_ADDR x); };",
}


@pytest.mark.parametrize("name", NONE)
def test_what_defines_no_kernel_is_not_told(name: str) -> None:
    result = bound(HEAD + NONE[name] + "\n" + KEEP)
    assert result.problems == []
    assert result.bindings.bound == ("keep",)


def test_specialization_is_told_with_its_place() -> None:
    text = HEAD + CASES["explicit specialization"][0] + "\n"
    found = bound(text).bindings.problems[0]
    assert [text[it.span.start :].partition("(")[0] for it in (found, *found.related)] == ["k", "k<float>"]


def test_model_tells_members_from_friends() -> None:
    text = (
        "struct F { static __global__ __vector__ void m(GM_ADDR x) { } "
        "friend __global__ __vector__ void f(GM_ADDR x, F *) { } };\n"
    )
    unit = AROUND.read(Source("kernel.asc", (HEAD + text).encode()))[0]
    assert [(it.qualified, it.record) for it in unit.kernels_in_classes] == [("F::m", "F"), ("f", "")]
    assert unit.kernels == ()


def test_branch_that_is_left_out_with_the_one_beside_it_is_told_as_unread() -> None:
    kernels = (
        "#if A < 2 && A > 5\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n"
        "#elif B\n__global__ __vector__ void k(GM_ADDR x, int n) { Use(x, n); }\n#endif\n"
    )
    result = bound(HEAD + kernels + KEEP)
    assert result.problems == [("unread-kernel", 3)]
    assert result.bindings.bound == ("k", "keep")


def test_branch_for_more_than_a_number_is_read() -> None:
    result = bound(HEAD + "#if LEVEL > 2 && PART >= 4\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n#endif\n")
    assert result.problems == [("unread-kernel", 3)]
    alone = bound(HEAD + "#if LEVEL > 2\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n#endif\n")
    assert (alone.problems, alone.bindings.bound) == ([], ("k",))
