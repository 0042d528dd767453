"""Which function of the project stands around a place."""

from sklint.declared import Key
from sklint.parse.reading import Reading
from sklint.source import Span


def key_around(reading: Reading, place: Span) -> Key | None:
    """The innermost function whose definition a place stands in, between its name and its end."""
    before = [key for key in reading.functions if key[0] == place.path and key[1] <= place.start]
    nearest = sorted(before, key=lambda it: it[1], reverse=True)
    return next((it for it in nearest if place.start < end_of(reading, it)), None)


def end_of(reading: Reading, key: Key) -> int:
    """Where the definition of a function ends; 0 for a mere declaration."""
    cursor = reading.functions[key].cursor
    return reading.tree.extent(cursor.extent)[1] if cursor.is_definition() else 0
