"""The start of a tensor is known where the function shows that it is a whole buffer, and that nothing sets it anew."""

import pytest

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.address-alignment"]
HELPERS = """#include "kernel_operator.h"
using Tensor = AscendC::LocalTensor<half>;
template <class T> __aicore__ inline void Shift(AscendC::LocalTensor<T> &t, int k) { t = t[k]; }
__aicore__ inline void ShiftHalf(Tensor &t, int k) { t = t[k]; }
__aicore__ inline void Read(const Tensor &t) {}
__aicore__ inline void Copy(Tensor t) {}
template <class T> __aicore__ inline void ReadAny(const AscendC::LocalTensor<T> &t) {}
template <class T> __aicore__ inline void Forward(T &&t) { t = t[3]; }
struct Pack { Tensor &t; };
"""
KERNEL = """__global__ __vector__ void k(GM_ADDR x, bool late)
{{
    AscendC::TQue<AscendC::QuePosition::VECOUT, 2> queue;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    Tensor t = buffer.Get<half>(), other;
    {between}
    AscendC::Add(t[13], t[13], t, 16);
}}
"""
MEMBER = """template <class T> class Op {{
    __aicore__ inline void Move(AscendC::LocalTensor<T> &t) {{ t = t[off]; }}
    __aicore__ inline void Look(const AscendC::LocalTensor<T> &t) {{}}
public:
    __aicore__ inline void Run()
    {{
        AscendC::LocalTensor<T> t = queue.template AllocTensor<T>();
        {between}
        AscendC::Add(t[13], t[13], t, 16);
    }}
    AscendC::TQue<AscendC::QuePosition::VECIN, 2> queue;
    int off;
}};
__global__ __vector__ void k(GM_ADDR x) {{ Op<half> op; op.Run(); }}
"""
SET_ANEW = {
    "template by reference": "Shift(t, 3);",
    "template with its argument": "Shift<half>(t, 3);",
    "function by reference": "ShiftHalf(t, 3);",
    "forwarded": "Forward(t);",
    "in a loop": "for (int i = 0; i < 2; ++i) { AscendC::Add(t[13], t, t, 16); Shift(t, 3); }",
    "reference": "auto &same = t; same = t[3];",
    "reference by decltype": "decltype(auto) same = (t); same = t[3];",
    "captured": "auto move = [&] { t = t[3]; }; move();",
    "captured by reference": "auto move = [&a = t] { a = a[3]; }; move();",
    "parameter of a lambda": "auto move = [](Tensor &a) { a = a[3]; }; move(t);",
    "in a struct": "Pack pack{t}; pack.t = t[3];",
    "exchanged": "std::swap(t, other);",
    "element of a range": "Tensor *all[] = {&t}; *all[0] = t[3];",
    "conditional": "(late ? t : other) = other[3];",
    "unknown function": "unknown::Move(t);",
    "unknown member": "helper.Move(t);",
    "macro": "\n#define MOVE(a) a = a[3]\n MOVE(t);\n",
    "assigned": "t = t[3];",
    "address": "t.SetAddr(64);",
}
WHOLE = {
    "nothing": "",
    "function by constant reference": "Read(t);",
    "function by value": "Copy(t);",
    "template by constant reference": "ReadAny(t);",
    "operation": "AscendC::Abs(t, t, 16); AscendC::Abs<half>(t, t[16], 16);",
    "method": "t.SetValue(0, t.GetValue(1)); t.SetSize(64); auto n = t.GetSize();",
    "queue": "queue.EnQue(t); queue.EnQue<half>(t); queue.FreeTensor(t);",
    "another of that name": "other = t[16]; Shift(other, 3);",
    "comment": "// Shift(t, 3);\n",
    "member of that name": "Pack own{other}; own.t = other[3];",
}
SET_BY_MEMBER = {"this": "this->Move(t);", "member": "Move(t);", "base's": "this->Base::Move(t);"}
READ_BY_OTHERS = {"nothing": "", "operation": "AscendC::Abs(t, t, 16);", "queue": "this->queue.EnQue(t);"}


def told(text: str, between: str) -> bool:
    source = Source("k.asc", (HELPERS + text.format(between=between)).encode())
    lines = [source.line_at(it.span.start) for it in lint(source, RULES, Target.of(["A2"]), OPTIONS).findings]
    last = next(
        number for number, line in enumerate(source.data.decode().splitlines(), 1) if "Add(t[13], t[13]" in line
    )
    return lines.count(last) == 2


@pytest.mark.parametrize("between", SET_ANEW.values(), ids=SET_ANEW)
def test_a_tensor_that_may_be_set_anew_is_not_judged(between: str) -> None:
    assert not told(KERNEL, between)


@pytest.mark.parametrize("between", WHOLE.values(), ids=WHOLE)
def test_a_tensor_that_nothing_sets_anew_is(between: str) -> None:
    assert told(KERNEL, between)


@pytest.mark.parametrize("between", SET_BY_MEMBER.values(), ids=SET_BY_MEMBER)
def test_a_member_function_may_set_it_anew(between: str) -> None:
    assert not told(MEMBER, between)


@pytest.mark.parametrize("between", READ_BY_OTHERS.values(), ids=READ_BY_OTHERS)
def test_a_template_s_tensor_that_nothing_sets_anew_is_judged(between: str) -> None:
    assert told(MEMBER, between)
