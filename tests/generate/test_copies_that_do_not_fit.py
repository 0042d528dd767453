"""Helpers whose copies would not compile, or would do something else: nothing is written for their kernel."""

import pytest
from binding import AROUND

from sklint.generate.bind_file import bind_file
from sklint.generate.request import BindRequest
from sklint.source import Source

HEAD = '#include "kernel_operator.h"\n'
IN_HELPER = "codegen.block-num-in-helper"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        # copies call one another before they are declared
        (
            "int Last(int n);\n"
            "__aicore__ inline int First(int n) { return Last(n); }\n"
            "__aicore__ inline int Last(int n) { return n ? First(n - 1) : AscendC::GetBlockNum(); }\n"
            "__global__ __vector__ void k(GM_ADDR x, int n) { Use(x, First(n)); }\n",
            IN_HELPER,
        ),
        # the default of an argument stands at a declaration alone
        (
            "__aicore__ inline int Share(int n, int least = 1);\n"
            "__global__ __vector__ void k(GM_ADDR x, int n) { Use(x, Share(n)); }\n"
            "__aicore__ inline int Share(int n, int least) { return n / AscendC::GetBlockNum() + least; }\n",
            IN_HELPER,
        ),
        # a using declaration names the helper, not its copy
        (
            "namespace a { __aicore__ inline int Share(int n) { return n / AscendC::GetBlockNum(); } }\n"
            "using a::Share;\n"
            "__global__ __vector__ void k(GM_ADDR x, int n) { Use(x, Share(n)); }\n",
            IN_HELPER,
        ),
        # one function in each branch of a condition
        (
            "#ifdef FAST\n"
            "__aicore__ inline int Share(int n) { return n / AscendC::GetBlockNum(); }\n"
            "#else\n"
            "__aicore__ inline int Share(int n) { return n; }\n"
            "#endif\n"
            "__global__ __vector__ void k(GM_ADDR x, int n) { Use(x, Share(n)); }\n",
            IN_HELPER,
        ),
        # friends that their class defines
        (
            "struct Op { int v; friend __aicore__ inline int Share(Op &o) { return o.v / AscendC::GetBlockNum(); } };\n"
            "__global__ __vector__ void k(GM_ADDR x) { Op op; Use(x, Share(op)); }\n",
            IN_HELPER,
        ),
        (
            "struct Op { int v; friend __aicore__ inline void Go(Op &o) { AscendC::TPipe pipe; Use(o.v, &pipe); } };\n"
            "__global__ __vector__ void k(GM_ADDR x) { Op op; Go(op); }\n",
            "codegen.tpipe",
        ),
        # the body ends in each branch of a condition
        (
            "__global__ __vector__ void k(GM_ADDR x, int n) {\n"
            "#ifdef FAST\n    Use(x); }\n#else\n    Use(n); }\n#endif\nint after;\n",
            "codegen.verification",
        ),
    ],
    ids=["order", "default", "using", "branches", "friend", "friend with a pipe", "end in branches"],
)
def test_is_told_and_nothing_is_written(text: str, rule: str) -> None:
    made = bind_file(Source("k.asc", (HEAD + text).encode()), BindRequest(), AROUND)
    assert made.bound == ()
    assert rule in {it.rule for it in made.problems}


def test_what_a_helper_itself_has_wrong_is_no_fault_of_its_copy() -> None:
    text = (
        "__aicore__ inline int Share(int n) { return Unknown(n) / AscendC::GetBlockNum(); }\n"
        "__global__ __vector__ void k(GM_ADDR x, int n) { Use(x, Share(n)); }\n"
    )
    assert bind_file(Source("k.asc", (HEAD + text).encode()), BindRequest(), AROUND).bound == ("k",)
