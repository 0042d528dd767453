"""What a person has to answer about an asset, with its places; and what of it is not looked into, with the reason."""

import msgspec


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place: a path from the asset's root, and a line from 1; 0 where it is the whole file."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question for people, as reports have it. What does not apply is left out."""

    id: str
    message: str
    places: tuple[Spot, ...] = ()
    unit_id: str = ""
    source: str = ""
    include: str = ""
    candidates: tuple[str, ...] = ()


class LeftOut(msgspec.Struct, frozen=True):
    """Something in an asset that is no part of it, or is not looked into."""

    path: str
    reason: str
