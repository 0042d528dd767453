"""Where the code stands that the use of a project's macro makes."""

from collections.abc import Sequence

from sklint.body import Token
from sklint.finding import Related


def macro_body(tokens: Sequence[Token]) -> tuple[Related, ...]:
    """The place in a macro's definition that the first of some tokens comes from; nothing for code that stands where
    it is found."""
    made = [it for it in tokens[:1] if it.in_definition and it.from_macro]
    return tuple(Related(it.spelled, "the macro has it here") for it in made)
