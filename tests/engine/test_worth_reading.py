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
