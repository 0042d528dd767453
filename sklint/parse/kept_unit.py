"""Reads a unit after an edit inside one body: the functions and classes outside are what they were before, at places
that have moved. What the edit may have changed, and what was not asked for before, is read as ever."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TypeVar

from msgspec.structs import replace

from sklint.declared import Key
from sklint.model import Binding, Function, Kernel, SkFunction
from sklint.parse.clang import children
from sklint.parse.functions import Once, read_body_of, read_kernel, read_sk_function
from sklint.parse.islands import Islands
from sklint.parse.kept import Outside
from sklint.parse.kept_facts import (
    movable,
    movable_binding,
    movable_record,
    movable_struct,
    moved_binding,
    moved_function,
    moved_kernel,
    moved_record,
    moved_sk_function,
)
from sklint.parse.kernel_types import qualifiers
from sklint.parse.reading import Reading
from sklint.parse.settled import NOTHING, Known, islands_after, known_still
from sklint.parse.unit import UnitReader
from sklint.reader import Settled

Read = TypeVar("Read", Function, Kernel, SkFunction)


class KeptReader(UnitReader):
    """A reader that knows what `before`, the reader of the same source before an edit, knew. It does not hold on to
    that one, nor to its tree."""

    def __init__(
        self,
        reading: Reading,
        arch: int,
        wider: Callable[[], Reading] | None,
        before: UnitReader,
        same: Outside,
        others: bool | None,
    ) -> None:
        super().__init__(reading, arch, wider)
        reading.kept, self.layers = same.body, same.layers
        reading.keep_records(moved_record(it, same.edit) for it in before.reading.asked_records if movable_record(it))
        self.again = {same.edit.key(it.key) for it in before.asked_functions if not movable(it)}
        self.again |= {same.edited, *same.others}
        self.moved_kernels = [moved_kernel(it, same.edit) for it in before.all_kernels]
        self.moved_sk_functions = [moved_sk_function(it, same.edit) for it in before.all_sk_functions]
        structs = (it.args for it in self.moved_sk_functions if it.args and movable_struct(it.args))
        reading.kept_structs.update({(it.span.path, it.span.start): it for it in structs})
        self.others = [moved_function(it, same.edit) for it in before.asked_functions]
        self.taking = {record: list(map(same.edit.key, keys)) for record, keys in before.taking.items()}
        self.edit, self.edited = same.edit, same.edited
        self.asked_before = before.asked_bindings
        self.others_destroy = others
        self.known_islands = islands_after(before.islands, same, reading) if before.islands else None
        self.said_before = before.said
        self.known: Known = NOTHING
        if before.islands and before.said:
            self.known = known_still(before.reading, before.islands, before.said.findings, same, reading)

    @cached_property
    def islands(self) -> Islands | None:
        return self.known_islands

    def settled(self) -> Settled | None:
        left, findings = self.known
        torn = any(not left.isdisjoint(it.bound) and not left.issuperset(it.bound) for it in self.bindings())
        if self.said_before is None or not left or torn:
            return None
        return Settled(self.said_before.by, left, findings, self.others_destroy)

    @cached_property
    def all_kernels(self) -> tuple[Kernel, ...]:
        return tuple(self.with_body(it) if self.keeps(it) else self.kernel_again(it) for it in self.moved_kernels)

    @cached_property
    def all_sk_functions(self) -> tuple[SkFunction, ...]:
        kept = self.moved_sk_functions
        return tuple(self.with_body(it) if self.keeps(it) else self.sk_function_again(it) for it in kept)

    @cached_property
    def all_bindings(self) -> tuple[Binding, ...]:
        before, edit = self.asked_before, self.edit
        if before is None or self.binds_in_edited() or not all(movable_binding(it) for it in before):
            return super().all_bindings
        kernels = {it.key: it for it in self.all_kernels}
        functions = {it.key: it for it in self.all_sk_functions}
        return tuple(moved_binding(it, edit, kernels, functions) for it in before)

    def binds_in_edited(self) -> bool:
        """Whether a binding stands in the body that was edited, or stood there."""
        start, end = self.reading.definitions[self.edited]
        text = self.reading.main.data[start:end]
        within = (it.within for it in self.asked_before or ())
        return any(within) or any(it.encode() in text for it in self.reading.macros_saying("SK_BIND"))

    @cached_property
    def _functions(self) -> dict[Key, Function | None]:
        others = {it.key: self.with_body(it) for it in self.others if self.keeps(it)}
        return {**others, **{it.key: it for it in (*self.all_kernels, *self.all_sk_functions)}}

    def keeps(self, function: Function) -> bool:
        return function.key not in self.again

    def with_body(self, function: Read) -> Read:
        """A function that was moved, with the body that is there now."""
        if not isinstance(function.load_body, Once):
            return function
        read = partial(read_body_of, self.reading, function.key)
        return replace(function, load_body=Once(partial(self.reading.body, function.key, read)))

    def kernel_again(self, kernel: Kernel) -> Kernel:
        cursor = self.reading.functions[kernel.key].cursor
        parts = children(cursor)
        return replace(
            read_kernel(self.reading, cursor, parts, qualifiers(self.reading, parts)), further=kernel.further
        )

    def sk_function_again(self, function: SkFunction) -> SkFunction:
        cursor = self.reading.functions[function.key].cursor
        parts = children(cursor)
        read = read_sk_function(self.reading, cursor, parts, qualifiers(self.reading, parts))
        return replace(read, sole_declaration=function.sole_declaration)
