"""Where a line of a package is in the asset that it was made of, which a person knows and changes."""

from difflib import SequenceMatcher
from pathlib import Path

from sklint.pipeline.state import Op


def place_in(op: Op, path: str, line: int, package: Path) -> str:
    """`src/clip.asc:30`, from the asset's folder, for a line (from 1) of a file of an operator's package; "" for one
    that the asset does not have. A package has its sources as the asset has them, or in `csrc` with a head."""
    asset = Path(op.source_asset)
    root = asset if asset.is_dir() else asset.parent
    made = package / path
    for name in (path, *op.kernel_sources, path.removeprefix("csrc/")) if made.is_file() else ():
        if (root / name).is_file():
            there = line_in((root / name).read_bytes().splitlines(), made.read_bytes().splitlines(), line)
            if there:
                return f"{name}:{there}"
    return ""


def line_in(own: list[bytes], made: list[bytes], line: int) -> int:
    """The number of a line of `made` in `own`, of which it was made; 0 for one that is not in it."""
    if own == made:
        return line
    for start, other, size in SequenceMatcher(None, own, made, autojunk=False).get_matching_blocks():
        if other < line <= other + size:
            return start + line - other
    return 0
