"""The commands that lead from an operator to its package: each list of them ends there, and none leads back."""

from pathlib import Path

from sklint.delivery.page_text import command
from sklint.delivery.understanding import Understood


def to_package(it: Understood, output: Path, more: tuple[str, ...] = ()) -> list[str]:
    """An IO contract where the asset has none and Python has to know of tensors, then the package; `more` are options
    with which the sources are found."""
    path = it.asset.path
    own = [it.asset.root / name for name in it.asset.names("contract")]
    contract = own[0] if len(own) == 1 else contract_beside(path)
    tensors = any(one.tensors for one in it.kernels)
    first = [command("write-io-contract", path, "--output", contract)] if tensors and not own else []
    given = ["--io-contract", str(contract)] if tensors or own else []
    return [*first, command("adapt-sk-from-global", path, *given, *more, "--output-dir", output)]


def contract_beside(asset: Path) -> Path:
    """Where the contract of an asset would be: beside it."""
    whole = asset if asset.name else asset.resolve()
    return whole.with_name(f"{whole.stem if asset.is_file() else whole.name}.io-contract.json")


def way(commands: list[str], *, blocked: bool = False) -> str:
    """The lines that tell the commands in their order; `blocked` says that a person has to do something first."""
    heads = ["Once that is decided" if blocked else "Next", *["Then"] * len(commands)]
    return "".join(f"{head}: {line}\n" for head, line in zip(heads, commands, strict=False))
