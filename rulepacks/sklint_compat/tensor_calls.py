"""Calls of operations on tensors, as far as the compiler knows their arguments."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sklint.api import ApiUse, Argument, Chip, Context, Span
from sklint_compat.tables import interfaces
from sklint_compat.target_products import chips_of

BASIC = "/基础API/Memory矢量计算/"
"""The folder of the pages of vector operations."""
OLD = frozenset(("AscendC::CompareScalar", "AscendC::FusedMulAddRelu"))
"""Vector operations whose pages call them by their new names alone."""
TENSOR = re.compile(r"AscendC::(?:Local|Global)Tensor<(.*)>")
SIZES = {
    "bool": 1, "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "_Float16": 2, "bfloat16_t": 2,
    "int": 4, "unsigned int": 4, "float": 4, "long": 8, "unsigned long": 8, "double": 8,
}  # fmt: skip
"""Bytes of the element types; others are not judged."""
REPEATED = frozenset(f"AscendC::{it}RepeatParams" for it in ("Unary", "Binary", "Copy", "Brcb", "Gather"))
"""What stands after the number of repeats."""
DUPLICATE = "AscendC::Duplicate"
"""Has strides after the number of repeats: to, value, mask, repeats, two strides."""


@dataclass(frozen=True, slots=True)
class TensorCall:
    """A call of one known operation: its arguments as they are written, and what the compiler knows of each."""

    name: str
    use: ApiUse
    arguments: tuple[Argument, ...]
    spans: tuple[Span, ...]
    chips: tuple[Chip, ...]

    @property
    def element(self) -> int:
        """The bytes of an element, where all tensors of the call have one type of a known size; else 0."""
        found = {it[1] for argument in self.arguments if (it := TENSOR.fullmatch(argument.type))}
        return SIZES.get(min(found), 0) if len(found) == 1 else 0

    @property
    def repeats(self) -> int | None:
        """Which argument is the number of repeats; None where there is none, or that is not known."""
        types = [it.type for it in self.arguments]
        if self.name == DUPLICATE:
            return 3 if len(types) == 6 else None
        return next((place - 1 for place, it in enumerate(types) if place > 2 and it in REPEATED), None)


def tensor_calls(ctx: Context, wanted: Callable[[str], bool]) -> Iterator[TensorCall]:
    """The calls of the operations that are `wanted`, in a unit that is read for chips of the target."""
    chips = chips_of(ctx)
    for use in ctx.unit.api_uses if chips else ():
        call = use.call if len(use.names) == 1 and use.callable and wanted(use.names[0]) else None
        if call and len(call.arguments) <= len(use.arguments):
            known = use.arguments[: len(call.arguments)]
            yield TensorCall(use.names[0], use, known, call.arguments, chips)


def is_vector_operation(name: str) -> bool:
    """Whether the page of a name describes a vector operation, or it is the old name of one."""
    return name in OLD or BASIC in interfaces().page(name)
