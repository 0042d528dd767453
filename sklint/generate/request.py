"""What a person asks of the generator, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from sklint.finding import Edit, Finding, Related, Severity
from sklint.model import Kernel
from sklint.source import Span

DEFAULT_MASK = 4
MOST_SPLITS = 4
LARGEST_MASK = 15
"""All documented bits of SK_BIND's mask: 1, 2, 4 and 8."""

SystemArgs = Literal["auto", "always", "never"]


@dataclass(frozen=True, slots=True)
class BindRequest:
    """`targets` are instantiations of template kernels such as `k<float>`; without any, those the file launches."""

    mask: int = DEFAULT_MASK
    num_splits: int = MOST_SPLITS
    with_sys_args: SystemArgs = "auto"
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The code that binds one kernel: `text` goes to `place`, a span of blanks or none; `names` are what it declares.

    `targets` are what it binds: the kernel, or instantiations of it; `instances` the first part for each. `twin` is a
    template that repeats the kernel's own body: what does not compile there, the kernel itself has wrong. `copies` are
    the names of the helpers that are copied, by those of the copies. `notes` say what is not known about the binding,
    `instead` what a person has to do where the copies in it prove to be others.
    """

    kernel: Kernel
    place: Span
    text: str
    names: tuple[str, ...]
    targets: tuple[str, ...]
    instances: tuple[str, ...]
    twin: str
    copies: Mapping[str, str] = field(default_factory=dict[str, str])
    notes: tuple[Finding, ...] = ()
    instead: tuple[Finding, ...] = ()

    @property
    def edit(self) -> Edit:
        return Edit(self.place, self.text)

    @property
    def named_globally(self) -> "Plan":
        """The same with `SK_BIND(::k, …)`: a using directive may give the plain name to other functions too."""
        full = {it: f"::{self.kernel.qualified}{it.removeprefix(self.kernel.name)}" for it in self.targets}
        text = self.text
        for plain, name in full.items():
            text = text.replace(f"SK_BIND({plain}, ", f"SK_BIND({name}, ")
        return replace(self, text=text, targets=tuple(full.values()))


@dataclass(frozen=True, slots=True)
class Taken:
    """Names that earlier plans give to things, each with the scope it is in and the kernel it is for."""

    names: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def free(self, scope: str, name: str, kernel: str) -> bool:
        """Whether `name` is free in `scope`, or held by the same kernel (in another branch of an `#if`)."""
        return self.names.get((scope, name), kernel) == kernel


def problem(what: str, span: Span, message: str, kernel: str, related: tuple[Related, ...] = ()) -> Finding:
    """What a person has to decide before a kernel can be bound."""
    return Finding(f"codegen.{what}", "codegen", Severity.BLOCKER, span, message, kernel, related=related)


def remark(what: str, span: Span, message: str, kernel: str) -> Finding:
    """What a person may want to know about a binding that is generated."""
    return Finding(f"codegen.{what}", "codegen", Severity.INFO, span, message, kernel)
