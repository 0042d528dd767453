"""A body word by word in its normal form: what parameters, fields and block counts are called, whoever writes them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from sklint.body import Body
from sklint.declared import Key, Type
from sklint.parse.brackets import is_scope

BLOCKS, BLOCK, RATIO = "$blocks", "$block", "$ratio"
MEMBERS = {
    "skNumBlocks": BLOCKS, "skBlockNum": BLOCKS, "SkGetNumBlocks": BLOCKS, "SkGetBlockNum": BLOCKS,
    "skBlockIdx": BLOCK, "SkGetBlockIdx": BLOCK,
}  # fmt: skip
CALLS = {
    "GetBlockNum": BLOCKS, "get_block_num": BLOCKS, "asc_get_block_num": BLOCKS,
    "GetBlockIdx": BLOCK, "get_block_idx": BLOCK, "asc_get_block_idx": BLOCK,
    "GetTaskRation": RATIO, "GetSubBlockNum": RATIO,
}  # fmt: skip
BUILTINS = {"block_num": BLOCKS, "block_idx": BLOCK}
COMPUTING = frozenset(("(", ",", "=", "return", "+", "-", "/", "%"))
"""What stands before a value."""
WHOLE = re.compile("0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+")
LARGEST = 2**31 - 1
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


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
    """How the names of a body are read. `args` are pointers to the args struct, `copies` objects of it, `fields` what
    each field is read as, `types` those of the parameters, `order` the fields as they lie, where that is known,
    `members` the same of what a parameter or its member holds; `system` is the pointer to the system's arguments,
    `systems` its other names; `names` what other names are, `aliases` the locals among them (their declarations' keys);
    `kept` are the names of locals that are what they are, though all they start as is a field; `counts` are expressions
    that are the block count (their first token, and the one after their last), `counters` the lambdas that they are of,
    `makers` the first tokens of statements that only make it, `others` calls that are given the system's arguments and
    make another number of them; `owners` are objects that are a TPipe, with its name in them; `halves` tells whether `/
    2` may make the block count of one; `namespaces` are those whose names one of the two bodies that are compared has
    to qualify."""

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    args: frozenset[str] = frozenset()
    copies: frozenset[str] = frozenset()
    system: str = ""
    systems: frozenset[str] = frozenset()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    types: Mapping[str, Type] = field(default_factory=dict[str, Type])
    order: tuple[str, ...] = ()
    members: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict[tuple[str, ...], tuple[str, ...]])
    aliases: frozenset[Key] = frozenset()
    kept: frozenset[str] = frozenset()
    counts: Mapping[int, int] = field(default_factory=dict[int, int])
    counters: frozenset[str] = frozenset()
    makers: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    owners: Mapping[str, str] = field(default_factory=dict[str, str])
    halves: bool = True
    namespaces: frozenset[str] = frozenset()


def in_decimals(number: str) -> str:
    """A number that is an `int` however it is written, in the one way."""
    found = WHOLE.fullmatch(number.replace("'", ""))
    digits = found[0].lower() if found else ""
    octal = digits.startswith("0") and digits.isdigit()
    value = int(digits, 8 if octal else 0) if found and not (octal and set(digits) & {"8", "9"}) else LARGEST + 1
    return number if value > LARGEST else str(value)


def texts(line: Sequence[Item]) -> tuple[str, ...]:
    return tuple(it.text for it in line)


def bracketed(words: Sequence[str]) -> bool:
    """Whether brackets are around all of it."""
    if len(words) < 3 or words[0] != "(":
        return False
    levels = accumulate((it == "(") - (it == ")") for it in words)
    return next(at for at, level in enumerate((*levels, 0)) if level == 0) == len(words) - 1


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
        if at in self.reading.counts:
            return (BLOCKS,), self.reading.counts[at]
        if self.body.tokens[at].kind == "number":
            return (in_decimals(word),), at + 1
        if self.body.tokens[at].kind != "name" and word not in ("(", "::"):
            return (word,), at + 1
        before = self.text(at - 2) if self.text(at - 1) == "template" else self.text(at - 1)
        member = before in (".", "->")
        if word == "template" and (member or before == "::"):  # `op.template Run<T>()` is `op.Run<T>()`
            return (), at + 1
        if self.asks_system(at):
            return (BLOCKS,), at + 4
        if word == "(" and (found := self.call_in_parentheses(at)):
            return found
        if word == "::" and not is_scope(self.body.tokens, at - 1):
            return (), at + 1
        if (word, self.text(at + 1)) in (("AscendC", "::"), ("this", "->")) or self.names_ascendc(at):
            return (), at + 2
        if self.text(at + 1) == "::" and (after := self.behind_namespaces(at)):
            return (), after
        if word.startswith("KERNEL_TASK_TYPE") and self.text(at + 1) == "(":
            after = self.after(at + 1)
            return ((";",), after + 1) if self.text(after) == ";" else ((), after)
        if not member and (found := self.access(at) or self.owned_pipe(at)) is not None:
            return found
        if not member and word in CALLS and self.text(at + 1) == "(" and self.text(at + 2) == ")":
            return (CALLS[word],), at + 3
        if not member and word in BUILTINS and self.builtin(at, word):
            return (BUILTINS[word],), at + 1
        if not member and before != "::" and word in self.reading.names and self.stands(at, word):
            return self.reading.names[word], at + 1
        return (word,), at + 1

    def call_in_parentheses(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """`(GetBlockNum)()`, and the same with `&`, a namespace or more parentheses."""
        name = at
        while self.text(name) in ("(", "&", "AscendC", "::"):
            name += 1
        level = sum(self.text(it) == "(" for it in range(at, name))
        called = [self.text(name + 1 + it) for it in range(level + 2)] == [*[")"] * level, "(", ")"]
        value = self.body.tokens[at - 1].kind != "name" or self.text(at - 1) == "return"
        return ((CALLS[self.text(name)],), name + level + 3) if called and value and self.text(name) in CALLS else None

    def behind_namespaces(self, at: int) -> int:
        """The index of the name that one of `namespaces` qualifies, which begins at `at`; 0 where none does."""
        if self.text(at - 1) == "::" and is_scope(self.body.tokens, at - 2):
            return 0
        words: list[str] = []
        found = 0
        while self.body.tokens[at].kind == "name" and self.text(at + 1) == "::":
            words.append(self.text(at))
            at += 2
            found = at if "::".join(words) in self.reading.namespaces else found
        return found

    def names_ascendc(self, at: int) -> bool:
        """Whether the name at `at` is another one for namespace AscendC."""
        meant = self.body.references.get(at + 2) if self.text(at + 1) == "::" else None
        return meant is not None and meant.qualified == f"AscendC::{self.text(at + 2)}"

    def access(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """`args->x`, `(*args).x`, `args[0].x`, `copy.x` and the same of the system's arguments."""
        word, dot = self.text(at), self.text(at + 1)
        if dot == "->" and word in self.reading.args:
            return self.member(word, at + 2)
        if self.is_system(at) and dot in (".", "->"):
            return self.member(self.reading.system, at + 2)
        if self.is_system(at) and [self.text(at + i) for i in (1, 2, 3, 4)] == ["[", "0", "]", "."]:
            return self.member(self.reading.system, at + 5)
        if word == "const_cast" and dot == "<" and (end := self.cast_system(at)):
            return self.member(self.reading.system, end)
        if word == "(" and self.is_system(at + 1) and dot and self.text(at + 2) == ")" and self.text(at + 3) == "->":
            return self.member(self.reading.system, at + 4)
        if dot == "." and word in self.reading.copies:
            return self.member(word, at + 2)
        if [self.text(at + i) for i in (1, 2, 3, 4)] == ["[", "0", "]", "."] and word in self.reading.args:
            return self.member(word, at + 5)
        if (word, dot, self.text(at + 3), self.text(at + 4)) == ("(", "*", ")", "."):
            pointer = self.text(at + 2)
            if self.is_system(at + 2):
                return self.member(self.reading.system, at + 5)
            return self.member(pointer, at + 5) if pointer in self.reading.args else None
        return None

    def owned_pipe(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """`own.pipe` as the pipe `own`, and the type that it is declared with as TPipe."""
        if self.declared.get(at + 1, ("", 0, ""))[2] in self.reading.owners:
            return ("TPipe",), at + 1
        inside = self.reading.owners.get(self.text(at))
        return ((self.text(at),), at + 3) if inside and [self.text(at + i) for i in (1, 2)] == [".", inside] else None

    def asks_system(self, at: int) -> bool:
        """Whether a value is what a helper makes of the system's arguments: `Count(system)`."""
        named = self.body.tokens[at].kind == "name" and self.text(at - 1) in COMPUTING and at not in self.reading.others
        return named and (self.text(at + 1), self.text(at + 3)) == ("(", ")") and self.is_system(at + 2)

    def cast_system(self, at: int) -> int:
        """For `const_cast<T>(system)->`: the index after that, else 0."""
        close = next((i for i in range(at, len(self.body.tokens)) if self.text(i) == ">"), 0)
        words = [self.text(close + i) for i in (1, 3, 4)]
        return close + 5 if close and words == ["(", ")", "->"] and self.is_system(close + 2) else 0

    def is_system(self, at: int) -> bool:
        return bool(self.text(at)) and (self.text(at) == self.reading.system or self.text(at) in self.reading.systems)

    def member(self, owner: str, at: int) -> tuple[tuple[str, ...], int] | None:
        name = self.text(at)
        if owner != self.reading.system:
            return ((self.reading.fields[name],), at + 1) if name in self.reading.fields else None
        called = self.text(at + 1) == "(" and self.text(at + 2) == ")"
        return ((MEMBERS[name],), at + (3 if called else 1)) if name in MEMBERS else None

    def builtin(self, at: int, word: str) -> bool:
        """Whether nothing of the project has the name of this built-in variable."""
        reference = self.body.references.get(at)
        if reference is not None and reference.kind == "variable":
            return reference.where not in self.declared.values()
        known = reference is not None and reference.kind in ("parameter", "field", "enumerator", "type")
        return not known and all(key[2] != word for key in self.declared.values())

    def stands(self, at: int, word: str) -> bool:
        """Whether the name at `at` is the parameter or alias of that name, not another variable that hides it."""
        if at in self.declared:
            return self.declared[at] in self.reading.aliases
        if word in self.lambda_params and self.is_lambda_param(at):
            return False
        if all(key in self.reading.aliases for key in self.declared.values() if key[2] == word):
            return True
        reference = self.body.references.get(at)
        return reference is None or reference.kind == "parameter" or reference.where in self.reading.aliases

    @cached_property
    def lambda_params(self) -> Mapping[str, Key]:
        """The parameters of the lambdas in the body, as far as they are used. Where a macro makes the body, all has
        one place and nothing is told."""
        extent = self.body.extent
        if self.body.in_macro:
            return {}
        used = (it.where for it in self.body.references.values() if it.kind == "parameter")
        return {key[2]: key for key in used if key[0] == extent.path and extent.start <= key[1] < extent.end}

    def is_lambda_param(self, at: int) -> bool:
        """Whether the name at `at` is, or declares, a parameter of a lambda."""
        reference = self.body.references.get(at)
        if reference is not None:
            return reference.where == self.lambda_params[self.text(at)]
        before = self.body.tokens[at - 1]
        return self.text(at + 1) in (",", ")", "=") and (before.kind == "name" or before.text in ("*", "&", "&&", ">"))

    def text(self, at: int) -> str:
        return self.body.tokens[at].text if 0 <= at < len(self.body.tokens) else ""

    def after(self, at: int) -> int:
        level = 0
        for index in range(at, len(self.body.tokens)):
            level += (self.text(index) == "(") - (self.text(index) == ")")
            if level == 0:
                return index + 1
        return len(self.body.tokens)
