"""A body in the form in which a kernel and its SK function are the same: what the adaptation documents change is gone.

Parameters are `$0`, `$1`, … whether they are read as `x`, as `args->x` or through a local that unpacked it. The block
count is `$blocks` and the block index `$block`, wherever they come from. What only an SK function needs (unpacking,
destroying a TPipe, flushing a cache) and what only a kernel needs (KERNEL_TASK_TYPE) is left out, and so are the braces'
and qualifiers' differences.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sklint.model import Body, Key, Statement
from sklint.parse.statements import read_block

BLOCKS, BLOCK = "$blocks", "$block"
MEMBERS = {
    "skNumBlocks": BLOCKS, "skBlockNum": BLOCKS, "SkGetNumBlocks": BLOCKS, "SkGetBlockNum": BLOCKS,
    "skBlockIdx": BLOCK, "SkGetBlockIdx": BLOCK,
}  # fmt: skip
CALLS = {"GetBlockNum": BLOCKS, "get_block_num": BLOCKS, "GetBlockIdx": BLOCK, "get_block_idx": BLOCK}
BUILTINS = {"block_num": BLOCKS, "block_idx": BLOCK}
CASTS = frozenset(("static_cast", "reinterpret_cast", "const_cast"))
INTEGERS = frozenset(
    "int unsigned long short signed char int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t".split()
)
TWO = frozenset(("2", "2u", "2U", "2UL", "2ul", "2L", "2ULL"))
CORE_TESTS = frozenset(("ASCEND_IS_AIC", "ASCEND_IS_AIV", "g_coreType"))
DESTROYS = ("DestroyWithoutPipeAll", "Destroy")
FLUSHES = ("DataCacheCleanAndInvalid", "dcci")
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Item:
    """A token of the normal form, and the body's tokens `first` to before `last` that it stands for."""

    text: str
    first: int
    last: int


Line = tuple[Item, ...]
"""A plain statement, the head of a compound one, or a brace."""


@dataclass(frozen=True)
class Reading:
    """How the names of a body are read. `args` are pointers to the args struct, `copies` objects of it, `fields` what each
    field is read as; `names` what other names are, and `aliases` the locals among those, by the keys of their declarations."""

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    args: frozenset[str] = frozenset()
    copies: frozenset[str] = frozenset()
    system: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    aliases: frozenset[Key] = frozenset()


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


def texts(line: Sequence[Item]) -> tuple[str, ...]:
    return tuple(it.text for it in line)


@dataclass(frozen=True)
class Form:
    """A body rewritten word by word, and its statements."""

    body: Body
    reading: Reading
    items: tuple[Item, ...]
    statement: Statement
    declared: Mapping[int, Key]  # the keys of the body's variables, by the index of their token

    @classmethod
    def of(cls, body: Body, reading: Reading) -> "Form":
        declared = {it.index: (it.span.path, it.span.start, it.name) for it in body.locals}
        items = tuple(collapsed(list(Words(body, reading, declared).items())))
        tokens = [replace(body.tokens[it.first], text=it.text) for it in items]
        return cls(body, reading, items, read_block(tokens, 0), declared)

    # lines

    def lines(self, statement: Statement) -> list[Line]:
        """The lines of a statement, each block with its braces."""
        if statement.kind == "simple":
            line = self.items[statement.first : statement.last]
            return [] if self.needless(line) else [line]
        if statement.kind == "if" and self.tests_core(statement) and (merged := self.merged(statement)) is not None:
            return merged
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
        """What all branches of a core-type test do where they differ by the block count alone; None where they do not."""
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
            words == (";",)
            or self.declares_aliases(line)
            or is_destroy(words)
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

    def plain_lines(self, statement: Statement) -> Iterator[tuple[Line, Line]]:
        """Each plain statement with what comes after it once core-type tests are merged."""
        for number, child in enumerate(statement.children):
            if child.kind == "simple":
                after = self.lines(statement.children[number + 1]) if number + 1 < len(statement.children) else []
                yield self.items[child.first : child.last], after[0] if len(after) == 1 else ()
            yield from self.plain_lines(child)

    def with_alias(self, reading: Reading, declarator: Line, following: Line) -> Reading:
        at = next((i for i, it in enumerate(declarator) if it.first in self.declared), None)
        if at is None:
            return reading
        key = self.declared[declarator[at].first]
        value = without_casts(initializer(declarator[at + 1 :]))
        words = texts(value)
        if key in reading.aliases:
            return reading
        if len(words) == 1 and (words[0] == BLOCKS or (words[0].startswith("$") and value[0].last - value[0].first > 1)):
            return aliased(reading, key, words[0])
        if texts(following) == (key[2], "=", BLOCKS, ";"):
            return aliased(reading, key, BLOCKS)
        if len(words) == 1 and words[0] in reading.args:
            return replace(reading, args=reading.args | {key[2]}, aliases=reading.aliases | {key})
        if len(words) == 2 and words[0] == "*" and words[1] in reading.args:
            return replace(reading, copies=reading.copies | {key[2]}, aliases=reading.aliases | {key})
        return reading


def aliased(reading: Reading, key: Key, text: str) -> Reading:
    return replace(reading, names={**reading.names, key[2]: (text,)}, aliases=reading.aliases | {key})


def is_destroy(words: Sequence[str]) -> bool:
    return len(words) > 5 and words[-4] in DESTROYS and words[-5] in (".", "->") and tuple(words[-3:]) == ("(", ")", ";")


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


def closing(items: Sequence[Item], opening: int) -> int:
    level = 0
    for at in range(opening, len(items)):
        level += (items[at].text in OPENING) - (items[at].text in CLOSING)
        if level == 0:
            return at
    return len(items) - 1


@dataclass(frozen=True)
class Words:
    """Reads the tokens of a body one after the other."""

    body: Body
    reading: Reading
    declared: Mapping[int, Key]

    def items(self) -> Iterator[Item]:
        at = start = 0
        while at < len(self.body.tokens):
            words, after = self.read(at)
            yield from (Item(word, start, after) for word in words)
            prefix = not words and self.text(after - 1) in ("::", "->")
            at, start = after, start if prefix else after

    def read(self, at: int) -> tuple[tuple[str, ...], int]:
        """What is said at a token, and the index after it."""
        word = self.text(at)
        if self.body.tokens[at].kind != "name" and word not in ("(", "::"):
            return (word,), at + 1
        member = self.text(at - 1) in (".", "->")
        if word == "::" and self.text(at + 1) == "AscendC" and self.body.tokens[at - 1].kind != "name":
            return (), at + 1  # what follows is dropped as well
        if (word, self.text(at + 1)) in (("AscendC", "::"), ("this", "->")):
            return (), at + 2
        if word.startswith("KERNEL_TASK_TYPE") and self.text(at + 1) == "(":
            after = self.after(at + 1)
            return (), after + (self.text(after) == ";")
        if not member and (found := self.access(at)) is not None:
            return found
        if not member and word in CALLS and self.text(at + 1) == "(" and self.text(at + 2) == ")":
            return (CALLS[word],), at + 3
        if not member and word in BUILTINS and self.builtin(at, word):
            return (BUILTINS[word],), at + 1
        if not member and self.text(at - 1) != "::" and word in self.reading.names and self.stands(at, word):
            return self.reading.names[word], at + 1
        return (word,), at + 1

    def access(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """`args->x`, `(*args).x`, `args[0].x`, `copy.x` and the same of the system's arguments."""
        word, dot = self.text(at), self.text(at + 1)
        if dot == "->" and (word in self.reading.args or word == self.reading.system):
            return self.member(word, at + 2)
        if dot == "." and word in self.reading.copies:
            return self.member(word, at + 2)
        if [self.text(at + i) for i in (1, 2, 3, 4)] == ["[", "0", "]", "."] and word in self.reading.args:
            return self.member(word, at + 5)
        if (word, dot, self.text(at + 3), self.text(at + 4)) == ("(", "*", ")", "."):
            pointer = self.text(at + 2)
            return self.member(pointer, at + 5) if pointer in self.reading.args or pointer == self.reading.system else None
        return None

    def member(self, owner: str, at: int) -> tuple[tuple[str, ...], int] | None:
        name = self.text(at)
        if owner != self.reading.system:
            return ((self.reading.fields[name],), at + 1) if name in self.reading.fields else None
        called = self.text(at + 1) == "(" and self.text(at + 2) == ")"
        return ((MEMBERS[name],), at + (3 if called else 1)) if name in MEMBERS else None

    def builtin(self, at: int, word: str) -> bool:
        """Whether nothing of the project has the name of this built-in variable."""
        reference = self.body.references.get(at)
        known = reference is not None and reference.kind in ("parameter", "field", "enumerator", "type")
        return not known and all(key[2] != word for key in self.declared.values())

    def stands(self, at: int, word: str) -> bool:
        """Whether the name at `at` is the parameter or alias of that name, not another variable that hides it."""
        if at in self.declared:
            return self.declared[at] in self.reading.aliases
        if all(key in self.reading.aliases for key in self.declared.values() if key[2] == word):
            return True
        reference = self.body.references.get(at)
        return reference is None or reference.kind == "parameter" or reference.where in self.reading.aliases

    def text(self, at: int) -> str:
        return self.body.tokens[at].text if 0 <= at < len(self.body.tokens) else ""

    def after(self, at: int) -> int:
        level = 0
        for index in range(at, len(self.body.tokens)):
            level += (self.text(index) == "(") - (self.text(index) == ")")
            if level == 0:
                return index + 1
        return len(self.body.tokens)


def collapsed(items: list[Item]) -> list[Item]:
    """The items with each way to write the block count as one: casts, `/ 2`, brackets, a choice by core type."""
    at = 0
    while at < len(items):
        first, last = around(items, at) if items[at].text == BLOCKS else (at, at + 1)
        if last - first > 1:
            items[first:last] = [Item(BLOCKS, items[first].first, items[last - 1].last)]
            at = first
        else:
            at += 1
    return items


def around(items: Sequence[Item], at: int) -> tuple[int, int]:
    """The wider expression of the block count at `at`; the item alone where there is none."""

    def text(index: int) -> str:
        return items[index].text if 0 <= index < len(items) else ""

    if text(at + 1) == "/" and text(at + 2) in TWO:
        return at, at + 3
    if [text(at + i) for i in (1, 2, 3)] == [">", ">", "1"]:
        return at, at + 4
    if text(at - 2) == BLOCKS and text(at - 1) == ":":
        return choice(items, at)
    if text(at - 1) == "(" and text(at + 1) == ")":
        return bracket(items, at)
    if text(at - 1) == "{" and text(at + 1) == "}" and text(at - 2) in INTEGERS:
        return at - 2, at + 2
    if text(at - 1) == ")":
        start = at - 2
        while text(start) in INTEGERS or text(start) in ("std", "::"):
            start -= 1
        return (start, at + 1) if text(start) == "(" and start < at - 2 else (at, at + 1)
    return at, at + 1


def bracket(items: Sequence[Item], at: int) -> tuple[int, int]:
    """What `(` and `)` around the block count belong to: a cast, brackets of no meaning, or a call that stays."""
    before = items[at - 2].text if at >= 2 else ""
    if before == ">":
        start = at - 2
        while start >= 0 and items[start].text not in (*CASTS, ";", "{", "}"):
            start -= 1
        return (start, at + 2) if start >= 0 and items[start].text in CASTS else (at, at + 1)
    declares = at >= 3 and items[at - 3].text in INTEGERS
    if before in INTEGERS and not declares:
        return at - 2, at + 2
    plain = not before or not (before[0].isalnum() or before[0] in "_$)]") or before == "return"
    return (at - 1, at + 2) if plain else (at, at + 1)


def choice(items: Sequence[Item], at: int) -> tuple[int, int]:
    """`ASCEND_IS_AIC ? blocks : blocks` with the condition before it."""
    last = at - 4  # of the condition
    if last < 0 or items[at - 3].text != "?":
        return at, at + 1
    start, level = last, 0
    while start > 0:
        level += (items[start].text in CLOSING) - (items[start].text in OPENING)
        before = items[start - 1].text
        if level == 0 and before in ("=", ",", ";", "{", "}", "(", "return"):
            break
        start -= 1
    tested = any(it.text in CORE_TESTS for it in items[start : last + 1])
    return (start, at + 1) if tested else (at, at + 1)
