"""Classes without a page of their own: what the pages of their constructor and other members come to."""

from collections.abc import Mapping

Letters = Mapping[str, tuple[str, str]]
"""By name: a letter for each product, and the page."""


def bare_classes(apis: Letters) -> dict[str, tuple[str, str]]:
    """The classes that some product lacks whole: their constructor, and with it every other member. Of one where a
    product lacks the constructor alone nothing is known there."""
    members: dict[str, list[str]] = {}
    for name, (letters, _) in apis.items():
        members.setdefault(name.rpartition("::")[0], []).append(letters)
    constructors = {it: apis.get(f"{it}::{it.rpartition('::')[2]}") for it in members if it not in apis}
    rows = {name: (of_all(row[0], members[name]), row[1]) for name, row in constructors.items() if row}
    return {name: row for name, row in rows.items() if "n" in row[0]}


def of_all(constructor: str, members: list[str]) -> str:
    together = zip(constructor, zip(*members, strict=True), strict=True)
    return "".join("u" if it == "n" and {*others} != {"n"} else it for it, others in together)
