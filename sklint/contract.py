"""The IO contract of an operator: what each kernel reads and writes, and how it is launched and built."""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from sklint.contract_read import Place, converted, decoded, wrong
from sklint.contract_text import ContractText, EntryText, Kind, LaunchText, Number, ParameterText
from sklint.contract_wrapper import IDENTIFIER, Wrapper, wrapper
from sklint.error import SklintError
from sklint.json_place import places
from sklint.source import Source, Span

LARGEST = 64 * 1024 * 1024  # bytes


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
        target = self.bind_target.partition("<")[0].strip().removeprefix("::")
        return (self.name, self.source_entry_name, self.public_entry_name, target)


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
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise SklintError(f"{path}: larger than {LARGEST // 1024 // 1024} MB")
    return contract_of(Source(path.as_posix(), data))


def contract_of(source: Source) -> Contract:
    """A contract as a text has it."""
    raw = decoded(source)
    place = Place(source, places(source))
    top = converted(raw, ContractText, place)
    if number(top.schema_version) != 1:
        raise wrong(place, "schema_version", f"is {top.schema_version}; this is written for 1")
    entries = {name: entry(name, it, place.of("entries", name)) for name, it in top.entries.items()}
    return Contract(source.path, source.data, entries)


def number(given: Number | None) -> int | None:
    """A whole number that may be given as text; None for any other text."""
    try:
        return int(given) if given is not None else None
    except ValueError:
        return None


# entries


def entry(name: str, given: str | EntryText, place: Place) -> Entry:
    if isinstance(given, str):
        given = EntryText(pybind_return_tensor=given)
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
        parameters=parameters(given.parameters if given.parameters is not None else given.params or {}),
        block_dim=block_dim(given.launch, place.of("launch")),
        defines=defines(given, place),
        options=options(given, place),
        wrapper=wrapper(given.runtime_wrapper, place.of("runtime_wrapper")) if given.runtime_wrapper else None,
        public_entry_name=given.public_entry_name or given.entry_name or "",
        source_entry_name=given.source_entry_name or "",
        bind_target=given.bind_target or "",
    )


def return_tensor(given: EntryText, outputs: tuple[str, ...], place: Place) -> str:
    """The tensor that a call gives back: the one that is named, or the only output."""
    found = given.pybind_return_tensor or given.return_tensor or (outputs[0] if len(outputs) == 1 else "")
    if not found:
        raise wrong(place, "", "names no pybind_return_tensor, and not exactly one of outputs to return")
    if outputs and found not in outputs:
        raise wrong(place, "pybind_return_tensor", f"is {found}, which is not among its outputs {', '.join(outputs)}")
    return found


def names(first: list[str] | None, key: str, other: list[str] | None, alias: str, place: Place) -> tuple[str, ...]:
    """A list of names, each not empty and there once; it may stand under either key."""
    given, key = (first, key) if first is not None else (other or [], alias)
    for at, it in enumerate(given):
        if not it.strip():
            raise wrong(place.of(key, at), "", "is empty; it takes the name of a parameter")
        if it in given[:at]:
            raise wrong(place.of(key, at), "", f"is {it}, which is there already")
    return tuple(given)


def checked_names(given: EntryText, place: Place) -> None:
    """Names that become names in generated code, or parts of it."""
    for key, it in (("public_entry_name", given.public_entry_name), ("entry_name", given.entry_name)):
        if it is not None and not IDENTIFIER.fullmatch(it):
            raise wrong(place, key, f"is {it!r}; it takes a name of letters, digits and _")
    if given.bind_target is not None and re.search(r'[;{}"\\\x00-\x1f]', given.bind_target):
        raise wrong(place, "bind_target", f"is {given.bind_target!r}; it takes a kernel, such as add or cast<half>")


def parameters(given: Mapping[str, Kind | ParameterText]) -> dict[str, Parameter]:
    return {
        name: Parameter(it.kind, it.nullable) if isinstance(it, ParameterText) else Parameter(it)
        for name, it in given.items()
    }


def block_dim(given: LaunchText | None, place: Place) -> int | None:
    if given is None or given.block_dim is None:
        return None
    found = number(given.block_dim)
    if found is None or found < 1:
        raise wrong(place, "block_dim", f"is {given.block_dim!r}; it takes a number from 1 on")
    return found


def defines(given: EntryText, place: Place) -> tuple[str, ...]:
    """The macros, each as the compiler's option."""
    inside = given.compile
    found = (inside and (inside.defines or inside.compile_defines)) or given.compile_defines or []
    return tuple(it if it.startswith("-D") else f"-D{it}" for it in without_nul(found, place))


def options(given: EntryText, place: Place) -> tuple[str, ...]:
    inside = given.compile
    return without_nul((inside and (inside.options or inside.compile_options)) or given.compile_options or [], place)


def without_nul(given: list[str], place: Place) -> tuple[str, ...]:
    for it in given:
        if "\0" in it or not it.strip():
            raise wrong(place, "compile", f"holds {it!r}, which no compiler takes")
    return tuple(given)
