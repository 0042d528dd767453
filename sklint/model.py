"""What a unit is made of, as the rules see it: kernels, SK functions, bindings, launches, what they use.

Everything here is a plain value. Spans point into `Unit.sources`; names are resolved, `qualified` means with namespaces
and without template arguments. What is not known is None or empty, never guessed.
"""

import re
from collections.abc import Callable
from dataclasses import field

import msgspec

from sklint.body import Body, Call
from sklint.declared import KernelType, Key, Param, Struct, TemplateParam
from sklint.source import Span


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
    task_type: str  # the KERNEL_TYPE_* of a KERNEL_TASK_TYPE_DEFAULT in the body, else of its keys, "" without
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
    ambiguous: bool = False  # whether its name means another thing, too, where it stands: by a using directive


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
    ended: bool = True  # whether it has its `;`, as far as no macro of the project makes it

    @property
    def bound(self) -> tuple[Key, ...]:
        """The kernels and SK functions that its arguments name."""
        named = (self.kernel, *self.parts) if self.kernel else self.parts
        return tuple(one.key for it in named for one in (*it.kernels, *it.functions, *it.others))


class Launch(msgspec.Struct, frozen=True):
    """`kernel<<<blocks, ..., stream>>>(arguments)`. `blocks` as written, `block_count` if it is a constant."""

    name: str
    template_arguments: tuple[str, ...] | None
    kernels: tuple[Kernel, ...]
    configuration: tuple[str, ...]
    block_count: int | None
    arguments: tuple[str, ...]
    span: Span


FOREIGN = re.compile(
    r"\w+|(?:sys|arpa|netinet|linux|torch|torch_npu|ATen|c10|pybind11|gtest|gmock|nlohmann|google|Eigen)/.*"
    r"|(?:assert|complex|ctype|dirent|dlfcn|errno|fcntl|fenv|float|getopt|inttypes|iso646|limits|locale|malloc|math"
    r"|mman|numa|omp|poll|pthread|sched|securec|semaphore|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint"
    r"|stdio|stdlib|string|strings|syscall|tgmath|threads|time|uchar|unistd|wchar|wctype|Python)\.h"
)
"""Headers of the language, of the system and of libraries on the host, in angle brackets."""


class Include(msgspec.Struct, frozen=True):
    """An `#include`. `path` is the file it resolved to; "" when none was found; `stub` when it is a model header."""

    name: str
    angled: bool
    span: Span  # the whole directive
    path: str
    stub: bool
    directive_from: str  # the file the directive stands in

    @property
    def unseen(self) -> bool:
        """Whether it may bring what nobody sees: it was not found, and is not of the language, of the system or of a
        library that knows of no kernels."""
        return not self.path and not (self.angled and FOREIGN.fullmatch(self.name))


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
    integer. What depends on a template parameter has no type, and a value where each instantiation has the same.
    `offset` is for a local tensor the elements between the start of its buffer and its own, if constant."""

    type: str
    value: int | None
    offset: int | None = None


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
