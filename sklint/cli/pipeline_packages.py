"""Which assets go into which package: all into one, or each into its own where their entries have equal names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sklint.error import SklintError
from sklint.generate.adapt_inputs import NameResolution
from sklint.pipeline.asset_roots import Passed, Seen
from sklint.pipeline.names import Named, Policy, ascii_slug, distinct_slugs, duplicates, resolution, slug


@dataclass(frozen=True)
class Packages:
    """The assets by the names of their folders; `mode` is single, aggregate or separate, `reason` why it is."""

    mode: str
    reason: str
    assets: Mapping[str, Seen]
    resolution: NameResolution

    def runs(self, name: str) -> dict[str, tuple[str, dict[str, Seen]]]:
        """What each run is called, the distribution it makes, and its assets."""
        if self.mode != "separate":
            own = next(iter(self.assets)) if len(self.assets) == 1 else "aggregate"
            return {own: (name, dict(self.assets))}
        short = distinct_slugs([ascii_slug(it, f"asset_{number}") for number, it in enumerate(self.assets, 1)])
        named = zip(self.assets.items(), short, strict=True)
        return {it: (f"{name}_{end}", {it: seen}) for (it, seen), end in named}

    def slugs_of(self, passed: Sequence[Passed]) -> dict[str, Passed]:
        """What folders that are passed by are called, so that none has the name of an asset."""
        taken = list(self.assets)
        names = distinct_slugs([*taken, *(slug(key(it.path, it.root).replace("/", "__")) for it in passed)])
        return dict(zip(names[len(taken) :], passed, strict=True))


def packages(seen: Sequence[Seen], folder: Path, mode: str, policy: Policy) -> Packages:
    """The packages that are made. SklintError where one is asked for and entries have equal names."""
    keys = [key(it.path, it.root) for it in seen]
    names = distinct_slugs([slug(stem(it, one).replace("/", "__")) for it, one in zip(seen, keys, strict=True)])
    assets = dict(zip(names, seen, strict=True))
    known = [Named(it.path, name, one, it.entries) for (name, it), one in zip(assets.items(), keys, strict=True)]
    shared = duplicates(known)
    if mode == "separate":
        return Packages("separate", "asset-root-mode-separate", assets, NameResolution())
    if shared and policy == "namespace":
        return Packages("aggregate", "", assets, resolution(known, policy))
    if shared and mode == "aggregate":
        raise SklintError(clash(shared))
    if shared:
        return Packages("separate", "duplicate-entry-names", assets, NameResolution())
    return Packages("single" if len(assets) == 1 else "aggregate", "", assets, NameResolution())


def key(path: Path, root: Path | None) -> str:
    """What an asset is known by on every machine: its path below its root, else its name."""
    below = path.relative_to(root.resolve()).as_posix() if root and root.resolve() in path.parents else ""
    return below or path.name


def stem(seen: Seen, key: str) -> str:
    """The key without the suffix of a source."""
    return key.removesuffix(seen.path.suffix) if seen.path.is_file() else key


def clash(shared: Mapping[str, Sequence[Named]]) -> str:
    entry, assets = next(iter(shared.items()))
    more = f" and {len(shared) - 1} more" if len(shared) > 1 else ""
    where = " and ".join(str(it.path) for it in assets)
    return (
        f"--asset-root-mode aggregate: {entry}{more} is in {where}, and a package can have one of them; give"
        " --duplicate-entry-policy namespace, or --asset-root-mode separate"
    )
