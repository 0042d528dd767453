"""What is in the body of a function: its tokens, its statements, what its names mean, the calls and variables in it."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

import msgspec

from sklint.declared import Key, Type
from sklint.source import Span


class Token(msgspec.Struct, frozen=True, gc=False):
    """A token of code. `span` is where a reader finds it: for what a macro makes, the macro's use; `spelled` is where
    its characters stand."""

    kind: Literal["name", "number", "string", "punct"]
    text: str
    span: Span
    spelled: Span
    in_definition: bool = False  # its characters stand in a macro's definition, not in code
    spaced: bool = False  # blanks stand before it, or before what it is made of

    @property
    def from_macro(self) -> bool:
        return self.span != self.spelled

    @property
    def file_place(self) -> tuple[str, int]:
        """Where it stands in code: macro arguments at their own place, all else a macro makes at the macro's use."""
        where = self.span if self.in_definition else self.spelled
        return where.path, where.start


Role = Literal["function", "method", "variable", "parameter", "field", "type", "enumerator", "other"]


class Reference(msgspec.Struct, frozen=True):
    """What a name in a body stands for. `where` is the key of its declaration, `type` that of a value, or what another
    name for a type stands for."""

    qualified: str
    kind: Role
    where: Key
    candidates: tuple[Key, ...] = ()  # overloads, where no single one was chosen
    type: Type | None = None
    global_memory: bool = False  # its declaration says __gm__


class Statement(msgspec.Struct, frozen=True):
    """A statement: its tokens are `tokens[first:last]` of the body; `children` are the statements inside it.

    `block`: children in order. `if`: children are the branches taken, `has_else` tells whether one is always taken.
    `loop`: one child. `switch`: one child; `has_default`. `label`: a `case`, `default` or label with the statement
    after it as child. `lambda` bodies stay inside their `simple` statement.
    """

    kind: Literal["block", "if", "loop", "switch", "label", "return", "break", "continue", "goto", "simple", "try"]
    first: int
    last: int
    children: tuple["Statement", ...] = ()
    head: tuple[int, int] = (0, 0)  # the tokens of the condition or of the expression
    complete: bool = False  # `if` with an else, `switch` with a default, a `do` or endless loop (it runs once)
    constant: bool = False  # `if constexpr` or an AscendC core-type test


class Call(msgspec.Struct, frozen=True):
    """A call in a body. `name` as written without qualifiers; `qualified` when resolved, else what the text says.

    `receiver` is the text before the `.` or `->`; `arguments` the text of each argument, `template_arguments` likewise.
    `extent` covers the receiver or qualifier up to the closing parenthesis.
    """

    name: str
    qualified: str
    resolved: bool
    receiver: str
    receiver_type: str
    template_arguments: tuple[str, ...]
    arguments: tuple[str, ...]
    span: Span
    extent: Span
    index: int  # of the name's token in the body
    targets: tuple[Key, ...]  # keys of the functions it may be
    from_macro: bool


class Local(msgspec.Struct, frozen=True):
    """A variable that a body declares. `record` is the qualified class of its type, without template arguments."""

    name: str
    type: Type
    span: Span
    index: int
    static: bool = False
    array: bool = False
    initializer: str = ""
    global_memory: bool = False  # its declaration says __gm__


ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))
STEPS = ("++", "--")
SETS = ASSIGNMENTS | {*STEPS}


class Body(msgspec.Struct, frozen=True):
    """The body of a function: its tokens (macros of the project expanded), its statements and what its names mean.

    Those of a constructor begin with the `:` of its initialisers, which `statement` leaves out.
    """

    tokens: tuple[Token, ...]
    statement: Statement
    references: Mapping[int, Reference]  # by token index
    calls: tuple[Call, ...]
    locals: tuple[Local, ...]
    extent: Span  # braces included, as the file has it (the macro use, where a macro makes it)
    in_macro: bool
    constructed: tuple[
        Call, ...
    ] = ()  # what runs uncalled: constructors, destructors, `for (x : y)`, what is only named

    def names_any(self, words: frozenset[str]) -> bool:
        """Whether one of the words is a name in the body's code."""
        return any(token.kind == "name" and token.text in words for token in self.tokens)

    def may_set(self, name: str) -> bool:
        """Whether the body assigns to what has a name, counts it up or down, or takes its address."""
        pairs = pairwise(it.text for it in self.tokens)
        return any((one == name and two in SETS) or (one in ("&", *STEPS) and two == name) for one, two in pairs)

    def text(self, first: int, last: int) -> str:
        """The tokens from `first` to before `last`, one blank between each two."""
        return " ".join(token.text for token in self.tokens[first:last])
