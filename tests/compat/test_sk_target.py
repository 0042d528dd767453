"""SuperKernel on products and versions that have it, or parts of it, or nothing of it."""

import pytest

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id.startswith("compat.")]
OLD_NAMES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "sk.sys-args-api-current"]
SOURCE = Source(
    "softcap.asc",
    b"""#include "kernel_operator.h"
struct SoftcapArgs { GM_ADDR x; };
__global__ __vector__ void softcap(GM_ADDR x) { Softcap op(x, AscendC::GetBlockNum()); op.Run(); }
template <uint32_t part>
__sk__ __vector__ void softcap_sk(const SoftcapArgs *args, sk::SkSystemArgs *sysArgs)
{
    AscendC::TPipe pipe;
    Softcap op(args->x, sysArgs->skBlockNum);
    op.Run();
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(softcap, 4, softcap_sk<0>);
""",
)
NEEDS_91 = [(5, "sk::SkSystemArgs needs CANN 9.1"), (10, "AscendC::TPipe::DestroyWithoutPipeAll needs CANN 9.1")]


def told(chips: list[str], cann: str) -> list[tuple[int, str]]:
    found = lint(SOURCE, RULES, Target.of(chips, cann), OPTIONS).findings
    return [(SOURCE.line_at(it.span.start), it.message.partition(", the target")[0]) for it in found]


@pytest.mark.parametrize("cann", ["9.1", "9.1.0-beta.1", "9.2", ""])
def test_a2_and_a3_have_all_of_it_since_91(cann: str) -> None:
    assert told(["A2", "A3"], cann) == []


@pytest.mark.parametrize("cann", ["9.0", "9.0.0-beta.2"])
def test_90_has_the_binding_alone(cann: str) -> None:
    assert told(["A3"], cann) == NEEDS_91
    (old,) = lint(SOURCE, OLD_NAMES, Target.of(["A3"], cann), OPTIONS).findings
    assert old.fixes == ()


@pytest.mark.parametrize("cann", ["8.5", "9.0.0-beta.1"])
def test_before_there_is_not_even_the_binding(cann: str) -> None:
    assert told([], cann) == [*NEEDS_91, (12, "SK_BIND needs CANN 9.0")]


def test_on_950_the_page_of_the_binding_is_quoted() -> None:
    assert told(["950"], "9.1") == [(12, "the SK_BIND page lists no support for Ascend 950PR / Ascend 950DT")]


def test_on_310p_the_binding_is_not_listed() -> None:
    product = "Atlas inference series (AI Core / Vector Core)"
    assert told(["310p"], "9.1") == [(12, f"the SK_BIND page lists no support for {product}")]


def test_on_kirin_neither_is_the_destructor() -> None:
    lists_none = "page lists no support for Kirin X90"
    assert told(["x90"], "9.1") == [(10, f"the DestroyWithoutPipeAll {lists_none}"), (12, f"the SK_BIND {lists_none}")]
