"""An entry of an IO contract: what it says of one kernel, checked."""

import re

import msgspec

from sklint.bind_target import is_bind_target
from sklint.contract_compile import defines, options
from sklint.contract_names import names
from sklint.contract_read import Place, wrong
from sklint.contract_text import (
    ALIASES,
    LARGEST_BLOCK_DIM,
    PUBLIC_NAME,
    TARGET,
    ContractText,
    EntryText,
    Kind,
    LaunchText,
    Number,
    Parameters,
    ParameterText,
)
from sklint.contract_wrapper import Wrapper, wrapper
from sklint.error import SklintError
from sklint.source import Span

DIGITS = re.compile(r"\s*\+?([0-9]{1,100})\s*")


class Parameter(msgspec.Struct, frozen=True):
    kind: Kind
    nullable: bool = False


class Entry(msgspec.Struct, frozen=True):
    """What the contract says of one kernel. `span` is its key in the contract."""

    name: str
    return_tensor: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    workspaces: tuple[str, ...]
    span: Span
    parameters: dict[str, Parameter] = {}
    block_dim: int | None = None
    defines: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    wrapper: Wrapper | None = None
    public_entry_name: str = ""
    source_entry_name: str = ""
    bind_target: str = ""

    @property
    def tensors(self) -> tuple[str, ...]:
        """Every tensor that is named, each once."""
        return tuple(dict.fromkeys((*self.inputs, *self.outputs, *self.workspaces)))

    @property
    def names(self) -> tuple[str, ...]:
        """What a kernel may be called that it is for: its names, and that in its bind target."""
        return (self.name, self.source_entry_name, self.public_entry_name, target_name(self.bind_target))


class NothingReturnedError(SklintError):
    """That an entry says nothing of what a call gives back: the entry as far as it is given."""

    def __init__(self, message: str, entry: Entry) -> None:
        super().__init__(message)
        self.entry = entry


def as_given(name: str, given: EntryText, span: Span) -> Entry:
    """Which kernel an entry is for and what it lists, unchecked."""
    return Entry(
        name=name,
        return_tensor="",
        inputs=tuple(given.inputs or given.input_tensors or ()),
        outputs=tuple(given.outputs or given.output_tensors or ()),
        workspaces=tuple(given.workspaces or given.workspace_tensors or ()),
        span=span,
        parameters=parameters_of(given.parameters or given.params or {}),
        source_entry_name=given.source_entry_name or "",
        public_entry_name=given.public_entry_name or given.entry_name or "",
        bind_target=given.bind_target or "",
    )


def target_name(bind_target: str) -> str:
    """The kernel in a bind target: `ns::cast` for `::ns::cast<half>`."""
    return bind_target.partition("<")[0].strip().removeprefix("::")


def has_entry_named(contract: ContractText, kernel: str, qualified: str) -> bool:
    """Whether an entry of the contract has a kernel's name under any of its keys."""
    return any({kernel, qualified} & names_of(name, it) for name, it in contract.entries.items())


def names_of(name: str, entry: str | EntryText) -> set[str]:
    if isinstance(entry, str):
        return {name}
    given = (entry.source_entry_name, entry.public_entry_name, entry.entry_name, target_name(entry.bind_target or ""))
    return {name, *(it for it in given if it)}


def entry(name: str, given: str | EntryText, place: Place) -> Entry:
    if isinstance(given, str):
        if not given.strip():
            raise wrong(place, "", "is empty; it takes the name of the tensor that the kernel writes")
        given = EntryText(pybind_return_tensor=given)
    one_word_each(given, place)
    stated = names(given.outputs, "outputs", given.output_tensors, "output_tensors", place)
    returned = return_tensor(given, stated, place)
    checked_names(given, place)
    return Entry(
        name=name,
        return_tensor=returned,
        inputs=names(given.inputs, "inputs", given.input_tensors, "input_tensors", place),
        outputs=stated or (returned,),
        workspaces=names(given.workspaces, "workspaces", given.workspace_tensors, "workspace_tensors", place),
        span=place.span,
        parameters=parameters(given, place),
        block_dim=block_dim(given.launch, place),
        defines=defines(given, place),
        options=options(given, place),
        wrapper=wrapper(given.runtime_wrapper, place.of("runtime_wrapper")) if given.runtime_wrapper else None,
        public_entry_name=given.public_entry_name or given.entry_name or "",
        source_entry_name=given.source_entry_name or "",
        bind_target=given.bind_target or "",
    )


def one_word_each(given: EntryText, place: Place) -> None:
    """SklintError where two words for one thing are both given: one of them would be lost."""
    for word, alias in ALIASES.items():
        if getattr(given, word) is not None and getattr(given, alias) is not None:
            raise wrong(place, alias, f"is another word for {word}, which is given too; keep one of them")


def return_tensor(given: EntryText, outputs: tuple[str, ...], place: Place) -> str:
    """The tensor that a call gives back: the one that is named, or the only output."""
    key = "pybind_return_tensor" if given.pybind_return_tensor is not None else "return_tensor"
    named = given.pybind_return_tensor or given.return_tensor or ""
    if named and not named.strip():
        raise wrong(place, key, "is blank; it takes the name of an output")
    found = named or (outputs[0] if len(outputs) == 1 else "")
    if not found:
        told = wrong(place, "", "names no pybind_return_tensor, and not exactly one of outputs to return")
        raise NothingReturnedError(str(told), as_given(str(place.path[-1]), given, place.span))
    if outputs and found not in outputs:
        raise wrong(place, key, f"is {found}, which is not among its outputs {', '.join(outputs)}")
    return found


def checked_names(given: EntryText, place: Place) -> None:
    """Names that become names in generated code, or parts of it."""
    for key, it in (("public_entry_name", given.public_entry_name), ("entry_name", given.entry_name)):
        if it is not None and not re.fullmatch(PUBLIC_NAME, it):
            raise wrong(place, key, f"is {it!r}; it takes a name of letters, digits and _")
    target = given.bind_target
    if target and not (re.fullmatch(TARGET, target) and is_bind_target(target)):
        raise wrong(place, "bind_target", f"is {target!r}; it takes a kernel, such as add or cast<half>")


def parameters(given: EntryText, place: Place) -> dict[str, Parameter]:
    key, found = ("parameters", given.parameters) if given.parameters is not None else ("params", given.params or {})
    for name in found:
        if not name.strip():
            raise wrong(place.of(key, name), "", "is a parameter without a name; it takes one of the kernel's")
    return parameters_of(found)


def parameters_of(given: Parameters) -> dict[str, Parameter]:
    return {
        name: Parameter(it.kind, it.nullable) if isinstance(it, ParameterText) else Parameter(it)
        for name, it in given.items()
    }


def block_dim(given: LaunchText | None, place: Place) -> int | None:
    if given is None or given.block_dim is None:
        return None
    found = number(given.block_dim)
    if found is None or not 1 <= found <= LARGEST_BLOCK_DIM:
        shown = f"{given.block_dim!r}" if len(str(given.block_dim)) < 40 else f"{str(given.block_dim)[:36]}…"
        raise wrong(
            place.of("launch"), "block_dim", f"is {shown}; it takes a number from 1 on, up to {LARGEST_BLOCK_DIM}"
        )
    return found


def number(given: Number | None) -> int | None:
    """A whole number that may be given as text; None for what is none."""
    if isinstance(given, float):
        return int(given) if given.is_integer() else None
    if isinstance(given, str):
        match = DIGITS.fullmatch(given)
        return int(match[1]) if match and match[1].isascii() else None
    return given
