"""What the entries of several assets are called in one package, and what to do where two have one name."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from sklint.generate.adapt_inputs import NameResolution, Resolution

Policy = Literal["reject", "namespace"]


@dataclass(frozen=True)
class Named:
    """An asset: where it is, what it is called in the run's folders, the key that reports know it by, and the kernels
    that it delivers."""

    path: Path
    slug: str
    key: str
    entries: tuple[str, ...]


def slug(text: str) -> str:
    """A name for a folder: letters of any script, digits, `_`, `.` and `-`."""
    return re.sub(r"[^\w.-]+", "_", text).strip("._-") or "asset"


def ascii_slug(text: str, fallback: str) -> str:
    """A name of ASCII letters and digits, as packages have them."""
    return re.sub(r"[^a-z0-9_.-]+", "_", text.lower()).strip("._-") or fallback


def distinct_slugs(wanted: Sequence[str]) -> list[str]:
    """Each name with a number where another has it before, on systems too that do not tell capitals apart."""
    taken: set[str] = set()
    found: list[str] = []
    for it in wanted:
        numbers = (f"{it}_{number}" for number in range(2, len(wanted) + 2))
        name = it if it.lower() not in taken else next(one for one in numbers if one.lower() not in taken)
        taken.add(name.lower())
        found.append(name)
    return found


def duplicates(assets: Sequence[Named]) -> dict[str, list[Named]]:
    """The entries that several assets deliver."""
    found: dict[str, list[Named]] = {}
    for it in assets:
        for entry in it.entries:
            found.setdefault(entry, []).append(it)
    return {entry: it for entry, it in found.items() if len(it) > 1}


def resolution(assets: Sequence[Named], policy: Policy) -> NameResolution:
    """The public name of each entry: its own, or under `namespace` with its asset's before it where it is not the only
    one. What that leaves equal has a digest behind it."""
    shared = duplicates(assets)
    taken: dict[str, str] = {}
    found: list[Resolution] = []
    for asset in assets:
        for entry in asset.entries:
            it = resolved(asset, entry, entry in shared and policy == "namespace")
            if policy == "namespace" and it.public_entry_name in taken:
                it = apart(it)
            taken[it.public_entry_name] = it.asset_path
            found.append(it)
    renamed = sum(it.renamed for it in found)
    groups = {entry: [place(asset, entry) for asset in it] for entry, it in sorted(shared.items())}
    return NameResolution(tuple(found), policy, renamed, 1, dict(groups))


def resolved(asset: Named, entry: str, renamed: bool) -> Resolution:
    namespace = identifier(asset.slug)
    public = f"{namespace}__{identifier(entry)}" if renamed else entry
    return Resolution(
        source_entry_name=entry,
        public_entry_name=public,
        asset_path=str(asset.path),
        asset_key=asset.key,
        asset_namespace=namespace,
        internal_symbol_name=public,
        bind_target=entry,
        renamed=public != entry,
        rename_reason="duplicate-entry" if public != entry else "",
        collision_group=entry if renamed else "",
    )


def apart(it: Resolution) -> Resolution:
    """An entry whose public name is taken, with a digest of what it is behind that name."""
    text = "\n".join((it.asset_namespace, it.source_entry_name, it.asset_key))
    public = f"{it.public_entry_name}__{hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:8]}"
    reason = it.rename_reason or "public-name-collision"
    return msgspec.structs.replace(
        it, public_entry_name=public, internal_symbol_name=public, renamed=True, rename_reason=reason
    )


def identifier(text: str) -> str:
    """A lower-case name that C++ and Python take."""
    found = re.sub(r"[^a-z0-9_]", "_", text.lower()).strip("_") or "op"
    return f"op_{found}" if found[0].isdigit() else found


def place(asset: Named, entry: str) -> dict[str, str]:
    return {
        "asset_path": str(asset.path),
        "asset_key": asset.key,
        "asset_namespace": identifier(asset.slug),
        "source_entry_name": entry,
    }


def public_form(it: NameResolution) -> NameResolution:
    """A resolution without the paths of this machine: an asset is known by its key."""
    groups: dict[str, object] = {entry: keyed(group) for entry, group in it.duplicate_entry_groups.items()}
    shown = tuple(msgspec.structs.replace(one, asset_path=one.asset_key) for one in it.resolutions)
    return msgspec.structs.replace(it, resolutions=shown, duplicate_entry_groups=groups)


def keyed(group: object) -> list[dict[str, str]]:
    return [{**it, "asset_path": it["asset_key"]} for it in msgspec.convert(group, list[dict[str, str]])]
