"""Which headers are read by themselves, though sources include them: only where a rule could find something there."""

import pytest

from sklint.catalogue import make
from sklint.target import Target

KNOWN = make(())
TARGET = Target.of(["A2"], "9.1")
BODY = b"__aicore__ inline void Run() { AscendC::TPipe pipe; pipe.InitBuffer(queue, 1, 32); Init(); }\n"


@pytest.mark.parametrize(
    "text",
    [
        b"__aicore__ inline void Run() { AscendC::SetAtomicNone(); }\n",
        b"__aicore__ inline void Run() { asc_muls_v2(a, b); }\n",
        b"// sk-arch: dav-3510\n" + BODY,
        b'#include "adv_api/math/kernel_operator_erf_intf.h"\n' + BODY,
        b"__global__ __mix__(1, 2) void k(GM_ADDR x) {}\n",
    ],
)
def test_a_header_with_a_word_that_a_target_decides_is_read(text: bytes) -> None:
    assert KNOWN.may_find_in(text, TARGET)


def test_a_header_of_what_a_target_decides_through_its_sources_is_not_read_by_itself() -> None:
    assert not KNOWN.may_find_in(BODY, TARGET)
    assert not KNOWN.may_find_in(b"__aicore__ inline int Id() { return AscendC::AllocMutexID(); }\n", TARGET)


HIDDEN = b'#include "kernel_operator.h"\n#include "my.h"\nMY_GLOBAL void k(GM_ADDR x) { AscendC::Reg::MaskReg m; }\n'


@pytest.mark.parametrize("name", ["k.asc", "k.cpp", "k.cce"])
@pytest.mark.parametrize("word", ["#define MY_GLOBAL __global__ __vector__\n", "#define MY_GLOBAL extern MY_KERNEL\n"])
def test_a_kernel_whose_words_macros_of_a_header_make_is_read(project, run, name: str, word: str) -> None:
    (project / "my.h").write_text(word + "#define MY_KERNEL __global__ __vector__\n", encoding="utf-8")
    (project / name).write_bytes(HIDDEN)
    found = run("check", name, "--target-chip", "A2", "--no-cache")
    assert (found.code, f"{name}:3:45: blocker[compat.api-unsupported]" in found.out) == (1, True), found.out


def test_a_source_whose_binding_macros_make_is_read(project, run) -> None:
    macros = "#define MY_GLOBAL __global__ __vector__\n#define MY_BIND(k) SK_BIND(k, 32, k##_sk)\n#define MY_SK __sk__ "
    (project / "my.h").write_text(f'#include "kernel_operator.h"\n{macros}__vector__\n', encoding="utf-8")
    (project / "k.asc").write_text(
        '#include "my.h"\nstruct A { GM_ADDR x; };\nMY_GLOBAL void k(GM_ADDR x) { }\n'
        "MY_SK void k_sk(const A *args) { }\nMY_BIND(k);\n",
        encoding="utf-8",
    )
    assert "sk.bind-mask-known" in run("check", "k.asc", "--no-cache").out
