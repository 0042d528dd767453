"""adapt-sk-from-global in tests: the command as people run it, and what it leaves."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sklint.cli.main import main

DATA = Path(__file__).parent.parent / "cases" / "data" / "sk-tools"
FOLDER, REPORT = "operator-sk-adapted", "operator-sk-adapted.json"


@dataclass(frozen=True)
class Result:
    code: int
    folder: Path

    @property
    def report(self):
        return json.loads((self.folder / REPORT).read_text("utf-8"))

    @property
    def status(self) -> str:
        return self.report["status"]

    @property
    def entries(self):
        return {it["entry_name"]: it for file in self.report["per_file"] for it in file["entries"]}

    @property
    def problems(self) -> list[tuple[str, str, int]]:
        """Rule, file name and line of each finding for people."""
        found = self.report["escalations"]
        return [(it["rule_id"], Path(it["path"]).name, it["range"]["start"]["line"]) for it in found]

    @property
    def files(self) -> list[str]:
        """What is in the folder, by relative path."""
        tree = self.folder / FOLDER
        return sorted(it.relative_to(tree).as_posix() for it in tree.rglob("*") if it.is_file())

    def data(self, path: str) -> bytes:
        return (self.folder / FOLDER / path).read_bytes()

    def text(self, path: str) -> str:
        return self.data(path).decode("utf-8")


def adapt(asset: Path, folder: Path, *more: str) -> Result:
    return Result(main(["adapt-sk-from-global", str(asset), "--output-dir", str(folder), *more]), folder)


def adapt_case(name: str, folder: Path, *more: str) -> Result:
    """A case with its contract, where it has one."""
    contract = DATA / f"{name}.contract.json"
    given = ["--io-contract", str(contract)] if contract.exists() else []
    return adapt(DATA / f"{name}.asc", folder, *given, *more)


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def contract(folder: Path, entries: dict[str, object]) -> Sequence[str]:
    """The options for a contract with these entries."""
    path = folder / "io.contract.json"
    path.write_text(json.dumps({"schema_version": 1, "entries": entries}))
    return ["--io-contract", str(path)]


def generate(run, id: str, folder: Path, *params: str, own: Path | None = None):
    """Run generate-from-template, with the templates of a folder `own` too."""
    options = [word for it in params for word in ("--param", it)] + (["--template-dir", str(own)] if own else [])
    return run("generate-from-template", id, "--output-dir", folder, *options)
