"""What the installed packs know of the interface that a name stands for."""

from collections.abc import Sequence

from sklint.packs import installed_packs
from sklint.unit import Unit


def known_at(units: Sequence[Unit], path: str, offset: int) -> str:
    """Markdown about the interface whose name stands at a byte of a file; "" where none does or nothing is known."""
    uses = (it for unit in units for it in unit.api_uses if it.span.path == path)
    names = dict.fromkeys(it.names for it in uses if it.span.start <= offset <= it.span.end)
    abouts = [pack.about for pack in installed_packs() if pack.about]
    return "\n\n".join(dict.fromkeys(text for it in names for about in abouts if (text := about(it))))
