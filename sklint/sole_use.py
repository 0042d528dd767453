"""Where the definition of a macro may be edited for the sake of what one use makes: it has no other use."""

import re

from sklint.source import Span
from sklint.unit import Unit


def place_in_definition(unit: Unit, use: Span, word: str) -> Span | None:
    """The word that the macro used at `use` makes, where its definition has it; None where the macro makes the word
    more than once, takes it from elsewhere, or is named anywhere else: a header's may be used in other units."""
    source = unit.file(use.path)
    made = [it for it in unit.expansion(use) if it.text == word]
    words = re.match(r"\w*", source.text(use)) if source else None
    name = words[0] if words else ""
    definition = unit.macro_definition(name) if len(made) == 1 and made[0].in_definition else None
    if definition is None or definition.path != unit.source.path or not definition.contains(made[0].spelled):
        return None
    named = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
    uses = sum(len(named.findall(it.data)) for it in unit.sources.values())
    return made[0].spelled if uses == 2 else None
