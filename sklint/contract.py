"""The IO contract of an operator: what each kernel reads and writes, and how it is launched and built."""

import re
from pathlib import Path

import msgspec

from sklint.contract_compile import defines, options
from sklint.contract_names import names
from sklint.contract_read import Place, converted, decoded, wrong
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
from sklint.json_place import places
from sklint.source import Source, Span

LARGEST = 64 * 1024 * 1024  # bytes
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


def target_name(bind_target: str) -> str:
    """The kernel in a bind target: `ns::cast` for `::ns::cast<half>`."""
    return bind_target.partition("<")[0].strip().removeprefix("::")


class Contract(msgspec.Struct, frozen=True):
    source_path: str
    data: bytes
    entries: dict[str, Entry]

    @property
    def source(self) -> Source:
        return Source(self.source_path, self.data)

    @property
    def bind_targets(self) -> tuple[str, ...]:
        """The instantiations of template kernels that the contract names."""
        return tuple(it.bind_target for it in self.entries.values() if "<" in it.bind_target)


def read_contract(path: Path) -> Contract:
    """A contract file. SklintError, with key and place, for what is wrong in it."""
    return contract_of(contract_source(path))


def contract_source(path: Path) -> Source:
    """The text of a contract file. SklintError where it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise SklintError(f"{path}: larger than {LARGEST // 1024 // 1024} MB, which no contract is")
    return Source(path.as_posix(), data)


def contract_of(source: Source) -> Contract:
    """A contract as a text has it."""
    top, place = contract_text(source)
    decided(top, place)
    entries = {name: entry(name, it, place.of("entries", name)) for name, it in top.entries.items()}
    return Contract(source.path, source.data, entries)


def contract_text(source: Source) -> tuple[ContractText, Place]:
    """The keys and values of a contract, of which some may be undecided or wrong for other reasons than their type."""
    raw = decoded(source)
    place = Place(source, places(source))
    top = converted(raw, ContractText, place)
    if number(top.schema_version) != 1:
        raise wrong(place, "schema_version", f"is {top.schema_version}; this is written for 1")
    for name in top.entries:
        if not name.strip():
            raise wrong(place.of("entries", name), "", "is an entry without a name; it takes that of a kernel")
    return top, place


def number(given: Number | None) -> int | None:
    """A whole number that may be given as text; None for what is none."""
    if isinstance(given, float):
        return int(given) if given.is_integer() else None
    if isinstance(given, str):
        match = DIGITS.fullmatch(given)
        return int(match[1]) if match and match[1].isascii() else None
    return given


# what is left to decide


def decided(top: ContractText, place: Place) -> None:
    """SklintError for the first thing in the contract that a person has to decide."""
    left = [
        (name, key, what)
        for name, it in top.entries.items()
        if isinstance(it, EntryText)
        for key, what in (it.undecided or {}).items()
    ]
    if left:
        name, key, what = left[0]
        more = f" ({len(left) - 1} more to decide)" if len(left) > 1 else ""
        way = "say so in this entry and remove this line"
        raise wrong(
            place.of("entries", name, "undecided", key), "", f"is open: decide whether `{key}` {what}; {way}{more}"
        )


# entries


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
        raise wrong(place, "", "names no pybind_return_tensor, and not exactly one of outputs to return")
    if outputs and found not in outputs:
        raise wrong(place, key, f"is {found}, which is not among its outputs {', '.join(outputs)}")
    return found


def checked_names(given: EntryText, place: Place) -> None:
    """Names that become names in generated code, or parts of it."""
    for key, it in (("public_entry_name", given.public_entry_name), ("entry_name", given.entry_name)):
        if it is not None and not re.fullmatch(PUBLIC_NAME, it):
            raise wrong(place, key, f"is {it!r}; it takes a name of letters, digits and _")
    if given.bind_target is not None and not re.fullmatch(TARGET, given.bind_target):
        raise wrong(place, "bind_target", f"is {given.bind_target!r}; it takes a kernel, such as add or cast<half>")


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
