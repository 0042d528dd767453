"""A fact about an asset, with its place."""

import msgspec


class Evidence(msgspec.Struct, frozen=True, order=True):
    """What stands in a line (from 1) of a file, whose path counts from the asset's folder."""

    file: str
    line: int
    fact: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"
