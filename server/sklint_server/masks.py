"""What the bits of a binding's mask mean."""

BITS = {
    1: "waits for the kernel before it by itself (`WaitPreTaskEnd`)",
    2: "lets the next kernel start early (`SetNextTaskStart`)",
    4: "the framework flushes no caches for it",
    8: "the check of `__schedmode__` is skipped",
}
"""Each documented bit of SK_BIND's second argument (asc-devkit: SK_BIND)."""


def bits_of(value: int) -> list[tuple[int, str]]:
    """The bits set in a mask, lowest first; what is not documented is told as such. A negative mask has 64 bits."""
    mask = value & 0xFFFF_FFFF_FFFF_FFFF
    return [(1 << n, BITS.get(1 << n, "not documented")) for n in range(64) if mask >> n & 1]
