"""What a unit is made of, as the rules see it: kernels, SK functions, args structs, bindings, and what they call.

Everything here is a plain value. Spans point into `Unit.sources`; names are resolved, `qualified` means with namespaces
and without template arguments. What is not known is None or empty, never guessed.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal

import msgspec

from sklint.source import Span

Key = tuple[str, int, str]
"""A declaration: its file, the byte offset of its name (of the macro use that makes it), and its name."""


class Type(msgspec.Struct, frozen=True):
    """A type, through aliases. Sizes and alignments are bytes, None where the type is unknown or dependent."""

    written: str  # as the source has it, one blank between words, without qualifier macros' values
    canonical: str  # aliases resolved, top-level const dropped; "" where unknown
    size: int | None
    align: int | None
    pointer: bool
    reference: bool
    record: str  # qualified name of the struct, class or class template behind pointers; "" if none
    const_pointee: bool  # whether what it points or refers to is const
    template_dependent: bool = False

    @property
    def known(self) -> bool:
        """Whether the compiler could tell what the type is (a template parameter's type is not known)."""
        return bool(self.canonical)

    @property
    def comparable(self) -> str:
        """What to compare two types by: the canonical spelling, or the written one where that is all there is."""
        return self.canonical or self.written


class Param(msgspec.Struct, frozen=True):
    """A parameter of a function. `extent` is the whole declaration, default argument included."""

    name: str
    type: Type
    span: Span
    extent: Span
    default: str
    in_macro: bool = False


class Field(msgspec.Struct, frozen=True):
    """A field of a struct. `declaration` starts where an alignment would be written; `offset` in bytes.

    `movable` is the whole declaration with its `;` and the comments beside and above it; None where it cannot change
    places with another of its struct (a macro makes it, several declarators, directives or comments in between).
    """

    name: str
    type: Type
    span: Span
    declaration: Span
    alignment: int | None  # the strictest alignas on the field, None without one, 0 where it cannot be told
    written_alignment: Span | None  # all alignas of the field, None where there is none or a macro makes it
    offset: int | None
    sole_declarator: bool  # False for `int a, b;`
    in_macro: bool
    movable: Span | None = None
    bits: int | None = None  # the width of a bit-field, 0 where it cannot be told; None for any other field
    declared: str = ""  # the type as its template declares it, where one declaration has several types


class Struct(msgspec.Struct, frozen=True):
    """A struct that an SK function takes. Its fields begin with those of its bases, in order.

    `arguments` is what a template was instantiated with, as `<half>`; the fields then have the types they have there.
    """

    name: str
    qualified: str
    fields: tuple[Field, ...]
    span: Span
    extent: Span
    size: int | None
    unknown_bases: bool  # a base whose fields are not among `fields`
    templated: bool
    in_macro: bool
    anonymous_members: bool = False  # an anonymous union or struct, whose fields are not among `fields`
    arguments: str = ""


class KernelType(msgspec.Struct, frozen=True):
    """Which cores run a function: `vector`, `cube` or `mix` with a ratio of cube to vector cores, as written and
    macros expanded."""

    kind: Literal["vector", "cube", "mix"]
    ratio: tuple[str, str] | None
    span: Span
    in_macro: bool = False  # a macro of the project makes the words at `span`

    @property
    def spelling(self) -> str:
        return f"__mix__({self.ratio[0]}, {self.ratio[1]})" if self.ratio else f"__{self.kind}__"

    @property
    def cores(self) -> str:
        """What two functions must share. `__mix__(1, 0)` is `__cube__`, `__mix__(0, 1)` is `__vector__` (documents
        write both)."""
        if self.ratio and self.ratio[1] == "0":
            return "cube"
        if self.ratio and self.ratio[0] == "0":
            return "vector"
        return f"mix {self.ratio[0]}:{self.ratio[1]}" if self.ratio else self.kind

    @property
    def evaluated(self) -> bool:
        """Whether the ratio is two numbers; one that depends on a template parameter is not."""
        return self.ratio is None or all(it.isdigit() for it in self.ratio)

    @property
    def doubles_vector_blocks(self) -> bool:
        """In MIX 1:2 a vector core reads twice the launched block count from SkSystemArgs."""
        return self.ratio == ("1", "2")


class TemplateParam(msgspec.Struct, frozen=True):
    """`declaration` is the text without its default, `kind` what may be given for it."""

    name: str
    kind: Literal["type", "value", "template"]
    declaration: str
    default: str
    pack: bool


class Token(msgspec.Struct, frozen=True, gc=False):
    """A token of code. `span` is where a reader finds it: for what a macro makes, the macro's use; `spelled` is where
    its characters stand."""

    kind: Literal["name", "number", "string", "punct"]
    text: str
    span: Span
    spelled: Span
    in_definition: bool = False  # its characters stand in a macro's definition, not in code

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
    """What a name in a body stands for. `where` is the key of its declaration."""

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


class Record(msgspec.Struct, frozen=True):
    """A class of the project: its fields by name, the keys of its methods by name, its bases' qualified names, and the
    keys of the fields that are initialised where they are declared. `hidden` are the members and bases that others may
    not name, `places` where the fields are declared. `extent` is the whole class, `outside` the definitions of its
    members that stand behind it."""

    qualified: str
    fields: Mapping[str, Type]
    methods: Mapping[str, tuple[Key, ...]]
    bases: tuple[str, ...]
    initialized: tuple[Key, ...] = ()
    hidden: frozenset[str] = frozenset()
    places: Mapping[str, Key] = msgspec.field(default_factory=dict[str, Key])
    extent: Span | None = None
    outside: tuple[Key, ...] = ()


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

    def text(self, first: int, last: int) -> str:
        """The tokens from `first` to before `last`, one blank between each two."""
        return " ".join(token.text for token in self.tokens[first:last])


class Function(msgspec.Struct, frozen=True, kw_only=True):
    """Any function of the unit."""

    key: Key
    name: str
    qualified: str
    params: tuple[Param, ...]
    span: Span
    extent: Span
    record: str  # qualified class it is a member of; "" for a free function
    template: tuple[TemplateParam, ...] | None
    in_macro: bool
    defined: bool
    load_body: Callable[[], Body | None]
    values: tuple[tuple[str, int], ...] = ()  # of its template parameters and its flags, as a call has them
    types: tuple[tuple[str, str], ...] = ()  # the classes that its type parameters are, likewise
    doubts: tuple[tuple[int, int], ...] = ()  # tokens of the body that a call may leave out

    @property
    def body(self) -> Body | None:
        """The body, read when first asked for; None for a declaration."""
        return self.load_body()


class Kernel(Function, frozen=True, kw_only=True):
    """A `__global__` function. `qualifier_span` is the word `__global__`; `returns` its declared result."""

    qualifiers: tuple[str, ...]
    qualifier_span: Span
    kernel_type: KernelType | None
    task_type: str  # the KERNEL_TYPE_* of a KERNEL_TASK_TYPE_DEFAULT in the body, "" without
    schedmode: str  # the text in __schedmode__( ), "" without
    launch_bounds: str  # the text in __launch_bounds__( ), "" without
    extern_c: bool
    static: bool
    returns: str
    variadic: bool = False  # its parameters end in `...`
    linkage_block: bool = False  # it stands in the braces of an `extern "C" { }`
    further: tuple[Span, ...] = ()  # names of more definitions with these parameters, such as explicit specialisations
    try_block: bool = False  # what it runs is a `try` with its handlers, for which `body` is None

    @property
    def simt(self) -> bool:
        return bool(self.launch_bounds)


class SkFunction(Function, frozen=True, kw_only=True):
    """An `__sk__` function. `args` is the struct behind its first parameter, None if there is none or it is unknown.

    `returns` is its declared result: not `void` where a word before the name is unknown.
    """

    qualifiers: tuple[str, ...]
    qualifier_span: Span  # the word __sk__
    kernel_type: KernelType | None
    args: Struct | None
    args_param: Param | None
    system_args: Param | None
    extern_c: bool
    qualifier_in_macro: bool
    returns: str
    parameter_list: Span | None  # what stands between the parentheses; None where a macro makes it
    sole_declaration: bool = True  # False where the unit declares it a second time

    @property
    def tool_made(self) -> bool:
        """The operator compiler writes SK functions that take `uint64_t args_offset`; nobody adapts them by hand."""
        return len(self.params) == 1 and self.params[0].name == "args_offset"


class Bound(msgspec.Struct, frozen=True):
    """One argument of SK_BIND that names a function: the text, the name in it and its template arguments.

    `params` and `args` are the parameters and the args struct that it has with those; None where they cannot be told.
    """

    text: str
    name: str
    template_arguments: tuple[str, ...] | None
    span: Span
    kernels: tuple[Kernel, ...]  # what it names, if that is a kernel (several: overloads)
    functions: tuple[SkFunction, ...]  # what it names, if that is an SK function
    others: tuple[Function, ...]  # what it names, if that is neither
    declared: bool  # whether anything of that name, but for members, is declared in the unit
    params: tuple[Param, ...] | None = None
    args: Struct | None = None
    argument_spans: tuple[Span, ...] = ()  # of each of `template_arguments`
    instance: tuple[str | int, ...] | None = None  # all template arguments: canonical types and values, if known


class Mask(msgspec.Struct, frozen=True):
    """The second argument of SK_BIND. `value` is None where it cannot be evaluated. `literal` tells that the span is a
    plain expression of literals in the file, so that it may be replaced."""

    text: str
    value: int | None
    span: Span
    literal: bool


class Binding(msgspec.Struct, frozen=True):
    """`SK_BIND(kernel, mask, parts...)`, also when a macro of the project makes it (then spans are the macro's use)."""

    kernel: Bound | None
    mask: Mask | None
    parts: tuple[Bound, ...]
    arguments: tuple[str, ...]
    span: Span  # the word SK_BIND, or the macro that makes it
    extent: Span
    in_macro: bool
    within: str = ""  # the function whose body it stands in


class Launch(msgspec.Struct, frozen=True):
    """`kernel<<<blocks, ..., stream>>>(arguments)`. `blocks` as written, `block_count` if it is a constant."""

    name: str
    template_arguments: tuple[str, ...] | None
    kernels: tuple[Kernel, ...]
    configuration: tuple[str, ...]
    block_count: int | None
    arguments: tuple[str, ...]
    span: Span


class Include(msgspec.Struct, frozen=True):
    """An `#include`. `path` is the file it resolved to; "" when none was found; `stub` when it is a model header."""

    name: str
    angled: bool
    span: Span  # the whole directive
    path: str
    stub: bool
    directive_from: str  # the file the directive stands in


class Reached(msgspec.Struct, frozen=True):
    """A function that another reaches, and the calls on a shortest way to it."""

    function: Function
    via: tuple[Call, ...]


class Written(msgspec.Struct, frozen=True):
    """A call as the file has it: the bytes of each template argument and argument, and all of it from the name on."""

    template_arguments: tuple[Span, ...]
    arguments: tuple[Span, ...]
    extent: Span
    templated: bool  # whether `<...>` is written


class Argument(msgspec.Struct, frozen=True):
    """An argument of a call as the compiler knows it: its canonical type, and its value where it is a constant
    integer. What depends on a template parameter has no type, and a value where each instantiation has the same."""

    type: str
    value: int | None


class ApiUse(msgspec.Struct, frozen=True):
    """A name of the documented interface where code of the project uses it. `names` is what it may mean, qualified:
    several only where overloads of several scopes fit."""

    names: tuple[str, ...]
    span: Span
    callable: bool  # a function, method or macro; else a type, a variable or an enumerator
    on_host: bool  # in a function that no qualifier puts on the device
    in_macro: bool  # a macro of the project makes the name; `span` is the macro's use
    load_call: Callable[[], Written | None] = field(repr=False, compare=False)
    load_arguments: Callable[[], tuple[Argument, ...]] = field(repr=False, compare=False)

    @property
    def call(self) -> Written | None:
        """The call it is the name of; None for any other use."""
        return None if self.in_macro else self.load_call()

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments of the call it is the name of, as the compiler knows them; none where it lost the call."""
        return () if self.in_macro else self.load_arguments()


class ArchMarker(msgspec.Struct, frozen=True):
    """A comment `// sk-arch: NAME`, which says what a source is written for. `span` covers the name."""

    name: str
    span: Span
