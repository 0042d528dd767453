"""A place of an asset, as its reports name it."""

import msgspec


class Place(msgspec.Struct, frozen=True, order=True):
    """A line (from 1) of a file, whose path counts from the asset's folder."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Evidence(msgspec.Struct, frozen=True, order=True):
    """A fact about an asset and where it stands."""

    file: str
    line: int
    fact: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"
