"""Lists of names in an IO contract."""

from collections.abc import Sequence

from sklint.contract_read import Place, wrong


def names(first: list[str] | None, key: str, other: list[str] | None, alias: str, place: Place) -> tuple[str, ...]:
    """A list of names, each not empty and there once; it may stand under either key."""
    return distinct(first, key, place) if first is not None else distinct(other or (), alias, place)


def distinct(given: Sequence[str], key: str, place: Place) -> tuple[str, ...]:
    """The names under a key, as they are given. SklintError for one that is blank or there twice."""
    known: set[str] = set()
    for at, it in enumerate(given):
        if not it.strip():
            raise wrong(place.of(key, at), "", "is empty; it takes the name of a parameter")
        if it in known:
            raise wrong(place.of(key, at), "", f"is {it}, which is there already")
        known.add(it)
    return tuple(given)
