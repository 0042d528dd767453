"""A body in the form in which a kernel and its SK function are the same: what the adaptation documents change is gone.

Parameters are `$0`, `$1`, … whether they are read as `x`, as `args->x` or through a local that unpacked it. The block
count is `$blocks` and the block index `$block`, wherever they come from. What only an SK function needs (unpacking,
destroying a TPipe, flushing a cache) and what only a kernel needs (KERNEL_TASK_TYPE) is left out, and so are
differences of braces and qualifiers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from msgspec import structs

from sklint.block_count_form import CASTS, CORE_TESTS, collapsed
from sklint.body_words import BLOCK, BLOCKS, CLOSING, OPENING, Item, Line, Reading, Words, closing, texts
from sklint.flushes import FLUSHES
from sklint.model import Body, Key, Statement
from sklint.parse.statements import read_block

DESTROYS = ("DestroyWithoutPipeAll", "Destroy")
ROUNDS = 12


def normal_form(body: Body, reading: Reading) -> list[Line]:
    """The lines of the body, its own braces left out."""
    form = Form.of(body, reading)
    for _ in range(ROUNDS):
        further = form.with_aliases()
        if further == form.reading:
            break
        form = Form.of(body, further)
    lines = form.lines(form.statement)[1:-1]
    while lines and texts(lines[-1]) == ("return", ";"):
        lines = lines[:-1]
    return lines


@dataclass(frozen=True)
class Form:
    """A body rewritten word by word, and its statements."""

    body: Body
    reading: Reading
    items: tuple[Item, ...]
    statement: Statement
    declared: Mapping[int, Key]  # the keys of the body's variables, by the index of their token
    known: dict[tuple[str, int, int], list[Line]] = field(
        default_factory=dict[tuple[str, int, int], list[Line]], compare=False, repr=False
    )

    @classmethod
    def of(cls, body: Body, reading: Reading) -> "Form":
        declared = {it.index: (it.span.path, it.span.start, it.name) for it in body.locals}
        items = tuple(bare(collapsed(list(Words(body, reading, declared).items()))))
        tokens = [structs.replace(body.tokens[it.first], text=it.text) for it in items]
        return cls(body, reading, items, read_block(tokens, 0), declared)

    # lines

    def lines(self, statement: Statement) -> list[Line]:
        """The lines of a statement, each block with its braces; kept, as a long `else if` asks at each step."""
        same = (statement.kind, statement.first, statement.last)
        if same not in self.known:
            self.known[same] = self.read_lines(statement)
        return self.known[same]

    def read_lines(self, statement: Statement) -> list[Line]:
        if statement.kind == "simple":
            line = without_destroys(self.items[statement.first : statement.last])
            return [] if self.needless(line) else [line]
        if statement.kind == "if" and self.tests_core(statement) and (merged := self.merged(statement)) is not None:
            return merged
        if statement.kind in ("if", "loop", "block") and self.only_destroys(statement):
            return []
        found: list[Line] = []
        at = statement.first
        for number, child in enumerate(statement.children):
            found += self.between(at, child.first)
            barrier = self.is_barrier(child) and any(
                self.destroys(it) for it in statement.children[max(0, number - 1) : number + 2]
            )
            found += [] if barrier else self.branch(statement, child)
            at = child.last
        return found + self.between(at, statement.last)

    def only_destroys(self, statement: Statement) -> bool:
        """Whether a branch or a block holds nothing but what an adaptation adds: another rule judges when a pipe is
        destroyed."""
        inside = [line for child in statement.children for line in self.lines(child)]
        wrote = any(child.last - child.first > 2 for child in statement.children)
        return wrote and all(item.text in ("{", "}") for line in inside for item in line)

    def branch(self, parent: Statement, child: Statement) -> list[Line]:
        """What is inside, in braces where it is all that an `if` or a loop holds."""
        lines = self.lines(child)
        if parent.kind in ("if", "loop", "switch") and child.kind != "block":
            here = self.items[min(child.first, len(self.items) - 1)]
            return [(replace(here, text="{"),), *lines, (replace(here, text="}"),)]
        return lines

    def between(self, first: int, last: int) -> list[Line]:
        return [self.items[first:last]] if first < last else []

    def inner(self, statement: Statement) -> list[Line]:
        lines = self.lines(statement)
        return lines[1:-1] if statement.kind == "block" else lines

    def tests_core(self, statement: Statement) -> bool:
        return any(it.text in CORE_TESTS for it in self.items[statement.head[0] : statement.head[1]])

    def merged(self, statement: Statement) -> list[Line] | None:
        """What all branches of a core-type test do where they differ by the block count alone, else None."""
        branches = [self.inner(it) for it in statement.children]
        if not any(branches):
            return []
        same = statement.complete and [texts(it) for it in branches[0]] == [texts(it) for it in branches[1]]
        counts = any(it.text == BLOCKS for line in branches[0] for it in line)
        return branches[0] if same and counts else None

    # what is left out

    def needless(self, line: Line) -> bool:
        words = texts(line)
        return (
            words in ((), (";",))
            or self.declares_aliases(line)
            or is_destroy(words)
            or (words[0].startswith("$") and words[1:] == ("=", words[0], ";"))
            or words[0] in FLUSHES
            or words[:3] == ("(", "void", ")")
            or words[:4] == ("static_cast", "<", "void", ">")
            or (words[0] == BLOCKS and words[1:2] in (("=",), ("/=",)) and words[2:] in ((BLOCKS, ";"), ("2", ";")))
        )

    def destroys(self, statement: Statement) -> bool:
        return statement.kind == "simple" and is_destroy(texts(self.items[statement.first : statement.last]))

    def is_barrier(self, statement: Statement) -> bool:
        words = texts(self.items[statement.first : statement.last])
        return words == ("PipeBarrier", "<", "PIPE_ALL", ">", "(", ")", ";")

    def declares_aliases(self, line: Line) -> bool:
        keys = [self.declared[it.first] for it in line if it.first in self.declared]
        return bool(keys) and all(it in self.reading.aliases for it in keys)

    # aliases

    def with_aliases(self) -> Reading:
        """The reading, with the locals that stand for a parameter, the args struct or the block count."""
        reading = self.reading
        for line, following in self.plain_lines(self.statement):
            for declarator in declarators(line):
                reading = self.with_alias(reading, declarator, following)
        return reading

    def is_object(self, name: Item) -> bool:
        """Whether a variable is of a class, which makes something of what it is given."""
        return any(it.index == name.first and it.type.record and not it.type.pointer for it in self.body.locals)

    def plain_lines(self, statement: Statement) -> Iterator[tuple[Line, Line]]:
        """Each plain statement with what comes after it once core-type tests are merged."""
        for number, child in enumerate(statement.children):
            if child.kind == "simple":
                after = self.lines(statement.children[number + 1]) if number + 1 < len(statement.children) else []
                yield self.items[child.first : child.last], after[0] if len(after) == 1 else ()
            yield from self.plain_lines(child)

    def unpacked_later(self, name: str) -> str:
        """The field that is all a variable is ever given; "" where there is none."""
        given = [line for line, _ in self.plain_lines(self.statement) if texts(line)[:1] == (name,)]
        if len(given) != 1 or len(given[0]) != 4 or given[0][1].text != "=":
            return ""
        value = given[0][2]
        return value.text if value.text.startswith("$") and value.last - value.first > 1 else ""

    def with_alias(self, reading: Reading, declarator: Line, following: Line) -> Reading:
        at = next((i for i, it in enumerate(declarator) if it.first in self.declared), None)
        if at is None:
            return reading
        key = self.declared[declarator[at].first]
        value = without_casts(initializer(declarator[at + 1 :]))
        words = texts(value)
        if key in reading.aliases:
            return reading
        field = len(words) == 1 and words[0].startswith("$") and value[0].last - value[0].first > 1
        unpacked = field and key[2] not in reading.kept
        numbers = words in ((BLOCKS,), (BLOCK,))
        if (unpacked or numbers) and not (numbers and self.is_object(declarator[at])):
            return aliased(reading, key, words[0])
        if not words and (field := self.unpacked_later(key[2])) and key[2] not in reading.kept:
            return aliased(reading, key, field)
        if texts(following) == (key[2], "=", BLOCKS, ";"):
            return aliased(reading, key, BLOCKS)
        if reading.system and words in ((reading.system,), ("*", reading.system), ("&", "*", reading.system)):
            known = aliased(reading, key, reading.system)
            return replace(known, systems=known.systems | {key[2]})
        if len(words) == 1 and words[0] in reading.args:
            return replace(reading, args=reading.args | {key[2]}, aliases=reading.aliases | {key})
        if len(words) == 2 and words[0] == "*" and words[1] in reading.args:
            return replace(reading, copies=reading.copies | {key[2]}, aliases=reading.aliases | {key})
        return reading


def bare(items: Sequence[Item]) -> Iterator[Item]:
    """The items without brackets around a parameter alone: `(args->x)` where the kernel has `x`."""
    edges = (at for at in range(1, len(items) - 1) if items[at].text.startswith("$") and in_brackets(items, at))
    left_out = {edge for at in edges for edge in (at - 1, at + 1)}
    return (it for at, it in enumerate(items) if at not in left_out)


def in_brackets(items: Sequence[Item], at: int) -> bool:
    """Whether brackets of no meaning are around an item. After a name they are those of a call, after `>`, `]` and `)`
    they may be."""
    before = items[at - 2].text if at >= 2 else ";"
    call = (before.isidentifier() and before != "return") or before in (">", "]", ")")
    return items[at - 1].text == "(" and items[at + 1].text == ")" and not call


def aliased(reading: Reading, key: Key, text: str) -> Reading:
    return replace(reading, names={**reading.names, key[2]: (text,)}, aliases=reading.aliases | {key})


def without_destroys(line: Line) -> Line:
    """A statement without what its lambdas destroy."""
    words = texts(line)
    for at in range(len(words) - 4, 4, -1):
        if words[at] in DESTROYS and words[at - 1] in (".", "->") and words[at + 1 : at + 4] == ("(", ")", ";"):
            start = next((i + 1 for i in range(at, 0, -1) if words[i] in (";", "{", "}")), 0)
            line = (*line[:start], *line[at + 4 :]) if start else line
    return line


def is_destroy(words: Sequence[str]) -> bool:
    called = tuple(words[-3:]) == ("(", ")", ";")
    return len(words) > 5 and called and words[-4] in DESTROYS and words[-5] in (".", "->")


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
