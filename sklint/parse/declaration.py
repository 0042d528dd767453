"""What a unit declares, as its readers pass it on."""

from dataclasses import dataclass

from clang.cindex import Cursor

from sklint.declared import Key


@dataclass(frozen=True, slots=True)
class Declaration:
    """A function, class or variable of the project: its cursor, its key and the words that name it."""

    cursor: Cursor
    key: Key
    qualified: str
    record: str  # the class it is a member of


def plain(name: str) -> str:
    """A name without template arguments (`operator<` and its like keep theirs)."""
    return name if name.startswith("operator") else name.partition("<")[0]
