"""A kernel of one line for a sample of the table: a finding exactly where the page says no."""

from collections.abc import Iterator

import pytest
from sklint_compat.tables import LETTERS, interfaces

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.api-unsupported"]
EACH = 4
"""How many names are tried for each status and product."""


def functions() -> list[str]:
    """Functions of the device side that one can name without an object."""
    scopes = ("AscendC", "AscendC::Reg", "AscendC::Std", "")
    return [
        name
        for name, support in interfaces().apis.items()
        if name.rpartition("::")[0] in scopes and "/SIMD-API/" in support.page and name.rpartition("::")[2][0].isalpha()
        if "Tiling" not in support.page and "TmpSize" not in support.page and "类型" not in support.page
    ]


def sample() -> Iterator[tuple[str, str, str]]:
    names = functions()
    for product in interfaces().products:
        for letter in LETTERS.values():
            fitting = [it for it in names if interfaces().status(it, product) == letter]
            step = max(1, len(fitting) // EACH)
            yield from ((name, product, letter) for name in fitting[::step][:EACH])


@pytest.mark.parametrize(("name", "product", "status"), list(sample()))
def test_a_call_is_reported_exactly_where_its_page_says_no(name: str, product: str, status: str) -> None:
    source = Source("k.asc", f"__global__ __aicore__ void k(GM_ADDR x) {{ {name}(x); }}\n".encode())
    found = lint(source, RULES, Target.of([product]), OPTIONS).findings
    if status != "no":
        assert not found
        return
    (finding,) = found
    chip = Target.of([product]).chips[0]
    assert finding.severity.value == "blocker" and finding.message == f"{name} is not supported on {chip.product}"
    assert finding.text == name.rpartition("::")[2]
    assert finding.evidence == (interfaces().pages_at + interfaces().page(name),)
