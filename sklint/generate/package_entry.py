"""An entry of a package: a kernel's facts and its contract as one, each parameter with the way it is passed."""

import keyword

import msgspec

from sklint.contract_entry import Entry
from sklint.contract_text import Kind
from sklint.contract_wrapper import Wrapper
from sklint.generate.adapt_entries import EntryFacts, ParameterFacts, Scalar

TYPES: dict[str, str] = {"float": "double", "bool": "bool", "int": "int64_t"}
"""What the numbers of torch are in C++."""


class Metadata(msgspec.Struct, frozen=True):
    """What an asset's understanding says of an entry."""

    supported_soc_versions: tuple[str, ...] = ()
    supported_arches: tuple[str, ...] = ()
    target_resolution: msgspec.Raw = msgspec.Raw(b"{}")
    support_source: str = ""
    source_asset: str = ""


class Passing(msgspec.Struct, frozen=True):
    """A parameter as Python passes it; `written` tells that the kernel may write it."""

    name: str
    kind: Kind
    scalar: Scalar
    nullable: bool
    written: bool
    facts: ParameterFacts

    @property
    def cpp(self) -> str:
        """The declaration of the wrapper's parameter."""
        if self.kind in ("tensor", "tensor_list"):
            return f"const {'pybind11::object' if self.nullable else 'at::Tensor'} &{self.name}"
        if self.kind == "host_struct":
            return f"const std::vector<int64_t> &{self.name}"
        return f"{TYPES[self.scalar or 'int']} {self.name}"

    @property
    def cpp_of_wrapper(self) -> str:
        """The same for a runtime wrapper of the asset, which takes the kernel's own numbers."""
        return f"{self.facts.c_type} {self.name}" if self.kind == "scalar" else self.cpp


class PackageEntry(msgspec.Struct, frozen=True):
    """`returned` is the tensor that `run_<name>` gives back. `dummy` is a tensor that only says on which device to run,
    where the kernel takes none."""

    name: str
    facts: EntryFacts
    contract: Entry | None
    parameters: tuple[Passing, ...]
    returned: str
    source: str
    dummy: str = ""
    metadata: Metadata | None = None
    csrc_file: str = ""
    wrapper_file: str = ""

    @property
    def function(self) -> str:
        """The C++ function that Python calls."""
        return self.wrapper.entry if self.wrapper else f"run_{self.name}"

    @property
    def wrapper(self) -> Wrapper | None:
        return self.contract.wrapper if self.contract else None

    @property
    def declared(self) -> tuple[str, ...]:
        """The parameters of the C++ function."""
        if self.dummy:
            return (f"const at::Tensor &{self.dummy}", *(it.cpp for it in self.parameters))
        return tuple(it.cpp_of_wrapper if self.wrapper else it.cpp for it in self.parameters)

    @property
    def operator(self) -> str:
        """Its name in torch.ops.ascendc_ops."""
        return f"{self.name}_" if keyword.iskeyword(self.name) else self.name

    @property
    def schema(self) -> str:
        """What torch is told: a tensor that the kernel writes is marked, and nothing is returned."""
        marks = iter("abcdefghijklmnopqrstuvwxyz")
        parts = [f"Tensor(a!) {schema_name(self.dummy)}"] if self.dummy else []
        for it in self.parameters:
            alias = f"({next(marks, 'z')}!)" if it.written else ""
            parts.append(f"{schema_type(it, alias)} {schema_name(it.name)}")
        return f"{self.operator}({', '.join(parts)}) -> ()"

    @property
    def python_names(self) -> tuple[str, ...]:
        names = (*([self.dummy] if self.dummy else []), *(it.name for it in self.parameters))
        return tuple(map(python_name, names))


def schema_type(it: Passing, alias: str) -> str:
    if it.kind in ("tensor", "tensor_list"):
        return f"Tensor{alias}{'?' if it.nullable else ''}"
    return "int[]" if it.kind == "host_struct" else (it.scalar or "int")


TAKEN_IN_TORCH = frozenset(("mode", "self", "op", "func", "args", "kwargs", "keyset", "_mutable_op", "_all_bases"))
"""Names that torch.compile gives to its own parameters beside those of a schema."""


def schema_name(name: str) -> str:
    """A parameter's name in a schema, where torch may pass it by that name."""
    return f"{name}_" if keyword.iskeyword(name) or name in TAKEN_IN_TORCH else name


def python_name(name: str) -> str:
    """A parameter's name in Python."""
    return f"{name}_" if keyword.iskeyword(name) or name == "torch" else name


def package_entry(name: str, facts: EntryFacts, contract: Entry | None, source: str) -> PackageEntry:
    """What is packaged for a kernel whose contract was checked."""
    passed = tuple(passing(it, contract, facts) for it in facts.parameters)
    tensors = [it.name for it in passed if it.kind in ("tensor", "tensor_list")]
    dummy = "" if tensors else fresh("x", [it.name for it in passed])
    returned = contract.return_tensor if contract else (tensors[0] if tensors else dummy)
    return PackageEntry(name, facts, contract, passed, returned, source, dummy)


def fresh(name: str, taken: list[str]) -> str:
    while name in taken:
        name += "_"
    return name


def passing(it: ParameterFacts, contract: Entry | None, facts: EntryFacts) -> Passing:
    given = contract.parameters.get(it.name) if contract else None
    kind: Kind = given.kind if given else ("host_struct" if it.kind == "unknown" else it.kind)
    written = kind in ("tensor", "tensor_list") and (contract is None or it.name not in read_only(contract))
    return Passing(it.name, kind, it.scalar, bool(given and given.nullable), written, it)


def read_only(contract: Entry) -> tuple[str, ...]:
    """The tensors that the kernel does not write."""
    return tuple(it for it in contract.inputs if it not in contract.outputs and it not in contract.workspaces)
