"""Names that an architecture lacks: the model headers of a target leave them out, and a project may have its own."""

from functools import cache

import msgspec

from sklint.parse.translation import HEADERS

TARGET = "SKLINT_TARGET_ARCH"
"""The macro by which the model headers leave out what the architecture of a target lacks."""

OTHER_NAMES = {"Reg": frozenset((b"Reg", b"MicroAPI"))}
"""What a scope is called too."""


def target_arch(configuration: tuple[str, ...]) -> int:
    """The architecture that a unit is read for; 0 where no target gives one."""
    return int(next((it.partition("=")[2] for it in configuration if it.startswith(f"{TARGET}=")), "0"))


def words_in(words: frozenset[bytes], arch: int) -> frozenset[bytes]:
    """The last words of the names that an architecture lacks and a text of these words may use: it has the last word
    and the scope's."""
    return frozenset(last for last, scopes in _words(arch) if last in words and not scopes.isdisjoint(words))


@cache
def _words(arch: int) -> list[tuple[bytes, frozenset[bytes]]]:
    """The last word of each name, and what its scope may be called; the last word again where any text has that."""
    found: list[tuple[bytes, frozenset[bytes]]] = []
    for name in (name for name, archs in _table().items() if str(arch) in archs.split()):
        scope, _, last = name.rpartition("::")
        scope = scope.rpartition("::")[2]
        word = (last if scope in ("", "AscendC") or scope.startswith("__") else scope).encode()
        found.append((last.encode(), OTHER_NAMES.get(scope, frozenset((word,)))))
    return found


@cache
def _table() -> dict[str, str]:
    return msgspec.json.decode((HEADERS / "absent.json").read_bytes(), type=dict[str, str])
