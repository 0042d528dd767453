"""Whether a number loses something where it becomes one of another type: `int32_t n = args->n;` of an int64_t.

SuperKernel, kernels launched with <<<>>>: what an SK function unpacks is the kernel's parameter, of its type.
"""

from collections.abc import Sequence

from sklint.declared import Type

WHOLE = frozenset(
    "char|signed char|unsigned char|short|unsigned short|int|unsigned int|long|unsigned long|long long|"
    "unsigned long long".split("|")
)
REAL = {"float": 24, "double": 53}
"""The bits of the greatest whole numbers that they tell from their neighbours."""
SPELLED = {f"{sign}int{bits}_t": bits // 8 for bits in (8, 16, 32, 64) for sign in ("", "u")} | {
    "char": 1, "short": 2, "int": 4, "unsigned": 4, "long": 8, "size_t": 8,
}  # fmt: skip


def is_cut(given: Type, to: Type) -> bool:
    """Whether a value of the type `given` may not be the same in `to`. No where one of them is no known number."""
    one, other = given.canonical, to.canonical
    if other == "bool":
        return one in WHOLE or one in REAL
    if one in REAL:
        return other in WHOLE or REAL[one] > REAL.get(other, REAL[one])
    if one not in WHOLE or given.size is None or to.size is None:
        return False
    return REAL[other] < 8 * given.size - (not one.startswith("unsigned")) if other in REAL else shorter(given, to)


def shorter(given: Type, to: Type) -> bool:
    return to.canonical in WHOLE and (to.size or 0) < (given.size or 0)


def is_cut_by(given: Type, cast: Sequence[str]) -> bool:
    """Whether a cast, as its words before the value, may change a value of the type `given`."""
    names = [it for it in cast if it.isidentifier() and not it.endswith("_cast")]
    if len(names) != 1 or given.canonical not in WHOLE:
        return False
    return names == ["bool"] or SPELLED.get(names[0], given.size or 0) < (given.size or 0)
