"""The macro sets a source is read with: one for each architecture and core type that its text tells apart."""

from collections.abc import Iterable, Sequence

from sklint.parse.absent import TARGET
from sklint.target import Target

DEFAULT_ARCH = 2201
"""The architecture of Atlas A2 and A3, which SuperKernel is documented for."""

AICORE = {1001: "100", 2002: "200", 2201: "220", 3002: "300", 3003: "300", 3102: "310", 3113: "311", 3510: "310"}
"""What the compiler defines __CCE_AICORE__ as, by the value of __NPU_ARCH__."""

SPLIT_ARCH = {2201: "C220", 3510: "C310"}
"""Architectures whose cube and vector cores are compiled apart, and the name in their __DAV_<name>_CUBE__ macros."""


def configurations(texts: Iterable[bytes], target: Target) -> list[tuple[str, ...]]:
    """The macros to define, one tuple a configuration, for a source and its headers (`texts`)."""
    seen = list(texts)
    found: list[tuple[str, ...]] = []
    for arch in target.archs or untargeted(seen):
        base = (f"__NPU_ARCH__={arch}", f"__CCE_AICORE__={AICORE.get(arch, '220')}")
        base += (f"{TARGET}={arch}",) if target.archs else ()
        found += [(*base, *cores) for cores in core_types(seen, arch)]
    return found


def untargeted(texts: Sequence[bytes]) -> tuple[int, ...]:
    """The architectures to read without a target: A2 and A3, and 950 where the text speaks of it."""
    speaks = any(b"__NPU_ARCH__" in it and b"3510" in it for it in texts)
    return (DEFAULT_ARCH, 3510) if speaks else (DEFAULT_ARCH,)


def core_types(texts: Sequence[bytes], arch: int) -> list[tuple[str, ...]]:
    name = SPLIT_ARCH.get(arch, "")
    words = [(f"__DAV_{name}_CUBE__", "__DAV_CUBE__"), (f"__DAV_{name}_VEC__", "__DAV_VEC__")]
    if name and any(word.encode() in it for it in texts for pair in words for word in pair):
        return [(pair[0], pair[1]) for pair in words]
    return [()]
