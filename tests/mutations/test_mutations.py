"""Clean bound sources with one thing broken in each: its rule finds it and no other speaks; what can be mended is."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from sklint.fix import settle
from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

HERE = Path(__file__).parent
RULES = [rule for pack in installed_packs() if pack.name == "spec" for rule in pack.rules]


@dataclass(frozen=True)
class Mutation:
    """`old` becomes `new` in a base; `rule` must speak, in `count` findings; `mended` tells what fixing gives: the
    base's own text, another text that is clean, or nothing (a person decides)."""

    base: str
    what: str
    old: str
    new: str
    rule: str
    mended: str = "base"  # "base", "clean" or "person"
    count: int = 1
    also: str = ""  # a second replacement: `old => new`


M = Mutation
BIND = "SK_BIND(shift, 4, shift_sk<0>, shift_sk<1>, shift_sk<2>, shift_sk<3>);"
LAST = "    Report(mode);\n    pipe.DestroyWithoutPipeAll();\n"
EARLY = "        pipe.DestroyWithoutPipeAll();\n        return;"

MUTATIONS = [
    # the args struct
    M("vector", "no alignas on a bool", "alignas(4) bool keep", "bool keep", "sk.args-struct-alignas"),
    M("vector", "alignas too small", "alignas(4) bool keep", "alignas(2) bool keep", "sk.args-struct-alignas"),
    M("vector", "alignas too large", "alignas(4) bool keep", "alignas(16) bool keep", "sk.args-struct-alignas"),
    M("vector", "constant of 2", "kSlot = 4", "kSlot = 2", "sk.args-struct-alignas", "clean"),
    M("vector", "no alignas on an enum", "alignas(kSlot) Mode mode", "Mode mode", "sk.args-struct-alignas", "clean"),
    M("vector", "two fields swapped", "    GM_ADDR x;\n    GM_ADDR y;\n    alignas", "    GM_ADDR y;\n    GM_ADDR x;\n    alignas",
      "sk.args-layout"),
    M("vector", "fields of other types swapped", "    alignas(kSlot) Mode mode;\n    uint32_t n;\n", "    uint32_t n;\n    alignas(kSlot) Mode mode;\n",
      "sk.args-layout"),
    M("cube", "swapped integers", "    int32_t rows;\n    int32_t columns;\n", "    int32_t columns;\n    int32_t rows;\n", "sk.args-layout"),
    M("vector", "another type", "    uint32_t n;\n};", "    uint64_t n;\n};", "sk.args-layout", "person"),
    M("cube", "a field of another sign", "    int32_t columns;\n};", "    uint32_t columns;\n};", "sk.args-layout", "person"),
    M("sync", "a field too many", "    GM_ADDR total;\n};", "    GM_ADDR total;\n    uint32_t unused;\n};", "sk.args-layout", "person"),
    # the signature
    M("vector", "pointer to mutable", "const ShiftArgs *args", "ShiftArgs *args", "sk.args-const"),
    M("cube", "pointer to mutable in a template", "const MatmulArgs *args", "MatmulArgs *args", "sk.args-const"),
    M("vector", "no kernel type", "__sk__ __vector__", "__sk__", "sk.kernel-type-match"),
    M("vector", "another kernel type", "__sk__ __vector__", "__sk__ __cube__", "sk.kernel-type-match"),
    M("cube", "another ratio", "__sk__ __mix__(1, 2)", "__sk__ __mix__(1, 1)", "sk.kernel-type-match"),
    M("cube", "no ratio", "__sk__ __mix__(1, 2)", "__sk__", "sk.kernel-type-match"),
    M("sync", "cube for vector", "__sk__ __mix__(0, 1)", "__sk__ __mix__(1, 0)", "sk.kernel-type-match", "base"),
    M("vector", "a third parameter", "sk::SkSystemArgs *sysArgs)", "sk::SkSystemArgs *sysArgs, uint32_t mode)", "sk.signature", "person"),
    # system args
    M("vector", "the old member name", "sysArgs->skNumBlocks", "sysArgs->skBlockNum", "sk.sys-args-api-current"),
    M("vector", "the old accessor name", "sysArgs->skNumBlocks", "sysArgs->SkGetBlockNum()", "sk.sys-args-api-current", "clean"),
    M("vector", "an accessor through const", "sk::SkSystemArgs *sysArgs", "const sk::SkSystemArgs *sysArgs", "sk.sys-args-const", "clean",
      also="sysArgs->skNumBlocks => sysArgs->SkGetNumBlocks()"),
    # block counts
    M("vector", "the launch's block count", "static_cast<int64_t>(sysArgs->skNumBlocks)", "AscendC::GetBlockNum()", "sk.block-num"),
    M("vector", "block count in a method", "n / cores_", "n / AscendC::GetBlockNum()", "sk.block-num", "person"),
    M("vector", "the raw block count", "static_cast<int64_t>(sysArgs->skNumBlocks)", "block_num", "sk.raw-block-builtin", "clean"),
    M("vector", "the raw block count function", "static_cast<int64_t>(sysArgs->skNumBlocks)", "get_block_num()", "sk.raw-block-builtin", "clean"),
    M("vector", "the raw index in a method", "n / cores_", "n / cores_ + block_idx", "sk.raw-block-builtin", "clean"),
    # pipes
    M("vector", "no destroy at the end", LAST, "    Report(mode);\n", "sk.tpipe-destroy-without-pipe-all"),
    M("vector", "destroy in a comment", LAST, "    Report(mode);\n    // pipe.DestroyWithoutPipeAll();\n", "sk.tpipe-destroy-without-pipe-all", "clean"),
    M("vector", "no destroy before a return", EARLY, "        return;", "sk.tpipe-destroy-without-pipe-all"),
    M("vector", "destroyed twice", LAST, LAST + "    pipe.DestroyWithoutPipeAll();\n", "sk.tpipe-destroy-without-pipe-all", "person"),
    M("vector", "destroyed before a queue is done with", "    queue.FreeTensor(local);\n" + LAST,
      "    pipe.DestroyWithoutPipeAll();\n    queue.FreeTensor(local);\n    Report(mode);\n", "sk.tpipe-used-after-destroy", "person"),
    M("vector", "destroyed in a branch only", LAST, "    Report(mode);\n    if (keep) {\n        pipe.DestroyWithoutPipeAll();\n    }\n",
      "sk.tpipe-destroy-without-pipe-all", "person"),
    M("vector", "destroy in dead code", LAST, "    Report(mode);\n#if 0\n    pipe.DestroyWithoutPipeAll();\n#endif\n",
      "sk.tpipe-destroy-without-pipe-all", "clean"),
    # the binding
    M("vector", "an unknown bit", "SK_BIND(shift, 4,", "SK_BIND(shift, 36,", "sk.bind-mask-known", "person"),
    M("vector", "a large mask", "SK_BIND(shift, 4,", "SK_BIND(shift, 0x104,", "sk.bind-mask-known", "person"),
    M("vector", "five parts", "shift_sk<3>)", "shift_sk<3>, shift_sk<4>)", "sk.bind-max-splits", "person"),
    M("cube", "no part", ", matmul_sk<float, 32, 0>, matmul_sk<float, 32, 1>", "", "sk.bind-max-splits", "person"),
    M("sync", "no ; behind the binding", "count_sk<0>);", "count_sk<0>)", "sk.bind-end", "base"),
    M("vector", "a part twice", "shift_sk<3>)", "shift_sk<2>)", "sk.bind-target", "person"),
    M("vector", "a part without template arguments", "shift_sk<0>, ", "shift_sk, ", "sk.bind-target", "base"),
    M("vector", "a plain function as a part", "SK_BIND(shift, 4, shift_sk<0>", "SK_BIND(shift, 4, Shift::Init", "sk.bind-target", "person"),
    M("vector", "bound again with another mask", BIND, f"{BIND}\n{BIND.replace(', 4,', ', 12,')}", "sk.bind-duplicate", "person"),
    M("vector", "bound again with other parts", BIND, f"{BIND}\nSK_BIND(shift, 4, shift_sk<0>);", "sk.bind-duplicate", "person"),
    M("cube", "one instantiation bound twice", "matmul<float, 32>, 7", "matmul<half, 64>, 7", "sk.bind-duplicate", "person"),
    M("vector", "not bound", BIND, "", "sk.bind-missing", "person"),
    M("vector", "bound in a comment", BIND, f"// {BIND}", "sk.bind-missing", "person"),
    M("cube", "bit 1 missing", "SK_BIND(matmul<half, 64>, 7", "SK_BIND(matmul<half, 64>, 6", "sk.bind-mask-early-start"),
    M("cube", "bit 2 missing", "SK_BIND(matmul<half, 64>, 7", "SK_BIND(matmul<half, 64>, 5", "sk.bind-mask-early-start"),
    M("vector", "bit 2 for nothing", "SK_BIND(shift, 4,", "SK_BIND(shift, 6,", "sk.bind-mask-early-start"),
    M("vector", "bit 1 for nothing", "SK_BIND(shift, 4,", "SK_BIND(shift, 5,", "sk.bind-mask-early-start"),
    # the kernel and its body
    M("vector", "a result", "__global__ __vector__ void shift(", "__global__ __vector__ int32_t shift(", "kernel.signature", "person"),
    M("sync", "the kernel renamed", "void count(GM_ADDR x", "void tally(GM_ADDR x", "sk.global-preserved", "person"),
    M("sync", "the kernel no longer global", "__schedmode__(1) __global__ __mix__(0, 1) void count(", "__aicore__ inline void count(", "sk.bind-target", "person"),
    M("vector", "a constant changed", "skNumBlocks));\n    op.Process(x, y, keep ? n : n + 1);", "skNumBlocks));\n    op.Process(x, y, keep ? n : n + 2);",
      "sk.body-drift", "person"),
    M("cube", "the block count whole on vector cores", "g_coreType == AscendC::AIV ? sys->skNumBlocks / 2 : sys->skNumBlocks",
      "sys->skNumBlocks", "sk.block-num", "clean"),
    M("cube", "the block count halved on all cores", "g_coreType == AscendC::AIV ? sys->skNumBlocks / 2 : sys->skNumBlocks",
      "sys->skNumBlocks / 2", "sk.body-drift", "person"),
    M("cube", "the block count halved on cube cores", "g_coreType == AscendC::AIV ?", "g_coreType == AscendC::AIC ?", "sk.body-drift", "person"),
    M("vector", "a statement left out", LAST, "    pipe.DestroyWithoutPipeAll();\n", "sk.body-drift", "person"),
    M("cube", "arguments exchanged", "args->rows, args->columns", "args->columns, args->rows", "sk.body-drift", "person"),
    M("sync", "no flush", "    sum(0) = 1;\n    AscendC::DataCacheCleanAndInvalid<int32_t, AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_OUT>(sum);\n}\n\nSK",
      "    sum(0) = 1;\n}\n\nSK", "sk.scalar-write-dcci", "clean"),
    M("sync", "no batch mode", "__schedmode__(1) __global__", "__global__", "sk.sync-all", "base"),
    M("sync", "bit 8 missing", "SK_BIND(count, 12", "SK_BIND(count, 4", "sk.sync-all", "base"),
    M("vector", "no include", '#include "kernel_operator.h"\n', "", "includes.kernel-operator-h", "clean"),
]  # fmt: skip


def source(name: str, data: bytes) -> Source:
    return Source(f"{name}.asc", data)


def base(name: str) -> bytes:
    return (HERE / f"{name}.asc").read_bytes()


def found(it: Source) -> list[str]:
    return [finding.rule for finding in lint(it, RULES, Target(), OPTIONS).findings]


@pytest.mark.parametrize("name", ["vector", "cube", "sync"])
def test_base_is_clean(name: str) -> None:
    assert found(source(name, base(name))) == []


def mutated(it: Mutation) -> Source:
    text = base(it.base).decode()
    assert text.count(it.old) >= 1, "the base has what the mutation breaks"
    text = it.new.join(text.rsplit(it.old, 1))
    if it.also:
        old, new = it.also.split(" => ")
        assert old in text
        text = text.replace(old, new)
    return source(it.base, text.encode())


@pytest.mark.parametrize("it", MUTATIONS, ids=lambda it: f"{it.base}: {it.what}")
def test_is_found_by_its_rule_alone(it: Mutation) -> None:
    assert found(mutated(it)) == [it.rule] * it.count


@pytest.mark.parametrize("it", MUTATIONS, ids=lambda it: f"{it.base}: {it.what}")
def test_is_mended(it: Mutation) -> None:
    broken = mutated(it)
    settled = settle(
        {broken.path: broken}, lambda them: lint(them[broken.path], RULES, Target(), OPTIONS).findings, unsafe=True
    )
    text = settled[broken.path].data.decode()
    match it.mended:
        case "base":
            assert text == base(it.base).decode()
        case "clean":
            assert found(settled[broken.path]) == []
        case _:
            assert text == broken.data.decode(), "what a person decides is left alone"


def test_there_are_kinds_enough() -> None:
    assert len({(it.rule, it.what) for it in MUTATIONS}) >= 40
    elsewhere = {"sk.args-struct-required"}  # its page and relatives show it
    assert {it.rule for it in MUTATIONS} >= {rule.id for rule in RULES} - elsewhere
