"""The types of tensors' elements, under the names that torch has for them."""

import math
from collections.abc import Mapping

INTEGERS: Mapping[str, tuple[int, int]] = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}
"""The least and the greatest value of each."""
LARGEST: Mapping[str, float] = {
    "float16": 65504.0,
    "bfloat16": 3.3895313892515355e38,
    "float32": 3.4028234663852886e38,
    "float64": math.inf,
}
KNOWN = (*LARGEST, *INTEGERS, "bool")

OF_C: Mapping[str, str] = {
    "half": "float16",
    "bfloat16_t": "bfloat16",
    "float": "float32",
    "double": "float64",
    "bool": "bool",
    "int": "int32",
    "unsigned": "uint32",
    **{f"{name}_t": name for name in INTEGERS},
}
QUALIFIERS = frozenset(("const", "volatile", "__gm__", "__restrict__", "restrict"))


def element_type(c_type: str) -> str:
    """The type of a number, or of what a pointer leads to, where its text tells; "" for any other, such as GM_ADDR."""
    words = c_type.replace("*", " ").split()
    return OF_C.get(" ".join(it for it in words if it not in QUALIFIERS), "")


def takes(dtype: str, value: object) -> bool:
    """Whether a value is one of a type."""
    if dtype == "bool" or isinstance(value, bool):
        return dtype == "bool" and isinstance(value, bool)
    if dtype in INTEGERS:
        least, greatest = INTEGERS[dtype]
        return isinstance(value, int) and least <= value <= greatest
    return isinstance(value, int | float) and abs(value) <= LARGEST[dtype]
