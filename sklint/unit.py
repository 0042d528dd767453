"""A unit as the rules see it: one source with what it includes, and every question they may ask of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as copied
from functools import cached_property
from typing import Literal

from msgspec.structs import replace

from sklint.body import Call, Token
from sklint.declared import Key, Record, Struct
from sklint.model import ApiUse, ArchMarker, Binding, Function, Include, Kernel, Launch, Reached, SkFunction
from sklint.reader import Reader
from sklint.source import Source, Span
from sklint.told import Told


@dataclass(frozen=True)
class Unit(Told):
    """One source with what it includes, read in one configuration (the macros that were defined).

    `header` tells that the unit's own file is a header, which other files complete.
    """

    source: Source
    configuration: tuple[str, ...]
    header: bool
    reader: Reader = field(repr=False)
    settled: frozenset[Key] = frozenset()
    """Functions that are left out where all of them are asked for, as what is said of them is known."""

    def without(self, settled: frozenset[Key]) -> "Unit":
        """The unit as it is asked for all that is not settled."""
        part = copied(self, settled=settled)
        vars(part)["strangers"] = self.strangers
        return part

    @property
    def sources(self) -> Mapping[str, Source]:
        """The project's files of the unit, by path."""
        return self.reader.sources

    @cached_property
    def includes(self) -> tuple[Include, ...]:
        return self.reader.includes()

    @cached_property
    def kernels(self) -> tuple[Kernel, ...]:
        """The unit's kernels, each once, its definition where there is one."""
        return tuple(it for it in self.reader.kernels() if it.key not in self.settled)

    @cached_property
    def kernels_in_classes(self) -> tuple[Kernel, ...]:
        """`__global__` functions that stand in classes: members, and friends (whose `record` is ""). They are none of
        `kernels`: nothing can launch or bind them as it does those."""
        return self.reader.kernels_in_classes()

    @cached_property
    def sk_functions(self) -> tuple[SkFunction, ...]:
        return tuple(it for it in self.reader.sk_functions() if it.key not in self.settled)

    @cached_property
    def bindings(self) -> tuple[Binding, ...]:
        return tuple(it for it in self.reader.bindings() if not it.bound or not self.settled.issuperset(it.bound))

    @cached_property
    def launches(self) -> tuple[Launch, ...]:
        return self.reader.launches()

    @cached_property
    def api_uses(self) -> tuple[ApiUse, ...]:
        """What the unit's own file and the project's headers use of the documented interface, in order."""
        return self.reader.api_uses()

    def uses_of(self, words: frozenset[str]) -> tuple[ApiUse, ...]:
        """Of these, at least those whose names end in one of the words, unless only another architecture has them."""
        if words not in self._uses_of:
            self._uses_of[words] = self.reader.uses_of(words)
        return self._uses_of[words]

    @cached_property
    def _uses_of(self) -> dict[frozenset[str], tuple[ApiUse, ...]]:
        return {}

    @property
    def arch_markers(self) -> tuple[ArchMarker, ...]:
        """The `sk-arch` comments of the unit's own file."""
        return self.reader.arch_markers()

    @property
    def arch(self) -> int:
        """The value of __NPU_ARCH__ that the unit was read with."""
        values = (it.partition("=")[2] for it in self.configuration if it.startswith("__NPU_ARCH__="))
        return int(next(values, "0"))

    @property
    def core(self) -> Literal["AIC", "AIV", ""]:
        """The kind of core that the unit is compiled for; "" where its text is the same for both."""
        words = set(self.configuration)
        return "AIC" if "__DAV_CUBE__" in words else "AIV" if "__DAV_VEC__" in words else ""

    @property
    def arch_macros(self) -> tuple[str, ...]:
        """What is defined besides the kind of core."""
        return tuple(it for it in self.configuration if not it.endswith(("_CUBE__", "_VEC__")))

    def record(self, qualified: str) -> Record | None:
        """A class of the project; None for one of the model headers or an unknown one."""
        return self.reader.record(qualified)

    def mentions(self, word: str) -> bool:
        """Whether the text of a project's file of the unit has a word, in code or not: the cheap question first."""
        return self.reader.mentions(word)

    def named(self, words: frozenset[str]) -> tuple[tuple[str, Span], ...]:
        """Where code of the project's files has one of the words as a global name, known or not, that the project does
        not declare, with the word: a macro of the project may say it."""
        return self.reader.named(words)

    @cached_property
    def words(self) -> frozenset[bytes]:
        """All words in the texts of the project's files, in code or not: `mentions` for many words at once."""
        return self.reader.words()

    def file(self, path: str) -> Source | None:
        """A file of the project that the unit includes."""
        return self.reader.file(path)

    def function(self, key: Key) -> Function | None:
        return self.reader.function(key)

    def called(self, caller: Function, call: Call, key: Key) -> Function | None:
        """One of a call's targets as the call has it: without the branches of `if` that its template arguments and
        flags leave out, and with what it calls of classes that it is given."""
        return self.instance(caller, call, key) if self.has_ways else self.function(key)

    @cached_property
    def has_ways(self) -> bool:
        """Whether something tells a function what to do: template arguments, flags, a mode, constants."""
        return any(map(self.mentions, ("template", "true", "false", "constexpr", "DestroyWithoutPipeAll")))

    def instance(self, caller: Function, call: Call, key: Key) -> Function | None:
        """One of a call's targets, likewise, with the values of its template parameters as far as they are known."""
        target = self.function(key)
        return self.reader.called(caller, call, target) if target else None

    def specialized(self, function: Function, values: Mapping[str, int]) -> Function:
        """A function with these values of its template parameters, likewise."""
        return self.reader.specialized(function, values)

    def functions_taking(self, record: str) -> tuple[Function, ...]:
        """The project's functions and methods that have a parameter of that class, by value, pointer or reference."""
        return tuple(it for it in self.reader.functions_taking(record) if it.key not in self.settled)

    def methods_named(self, name: str) -> tuple[Function, ...]:
        """The methods of that name with a body, of all the project's classes and their specialisations."""
        return self.reader.methods_named(name)

    def function_around(self, place: Span) -> Function | None:
        """The function of the project that a place stands in; None where it stands in none."""
        return self.reader.function_around(place)

    def declares(self, name: str) -> bool:
        """Whether the project declares a function, method or class of that name, or a global variable."""
        return self.reader.declares(name)

    def macro_definition(self, name: str) -> Span | None:
        """The `#define` of a macro of the project, its continued lines included."""
        return self.reader.macro_definition(name)

    def is_given(self, name: str) -> bool:
        """Whether a macro is defined from outside: on the command line, or by the configuration."""
        return self.reader.is_given(name)

    @property
    def include_insertion(self) -> Span:
        """Where a line with a new `#include` goes: the empty span at the start of a line of the unit's own file."""
        return self.reader.include_insertion()

    @property
    def errors(self) -> tuple[tuple[Span, str], ...]:
        """What the compiler could not read: an empty span, and its words."""
        return self.reader.errors()

    def unfinished(self, path: str) -> tuple[Span, ...]:
        """Where a file of the project is half read: declarations that do not end, statements that are cut off."""
        return self.reader.unfinished(path)

    @property
    def inactive(self) -> tuple[Span, ...]:
        """What conditional directives leave out of the unit's own file."""
        return self.reader.inactive()

    def expansion(self, use: Span) -> tuple[Token, ...]:
        """What the use of a project's macro makes, which starts where `use` does."""
        return self.reader.expansion(use)

    def partly_expanded(self, use: Span, kept: Callable[[str], bool]) -> tuple[Token, ...] | None:
        """What the use of a macro makes, with the uses of those macros left that are `kept`; None where these would
        not make the same there."""
        return self.reader.partly_expanded(use, kept)

    def instantiations(self, key: Key) -> tuple[tuple[str | int, ...], ...]:
        """What the unit instantiates a function template with: canonical types, and values; nothing for one that has
        other kinds of arguments."""
        return self.reader.instantiations(key)

    def names_apart(self, place: Span, kernel: Kernel) -> frozenset[str]:
        """The names that may mean something at a place and nothing, or another thing, beside a kernel: what the
        functions around the place declare, and what stands behind the kernel or in another namespace."""
        return self.reader.names_apart(place, kernel)

    def names_behind(self, kernel: Kernel) -> frozenset[str]:
        """The names of the project that are declared behind a kernel and not before it."""
        return self.reader.names_behind(kernel)

    @property
    def asked_headers(self) -> tuple[Include, ...]:
        """The headers that conditions may ask for with `__has_include`, there or not."""
        return self.reader.asked_headers()

    @property
    def missing_headers(self) -> tuple[Include, ...]:
        """Includes that were not found: what they declare is unknown."""
        return tuple(it for it in self.includes if not it.path)

    @cached_property
    def args_structs(self) -> tuple[Struct, ...]:
        """The structs that SK functions take, each once."""
        structs = (it.args for it in self.sk_functions if it.args and not it.tool_made)
        return tuple({it.span: it for it in structs}.values())

    @cached_property
    def args_layouts(self) -> tuple[Struct, ...]:
        """The structs that SK functions take, a template once for each arguments it is taken with."""
        bound = (part.args for it in self.bindings for part in it.parts if part.args)
        every = (*self.args_structs, *bound)
        types = {it: tuple(field.type.comparable for field in it.fields) for it in every}
        return tuple({(it.span, it.arguments, types[it]): it for it in every}.values())

    @cached_property
    def bound_args(self) -> tuple[tuple[Struct, Kernel], ...]:
        """Each args struct with the kernel it is bound to, both with the template arguments of the binding."""
        found: list[tuple[Struct, Kernel]] = []
        for binding in self.bindings:
            named = binding.kernel
            if named and len(named.kernels) == 1:
                kernel = replace(named.kernels[0], params=named.params or named.kernels[0].params)
                functions = [(part, it) for part in binding.parts for it in part.functions if not it.tool_made]
                found += [(args, kernel) for part, it in functions if (args := part.args or it.args)]
        return tuple(found)

    @cached_property
    def bound(self) -> tuple[tuple[Binding, Kernel, SkFunction], ...]:
        """Each SK function with the kernel it is bound to, once per pair, at its first binding."""
        seen: dict[tuple[Key, Key], tuple[Binding, Kernel, SkFunction]] = {}
        for binding in self.bindings:
            kernels = binding.kernel.kernels if binding.kernel else ()
            functions = [function for part in binding.parts for function in part.functions]
            if len(kernels) == 1:
                for function in functions:
                    seen.setdefault((kernels[0].key, function.key), (binding, kernels[0], function))
        return tuple(seen.values())

    def reach(self, function: Function) -> tuple[Reached, ...]:
        """The function itself and all that it calls, nearest first, as far as their bodies are in the unit."""
        if function.key not in self._reached:
            self._reached[function.key] = self._reach(function)
        return self._reached[function.key]

    @cached_property
    def _reached(self) -> dict[Key, tuple[Reached, ...]]:
        return {}

    def _reach(self, function: Function) -> tuple[Reached, ...]:
        found = {function.key: Reached(function, ())}
        queue = [found[function.key]]
        for reached in queue:
            body = reached.function.body
            for call in (*body.calls, *body.constructed) if body else ():
                for key in call.targets:
                    if key not in found and (target := self.reader.function(key)):
                        found[key] = Reached(target, (*reached.via, call))
                        queue.append(found[key])
        return tuple(queue)
