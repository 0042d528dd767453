"""The variables of a body that stand for a parameter, the args struct or the block count."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sklint.args_words import means_pointer, means_struct
from sklint.block_count_form import CASTS, TWO, core_of
from sklint.body import Statement
from sklint.body_lines import Form
from sklint.body_words import BLOCK, BLOCKS, CLOSING, OPENING, RATIO, Item, Line, Reading, closing, texts
from sklint.cut_values import is_cut, is_cut_by
from sklint.declared import Key
from sklint.structured_binding import REFERENCES


def with_aliases(form: Form) -> Reading:
    """The form's reading, with the locals that stand for a parameter, the args struct or the block count."""
    reading = form.reading
    for line, following in plain_lines(form, form.statement):
        if (names := bound_names(form, line)) is not None:
            reading = with_fields(form, reading, line, names)
            continue
        for declarator in declarators(line):
            reading = with_alias(form, reading, declarator, following)
    return reading


def plain_lines(form: Form, statement: Statement) -> Iterator[tuple[Line, list[Line]]]:
    """Each plain statement with what comes after it once core-type tests are merged."""
    for number, child in enumerate(statement.children):
        if child.kind == "simple":
            after = form.lines(statement.children[number + 1]) if number + 1 < len(statement.children) else []
            yield form.items[child.first : child.last], after
            for block in form.lambda_blocks(child.first, child.last):
                yield from plain_lines(form, block)
        yield from plain_lines(form, child)


def with_alias(form: Form, reading: Reading, declarator: Line, following: list[Line]) -> Reading:
    at = next((i for i, it in enumerate(declarator) if it.first in form.declared), None)
    if at is None:
        return reading
    key = form.declared[declarator[at].first]
    given = initializer(declarator[at + 1 :])
    value = without_casts(given)
    words = texts(value)
    if key in reading.aliases:
        return reading
    field = len(words) == 1 and words[0].startswith("$") and value[0].last - value[0].first > 1
    cast = given[: len(given) - len(value)]
    unpacked = field and key[2] not in reading.kept and not loses(form, declarator[at], words[0], cast)
    numbers = words in ((BLOCKS,), (BLOCK,), (RATIO,))
    if (unpacked or numbers) and not (numbers and is_object(form, declarator[at])):
        return aliased(reading, key, words[0])
    if reading.args and is_member(words) and key[2] not in reading.kept and not is_object(form, declarator[at]):
        return aliased(reading, key, *words)
    if not words and (later := unpacked_later(form, key[2])) and key[2] not in reading.kept:
        return reading if loses(form, declarator[at], later, ()) else aliased(reading, key, later)
    if [texts(it) for it in following] == [(key[2], "=", BLOCKS, ";")]:
        return aliased(reading, key, BLOCKS)
    if words == ("1",) and reading.halves and doubled_on_vector(key[2], following):
        return aliased(reading, key, RATIO)
    if reading.system and words in ((reading.system,), ("*", reading.system), ("&", "*", reading.system)):
        known = aliased(reading, key, reading.system)
        return replace(known, systems=known.systems | {key[2]})
    if means_pointer(words, reading):
        return replace(reading, args=reading.args | {key[2]}, aliases=reading.aliases | {key})
    if means_struct(words, reading):
        return replace(reading, copies=reading.copies | {key[2]}, aliases=reading.aliases | {key})
    return reading


def is_member(words: Sequence[str]) -> bool:
    """Whether it is a member of a parameter: `$1 . a`, `$1 . a . b`."""
    dots, names = words[1::2], words[2::2]
    return len(words) > 2 and words[0].startswith("$") and set(dots) == {"."} and all(map(str.isidentifier, names))


def is_object(form: Form, name: Item) -> bool:
    """Whether a variable is of a class, which makes something of what it is given."""
    return any(it.index == name.first and it.type.record and not it.type.pointer for it in form.body.locals)


def loses(form: Form, name: Item, field: str, cast: Sequence[Item]) -> bool:
    """Whether a variable does not hold all that the parameter may be: it is of a shorter type, or is given less."""
    given = form.reading.types.get(field)
    local = next((it.type for it in form.body.locals if it.index == name.first), None)
    return given is not None and ((local is not None and is_cut(given, local)) or is_cut_by(given, texts(cast)))


def unpacked_later(form: Form, name: str) -> str:
    """The field that is all a variable is ever given; "" where there is none."""
    given = [line for line, _ in plain_lines(form, form.statement) if texts(line)[:1] == (name,)]
    if len(given) != 1 or len(given[0]) != 4 or given[0][1].text != "=":
        return ""
    value = given[0][2]
    return value.text if value.text.startswith("$") and value.last - value.first > 1 else ""


def doubled_on_vector(name: str, following: list[Line]) -> bool:
    """Whether the next statement is `if ASCEND_IS_AIV { name = 2; }`."""
    if len(following) != 4 or texts(following[2])[:2] != (name, "="):
        return False
    head, given = texts(following[0]), texts(following[2])[2:]
    return head[0] == "if" and core_of(head[1:]) == "AIV" and len(given) == 2 and given[0] in TWO


# structured bindings


def bound_names(form: Form, line: Line) -> Line | None:
    """The names in a structured binding; None for any other statement."""
    opening = next((at for at, it in enumerate(line) if it.text == "["), 0)
    if not opening or line[opening - 1].text not in ("auto", *REFERENCES):
        return None
    names = tuple(it for it in line[opening : closing(line, opening)] if it.first in form.declared)
    return names or None


def with_fields(form: Form, reading: Reading, line: Line, names: Line) -> Reading:
    """`auto [x, n] = *args`: each name is a field, as far as the struct is known."""
    end = next(at for at, it in enumerate(line) if it is names[-1]) + 2
    value = texts(initializer(line[end:-1]))
    if means_struct(value, reading):
        fields = [(reading.fields[it],) for it in reading.order]
    else:
        fields = [(*value, ".", it) for it in reading.members.get(value, ())]
    if len(names) != len(fields):
        return reading
    for name, field in zip(names, fields, strict=True):
        reading = aliased(reading, form.declared[name.first], *field)
    return reading


def aliased(reading: Reading, key: Key, *words: str) -> Reading:
    return replace(reading, names={**reading.names, key[2]: words}, aliases=reading.aliases | {key})


def declarators(line: Line) -> Iterator[Line]:
    """`T a = x` and `b = y` of `T a = x, b = y;`."""
    level, start = 0, 0
    for at, it in enumerate(line):
        level += (it.text in OPENING) - (it.text in CLOSING)
        if level == 0 and it.text in (",", ";"):
            yield line[start:at]
            start = at + 1


def initializer(rest: Line) -> Line:
    """`x` of `= x`, `{x}` or `(x)`, `= {x}`."""
    if rest and rest[0].text == "=":
        rest = rest[1:]
    if len(rest) > 2 and rest[0].text in ("(", "{") and closing(rest, 0) == len(rest) - 1:
        return rest[1:-1]
    return rest


def without_casts(value: Line) -> Line:
    """`x` of `(T)x` and `static_cast<T>(x)`."""
    if len(value) > 3 and value[0].text in CASTS and value[-1].text == ")":
        start = next((i for i, it in enumerate(value) if it.text == "("), 0)
        return value[start + 1 : -1] if start and closing(value, start) == len(value) - 1 else value
    if len(value) > 3 and value[0].text == "(" and (end := closing(value, 0)) < len(value) - 1:
        return value[end + 1 :] if len(value) - end == 2 else value
    return value
