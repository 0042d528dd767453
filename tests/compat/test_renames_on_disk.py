"""Renames on disk: what is left parses as before, is clean, and stays; no version gets a name that it does not have."""

import json
from pathlib import Path

import pytest

from sklint.lint import read_units, shared_index
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

HEADER = """#pragma once
#include "adv_api/activation/kernel_operator_gelu_intf.h"
// AscendC::SetAtomicNone() is what this ends with.
#define CLEAR() AscendC::SetAtomicNone()
template <class T> class Rows {
public:
    __aicore__ inline void Run(AscendC::LocalTensor<T> &to, AscendC::LocalTensor<T> &from, int32_t repeat)
    {
        AscendC::BlockReduceSum<T, false>(to, from, repeat, 128, 1, 1, 8);
        AscendC::SetAtomicNone();
    }
};
"""
KERNEL = """#include "kernel_operator.h"
#include "sum.h"
using namespace AscendC;
namespace mine { __aicore__ inline void SetAtomicNone() {} }
__global__ __vector__ void 求和(GM_ADDR x, uint64_t bits)
{
    LocalTensor<half> to, from;
    Rows<half> op;
    op.Run(to, from, 1);
    int64_t ones = ScalarGetCountOfValue<1>(bits) + AscendC::ScalarGetCountOfValue < 1 > (bits);
    WholeReduceMax<half>(to, from, 128, 1, 1, 1, 8);
    SetHF32Mode(true); SetMMLayoutTransform(bits > 1);
    mine::SetAtomicNone(); CLEAR();
    const char *text = "SetAtomicNone()";
}
"""
RENAMED = {
    "sum.h": (
        ("kernel_operator_gelu_intf.h", "gelu.h"),
        (
            "BlockReduceSum<T, false>(to, from, repeat, 128, 1, 1, 8)",
            "ReduceDataBlock<AscendC::ReduceType::SUM, T, T, false>(to, from, 128, repeat, 1, 1, 8)",
        ),
        ("        AscendC::SetAtomicNone();", "        AscendC::DisableDmaAtomic();"),
    ),
    "sum.asc": (
        ("ScalarGetCountOfValue", "GetBitCount"),
        ("WholeReduceMax<half>", "ReduceRepeat<AscendC::ReduceType::MAX, half, half>"),
        ("SetHF32Mode(true)", "SetHF32Mode(AscendC::HF32Mode::ENABLE)"),
    ),
}
FIX = ("check", "--select", "compat.deprecated", "--fix", "--unsafe-fixes", "--output-format", "json")


@pytest.fixture
def sources(project: Path) -> dict[str, str]:
    texts = {"sum.h": HEADER, "sum.asc": KERNEL}
    for name, text in texts.items():
        (project / name).write_text(text.replace("\n", "\r\n") if name == "sum.h" else text, newline="")
    return texts


def errors() -> list[str]:
    source = Source("sum.asc", Path("sum.asc").read_bytes())
    units = read_units(source, Target.of(["A3"], "9.1"), OPTIONS, {}, shared_index())
    return [words for unit in units for _, words in unit.errors]


def on_disk() -> dict[str, bytes]:
    return {it.name: it.read_bytes() for it in Path.cwd().iterdir()}


def test_old_names_are_renamed_in_sources_and_their_headers(run, sources):
    before = errors()
    left = json.loads(run(*FIX, ".").out)["findings"]
    wanted = dict(sources)
    for name, pairs in RENAMED.items():
        for old, new in pairs:
            assert old in wanted[name]
            wanted[name] = wanted[name].replace(old, new)
    assert on_disk() == {
        "sum.h": wanted["sum.h"].replace("\n", "\r\n").encode(),
        "sum.asc": wanted["sum.asc"].encode(),
    }
    assert before == ["'adv_api/activation/kernel_operator_gelu_intf.h' file not found"] and errors() == []
    assert [it["message"].partition(" ")[0] for it in left] == [
        "AscendC::SetMMLayoutTransform",
        "AscendC::SetAtomicNone",
    ]
    assert all(it["fixes"] == [] for it in left)


def test_a_second_run_changes_nothing(run, sources):
    run(*FIX, ".")
    once = on_disk()
    again = json.loads(run(*FIX, ".").out)["findings"]
    assert on_disk() == once and len(again) == 2


@pytest.mark.parametrize("cann", ["8.5", "9.0"])
def test_what_a_version_does_not_have_is_not_offered(run, sources, cann):
    before = on_disk()
    found = json.loads(run(*FIX, "--target-cann", cann, ".").out)["findings"]
    changed = {name for name, data in on_disk().items() if data != before[name]}
    text = b"".join(on_disk().values())
    assert changed == (set() if cann == "8.5" else {"sum.asc", "sum.h"}) and b"ReduceDataBlock" not in text
    assert b"kernel_operator_gelu_intf.h" in text and (b"DisableDmaAtomic" in text) == (cann == "9.0")
    assert {it["message"].partition(" ")[0] for it in found} <= {
        "AscendC::SetMMLayoutTransform",
        "AscendC::SetAtomicNone",
    }
