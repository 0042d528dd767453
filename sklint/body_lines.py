"""A body rewritten word by word, as the lines of its statements: without what only one of a kernel and an SK function
needs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from msgspec import structs

from sklint.block_count_form import CORE_TESTS, collapsed
from sklint.body import Body, Local, Statement, Token
from sklint.body_words import BLOCKS, RATIO, Item, Line, Reading, Words, texts
from sklint.declared import Key
from sklint.flushes import FLUSHES
from sklint.lambda_body import lambda_bodies
from sklint.lambda_captures import changed_later, renamed, without_captures
from sklint.line_words import bare, called_at_once, is_code, is_destroy
from sklint.parse.statements import read_block
from sklint.structured_binding import structured_bindings

SETS = (("=",), ("/=",), ("*=",))
HALVES = ((BLOCKS, ";"), (RATIO, ";"), ("2", ";"))
SHIFTED = (BLOCKS, ">", ">=", "1", ";")
ONCE = (("while", "(", "0", ")"), ("while", "(", "false", ")"))
"""What ends a `do` that is no loop."""


@dataclass(frozen=True)
class Form:
    """A body rewritten word by word, and its statements."""

    body: Body
    reading: Reading
    items: tuple[Item, ...]
    tokens: tuple[Token, ...]  # one for each item
    statement: Statement
    declared: Mapping[int, Key]  # the keys of the body's variables, by the index of their token
    known: dict[tuple[str, int, int], list[Line]] = field(
        default_factory=dict[tuple[str, int, int], list[Line]], compare=False, repr=False
    )

    @classmethod
    def of(cls, body: Body, reading: Reading) -> "Form":
        declared = {it.index: (it.span.path, it.span.start, it.name) for it in body.locals}
        for at in (at for names in structured_bindings(body) for at in names):
            name = body.tokens[at]
            declared[at] = (name.span.path, name.span.start, name.text)
        words = list(Words(body, reading, declared).items())
        items = tuple(bare(collapsed(words, reading.halves)))
        tokens = tuple(structs.replace(body.tokens[it.first], text=it.text) for it in items)
        return cls(body, reading, items, tokens, read_block(tokens, 0), declared)

    # lines

    def lines(self, statement: Statement) -> list[Line]:
        """The lines of a statement, each block with its braces; kept, as a long `else if` asks at each step."""
        same = (statement.kind, statement.first, statement.last)
        if same not in self.known:
            self.known[same] = self.read_lines(statement)
        return self.known[same]

    def read_lines(self, statement: Statement) -> list[Line]:
        if statement.kind == "simple":
            return self.plain(statement.first, statement.last)
        if statement.kind == "if" and self.tests_core(statement) and (merged := self.merged(statement)) is not None:
            return merged
        if statement.kind == "if" and self.destroys_else(statement):
            taken = statement.children[0]
            return self.lines(structs.replace(statement, children=(taken,), last=taken.last, complete=False))
        if statement.kind in ("if", "loop", "block", "switch") and self.only_destroys(statement):
            return []
        if statement.kind == "block" and statement.last - statement.first == 2:
            return self.braces(statement)
        if runs_once(self.tokens, statement):
            return self.inner(statement.children[0])
        found: list[Line] = []
        at = statement.first
        for number, child in enumerate(statement.children):
            found += self.between(at, child.first)
            barrier = self.is_barrier(child) and any(
                self.destroys(it) for it in statement.children[max(0, number - 1) : number + 2]
            )
            if self.mere(statement, number):
                found += self.lines(child)[1:-1]
            else:
                found += [] if barrier else self.branch(statement, child)
            at = child.last
        idle = self.idle_default(statement)
        return [it for it in found + self.between(at, statement.last) if it[0].first not in idle]

    def plain(self, first: int, last: int) -> list[Line]:
        """The lines of a simple statement: of a lambda in it those of its body, each by itself."""
        block = next(self.lambda_blocks(first, last), None)
        if block is None or self.declares_aliases(self.items[first:last]):
            line = self.items[first:last]
            return [] if self.needless(line) else [line]
        rest = self.items[block.last : last]
        if self.counts_blocks(self.items[first : block.first]):
            return []
        holds = texts(rest)[1:] == (";",) and any(it.first in self.declared for it in self.items[first : block.first])
        if self.idle(block) and (texts(rest) == (";",) or called_at_once(rest) or holds):
            return []
        after = [] if texts(rest) == (";",) else self.plain(block.last, last)
        head = self.items[first : block.first]
        lines = renamed(head, self.lines(block) or self.braces(block))
        own = {key[2] for key in self.declared.values() if key not in self.reading.aliases}
        changing = changed_later(self.items, block.first, block.last, own)
        return [without_captures(head, changing), *lines, *after]

    def braces(self, block: Statement) -> list[Line]:
        return [self.items[block.first : block.first + 1], self.items[block.last - 1 : block.last]]

    # lambdas

    def counts_blocks(self, head: Line) -> bool:
        """Whether a lambda is declared whose calls are read as the block count."""
        return any(it.first in self.declared and it.text in self.reading.counters for it in head)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return texts(self.items)

    def lambda_blocks(self, first: int, last: int) -> Iterator[Statement]:
        """The bodies of the lambdas among some items, those inside others left out."""
        words = self.words
        return (read_block(self.tokens, at) for at in lambda_bodies(words, first, last))

    def idle(self, block: Statement) -> bool:
        """Whether the body of a lambda holds nothing but what an adaptation adds."""
        return len(self.lines(block)) <= 2

    @cached_property
    def lambdas(self) -> Mapping[str, Statement]:
        """The bodies of the lambdas that variables are."""
        words = self.words
        starts = (at for at in range(2, len(words) - 1) if words[at : at + 2] == ("=", "["))
        found = ((words[at - 1], next(self.lambda_blocks(at + 1, len(words)), None)) for at in starts)
        return {name: block for name, block in found if block}

    def calls_idle(self, words: Sequence[str]) -> bool:
        """Whether a statement calls a lambda that holds nothing but what an adaptation adds."""
        block = self.lambdas.get(words[0]) if tuple(words[1:2]) == ("(",) and tuple(words[-2:]) == (")", ";") else None
        return block is not None and self.idle(block)

    def only_destroys(self, statement: Statement) -> bool:
        """Whether a branch or a block holds nothing but what an adaptation adds: another rule judges when a pipe is
        destroyed."""
        inside = [line for child in statement.children for line in self.lines(child)]
        wrote = any(child.last - child.first > 2 for child in statement.children)
        wrote = wrote or (statement.kind == "if" and all(map(self.empty, statement.children)))
        quiet = ("case", "default", "break") if statement.kind == "switch" else ()
        return wrote and not any(is_code(line) and line[0].text not in quiet for line in inside)

    def idle_default(self, statement: Statement) -> range:
        """The body's tokens of a last `default` of a switch that does nothing but what an adaptation adds, or leaves
        where nothing else is done behind."""
        block = statement.children[0] if statement.kind == "switch" and statement.children else None
        labels = [it for it in block.children if it.kind == "label"] if block else []
        if block is None or not labels or self.tokens[labels[-1].first].text != "default":
            return range(0)
        inside = [it for it in block.children if it.first >= labels[-1].first]
        ways = (("break", ";"), ("return", ";")) if self.ends_with(statement) else (("break", ";"),)
        lines = [line for it in (labels[-1].children[0], *inside[1:]) for line in self.lines(it) if is_code(line)]
        quiet = all(texts(line) in ways for line in lines)
        return range(self.items[labels[-1].first].first, self.items[block.last - 1].first) if quiet else range(0)

    def ends_with(self, statement: Statement) -> bool:
        """Whether the body does nothing behind one of its statements."""
        behind = [it for it in self.statement.children if it.first >= statement.last]
        return statement in self.statement.children and not any(self.lines(it) for it in behind)

    def destroys_else(self, statement: Statement) -> bool:
        """Whether an `else` holds nothing but what an adaptation adds."""
        other = statement.children[1] if len(statement.children) == 2 else None
        wrote = other is not None and (other.last - other.first > 2 or self.empty(other))
        return other is not None and wrote and not any(map(is_code, self.lines(other)))

    def empty(self, statement: Statement) -> bool:
        """Whether a statement is a `;`, as a KERNEL_TASK_TYPE is read, or nothing in braces."""
        return texts(self.items[statement.first : statement.last]) in ((";",), ("{", "}"), ("{", ";", "}"))

    def branch(self, parent: Statement, child: Statement) -> list[Line]:
        """What is inside, in braces where it is all that an `if` or a loop holds."""
        lines = self.lines(child)
        if parent.kind in ("if", "loop", "switch") and child.kind != "block":
            here = self.items[min(child.first, len(self.items) - 1)]
            return [(replace(here, text="{"),), *lines, (replace(here, text="}"),)]
        return lines

    def mere(self, parent: Statement, number: int) -> bool:
        """Whether the braces of a block within a block mean nothing: no object ends with it before its parent ends."""
        block = parent.children[number]
        if (parent.kind, block.kind) != ("block", "block"):
            return False
        first, last = self.items[block.first].first, self.items[block.last - 1].last
        objects = any(first <= it.index < last and ends_with_scope(it) for it in self.body.locals)
        return not objects or not any(map(self.lines, parent.children[number + 1 :]))

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
            or self.calls_idle(words)
            or (words[0].startswith("$") and words[1:] == ("=", words[0], ";"))
            or words[0] in FLUSHES
            or words[:3] == ("(", "void", ")")
            or words[:4] == ("static_cast", "<", "void", ">")
            or line[0].first in self.reading.makers
            or self.sets_count(words)
            or (words[0] == RATIO and words[1:2] == ("=",) and words[2:] in (("2", ";"), ("1", ";")))
        )

    def sets_count(self, words: tuple[str, ...]) -> bool:
        """Whether a variable that is read as the block count is set to it, or divided by the vector cores for a cube
        core, which `2` are where vector cores have twice the count."""
        two = words[2:] == HALVES[2] or words == SHIFTED
        sets = words[1:2] in SETS and words[2:] in HALVES
        return words[0] == BLOCKS and (sets or words == SHIFTED) and (self.reading.halves or not two)

    def destroys(self, statement: Statement) -> bool:
        """Whether a statement destroys a TPipe; one behind labels is what they stand before."""
        if statement.kind == "label" and statement.children:
            return self.destroys(statement.children[-1])
        return statement.kind == "simple" and is_destroy(texts(self.items[statement.first : statement.last]))

    def is_barrier(self, statement: Statement) -> bool:
        words = texts(self.items[statement.first : statement.last])
        return words == ("PipeBarrier", "<", "PIPE_ALL", ">", "(", ")", ";")

    def declares_aliases(self, line: Line) -> bool:
        keys = [self.declared[it.first] for it in line if it.first in self.declared]
        return bool(keys) and all(it in self.reading.aliases for it in keys)


def ends_with_scope(local: Local) -> bool:
    """Whether something may happen where the scope of a variable ends: it is an object, or its type is not known."""
    plain = local.type.pointer or local.type.reference or local.static
    return not plain and (bool(local.type.record) or not local.type.known)


def runs_once(tokens: Sequence[Token], it: Statement) -> bool:
    """Whether it is a `do` that is no loop, as macros have it, and nothing leaves it early."""
    if it.kind != "loop" or tokens[it.first].text != "do":
        return False
    test = tuple(one.text for one in tokens[it.head[0] : it.head[1]] if one.text != ";")
    return test in ONCE and not any(leaves_loop(one) for one in it.children)


def leaves_loop(it: Statement) -> bool:
    return it.kind in ("break", "continue") or (it.kind != "loop" and any(map(leaves_loop, it.children)))
