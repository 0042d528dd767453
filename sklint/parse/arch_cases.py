"""The statements of a `switch` that are not run for a value that is known."""

from clang.cindex import Cursor

from sklint.parse.clang import Kind, children, expression_value, kind, parts_below


def cases_left_out(value: int, body: Cursor) -> list[Cursor]:
    """The statements that are not run; none where labels stand in inner blocks, or a case has no known number."""
    parts = children(body)
    labels = [them for it in parts if (them := labels_of(it))]
    inner = parts_below(body, Kind.LABELS, frozenset((Kind.SWITCH,)))[0]
    numbers = {number for them in labels for it in them if (number := case_number(it)) is not None}
    if sum(map(len, labels)) != len(inner) or len(numbers) + len(defaults(inner)) != len(inner):
        return []
    found: list[Cursor] = []
    runs = False
    for it in parts:
        mine = labels_of(it)
        runs = runs or value in map(case_number, mine) or (value not in numbers and bool(defaults(mine)))
        if not runs:
            found.append(it)
        runs = runs and not leaves(statement(it))
    return found


def labels_of(cursor: Cursor) -> list[Cursor]:
    """The labels before one statement."""
    return [cursor, *labels_of(children(cursor)[-1])] if kind(cursor) in Kind.LABELS and children(cursor) else []


def statement(cursor: Cursor) -> Cursor:
    """What a statement is behind its labels."""
    return statement(children(cursor)[-1]) if kind(cursor) in Kind.LABELS and children(cursor) else cursor


def defaults(labels: list[Cursor]) -> list[Cursor]:
    return [it for it in labels if kind(it) == Kind.DEFAULT]


def case_number(label: Cursor) -> int | None:
    """The number of a case, None for the default and for a range."""
    parts = children(label) if kind(label) == Kind.CASE else []
    return expression_value(parts[0]) if len(parts) == 2 else None


def leaves(cursor: Cursor) -> bool:
    """Whether nothing after a statement is run in its block."""
    if kind(cursor) == Kind.COMPOUND:
        return any(map(leaves, children(cursor)[-1:]))
    return kind(cursor) in Kind.LEAVING
