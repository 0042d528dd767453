"""What the installed packs know of the interface that a name stands for."""

from collections.abc import Sequence

from sklint.packs import installed_packs
from sklint.unit import Unit


def known_at(units: Sequence[Unit], path: str, offset: int) -> str:
    """Markdown about the interface whose name stands at a byte of a file; "" where none does or nothing is known."""
    for unit in units:
        for use in unit.api_uses:
            if use.span.path == path and use.span.start <= offset <= use.span.end:
                told = [pack.about(use.names) for pack in installed_packs() if pack.about]
                return "\n\n".join(text for text in told if text)
    return ""
