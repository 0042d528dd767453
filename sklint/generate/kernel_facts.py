"""The kernels of an asset as the IO contract speaks of them: by name, with what is known of their parameters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sklint.generate.adapt_entries import EntryFacts, entries_of, facts, value_type
from sklint.generate.template_arguments import Arguments, complete, substituted
from sklint.model import Kernel
from sklint.unit import Unit


@dataclass(frozen=True)
class KernelHere:
    """A kernel that a source defines. `bound` is what its SK_BINDs in that source tell of it, `launched` whether that
    source launches it."""

    kernel: Kernel
    bound: tuple[EntryFacts, ...]
    launched: bool

    @property
    def names(self) -> tuple[str, str]:
        return self.kernel.name, self.kernel.qualified

    @property
    def open(self) -> bool:
        """Whether it is a template and nothing beside it says for what arguments."""
        template = self.kernel.template
        return template is not None and complete(template, ()) is None and not (self.bound or self.launched)

    def fits(self, arguments: Arguments) -> bool:
        """Whether the template arguments make an instantiation of it."""
        template = self.kernel.template
        return not arguments if template is None else not arguments or complete(template, arguments) is not None

    def facts(self, arguments: Arguments) -> list[EntryFacts]:
        """What is known of it, or of an instantiation; nothing where a parameter has no name to speak of."""
        of_bindings = [it for it in self.bound if not arguments or it.arguments == arguments]
        if of_bindings or not all(it.name for it in self.kernel.params):
            return of_bindings
        return [plain_facts(self.kernel, arguments)]


def kernels_here(sources: Iterable[Sequence[Unit]]) -> list[KernelHere]:
    """The kernels of sources, each read in several configurations: once for each form that one of them has."""
    found: dict[object, KernelHere] = {}
    for units in sources:
        bound = entries_of(units).entries if units else ()
        for it in (it for unit in units for it in unit.kernels if it.defined):
            form = (it.span, tuple((param.name, param.type.written) for param in it.params))
            own = tuple(one for one in bound if one.qualified == it.qualified)
            launched = any(it.key == one.key for unit in units for at in unit.launches for one in at.kernels)
            found.setdefault(form, KernelHere(it, own, launched))
    return list(found.values())


def plain_facts(kernel: Kernel, arguments: Arguments) -> EntryFacts:
    """A kernel that nothing binds."""
    template = kernel.template or ()
    values = dict(zip((it.name for it in template), complete(template, arguments) or (), strict=False))
    types = [value_type(substituted(it.type.written, values) if values else it.type.written) for it in kernel.params]
    return EntryFacts(
        name=kernel.name,
        qualified=kernel.qualified,
        arguments=arguments,
        target=kernel.qualified,
        sk_kernel_type=kernel.kernel_type.spelling if kernel.kernel_type else "",
        args_struct_name="",
        uses_sys_args=False,
        qualifiers="",
        parameters=tuple(facts(it, it.name, type, type) for it, type in zip(kernel.params, types, strict=True)),
        span=kernel.span,
    )
