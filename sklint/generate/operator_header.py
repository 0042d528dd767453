"""The `#include` of kernel_operator.h that generated code needs."""

from collections.abc import Sequence

from sklint.finding import Edit
from sklint.model import Include
from sklint.unit import Unit

HEADER = "kernel_operator.h"
BRING = frozenset(
    (HEADER, "kernel_basic_intf.h", "kernel_vec_intf.h", "kernel_cube_intf.h", "kernel_api.h", "matmul_intf.h")
)
FOLDERS = ("basic_api/", "adv_api/", "lib/")


def header_edit(units: Sequence[Unit]) -> tuple[Edit, ...]:
    """The line to add to the units' file; none where it has the words of that header, or may have them."""
    unit = units[0]
    if unit.header or all(any(brings(it) for it in each.includes) for each in units):
        return ()
    return (Edit(unit.include_insertion, f'#include "{HEADER}"\n'),)


def brings(include: Include) -> bool:
    """Whether it brings the header, or may: nobody knows what is in a header of the project that was not found."""
    return (
        include.name.rpartition("/")[2] in BRING
        or include.name.startswith(FOLDERS)
        or (not include.path and not include.angled)
    )
