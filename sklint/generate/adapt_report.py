"""operator-sk-adapted.json: what an adaptation made, and what is left to people, under the published keys."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sklint import __version__
from sklint.contract import Contract
from sklint.contract_entry import Entry
from sklint.finding import Finding
from sklint.generate.adapt import Adaptation, Wanted
from sklint.generate.adapt_inputs import NameResolution
from sklint.generate.adapt_names import Named
from sklint.generate.adapt_source import Done
from sklint.generate.package import module_name
from sklint.generate.package_entry import PackageEntry
from sklint.generate.package_python import python_package
from sklint.report import Report
from sklint.report.json import findings
from sklint.report.run import JsonObject
from sklint.source import Source

FOLDER = "operator-sk-adapted"
REPORT = f"{FOLDER}.json"
CANONICAL = "aclgraph-canonical"


def report(wanted: Wanted, it: Adaptation, chips: Sequence[str]) -> dict[str, object]:
    """The manifest. `chips` are the target chips as they were given."""
    tree = it.tree
    told = Told(wanted, it)
    return {
        "status": "completed" if tree else "needs-human",
        "asset_path": str(wanted.asset.resolve()),
        "adapted_dir": str((wanted.output_dir / FOLDER).resolve()),
        "pybind_layout": CANONICAL if tree else None,
        "pybind_module": module_name(tree.entries) if tree else None,
        "package_name": wanted.package_name,
        "package_version": wanted.package_version,
        "python_package": python_package(wanted.package_name),
        "canonical_written_files": [f"{FOLDER}/{path}" for path in sorted(tree.files)] if tree else [],
        "template_specializations": [],
        **asked(wanted, chips),
        "per_file": [told.of_file(done) for done in it.done],
        "support_directories": list(wanted.support.values()),
        "ignored_support_files": it.collected.ignored,
        "escalations": told.shown(it.problems),
        "warnings": told.shown(it.warnings),
    }


def asked(wanted: Wanted, chips: Sequence[str]) -> dict[str, object]:
    return {
        "mask": wanted.bind.mask,
        "num_splits": wanted.bind.num_splits,
        "with_sys_args": wanted.bind.with_sys_args,
        "target_chips": chips,
        "name_resolution": shown_resolution(wanted.resolution),
    }


def shown_resolution(it: NameResolution) -> dict[str, object]:
    """A resolution without the paths of this machine."""
    shown = [{key: value for key, value in fields(one).items() if key != "asset_path"} for one in it.resolutions]
    return {"policy": it.policy, "renamed_entry_count": it.renamed_entry_count, "resolutions": shown}


def fields(one: msgspec.Struct) -> dict[str, object]:
    return msgspec.convert(msgspec.to_builtins(one), dict[str, object])


class Told:
    """The manifest's parts that need the whole adaptation: entries by their files, and the texts of places."""

    def __init__(self, wanted: Wanted, it: Adaptation) -> None:
        self.wanted = wanted
        self.packaged = {(one.source, one.facts): one for one in it.tree.entries} if it.tree else {}
        self.named = it.named
        self.texts = texts(it, wanted.contract)

    def shown(self, found: Sequence[Finding]) -> list[JsonObject]:
        return findings(Report(found, self.texts, (), (), 1, {}, __version__))

    def of_file(self, it: Done) -> dict[str, object]:
        problems = it.all_problems
        status = "needs-human" if problems else ("adapted" if it.changed else "already_current")
        layout = {"adapted": CANONICAL, "already_current": "source-passthrough"}.get(status)
        return {
            "file": it.name,
            "status": status,
            "form_before": it.form.form,
            "form_after": it.form.form if problems else "current-sk-bind",
            "pybind_layout": layout,
            "entries": [self.of_entry(one) for one in self.named if one.file == it.name],
            "inline_remediations": [],
            "escalations": self.shown(problems),
        }

    def of_entry(self, it: Named) -> dict[str, object]:
        facts, made = it.facts, self.packaged.get((it.file, it.facts))
        about: dict[str, object] = {
            "entry_name": it.public,
            "source_entry_name": facts.name,
            "public_entry_name": it.public,
            "internal_symbol_name": facts.name,
            "sk_kernel_type": facts.sk_kernel_type,
            "args_struct_name": facts.args_struct_name,
            "uses_sys_args": facts.uses_sys_args,
            "param_count": len(facts.parameters),
            "parameters": facts.parameters,
            "original_qualifiers": facts.qualifiers,
            "bind_target": facts.target,
            "global_launch_target": facts.target,
            "name_resolution": self.resolution(it),
            "pybind_return_tensor": returned(it),
            "pybind_return_source": return_source(it),
        }
        return about | self.of_contract(it.contract) | (of_package(made) if made else {})

    def resolution(self, it: Named) -> dict[str, object]:
        found = self.wanted.resolution.for_entry(self.wanted.places(it.file), it.facts.name)
        return {
            "renamed": it.public != it.facts.name,
            "rename_reason": found.rename_reason if found else "",
            "asset_namespace": found.asset_namespace if found else "",
            "collision_group": found.collision_group if found else None,
        }

    def of_contract(self, it: Entry | None) -> dict[str, object]:
        if it is None or self.wanted.contract is None:
            return {}
        compiled = {"defines": it.defines, "options": it.options}
        contract = {
            "inputs": it.inputs,
            "outputs": it.outputs,
            "workspaces": it.workspaces,
            "pybind_return_tensor": it.return_tensor,
            "parameters": it.parameters,
            "launch": {"block_dim": it.block_dim} if it.block_dim else {},
            "compile": compiled,
            "runtime_wrapper": it.wrapper,
            "bind_target": it.bind_target or None,
            "contract_path": str(Path(self.wanted.contract.source_path).resolve()),
        }
        return {
            "io_contract": contract,
            **({"compile": compiled} if it.defines or it.options else {}),
        }


def returned(it: Named) -> str | None:
    if it.contract:
        return it.contract.return_tensor
    return it.facts.tensors[0] if len(it.facts.tensors) == 1 else None


def return_source(it: Named) -> str:
    """Where it is known from which tensor a call gives back."""
    if it.contract:
        return "explicit-io-contract"
    kinds: Mapping[int, str] = {0: "no-tensor-default", 1: "single-tensor-default"}
    return kinds.get(len(it.facts.tensors), "unresolved")


def of_package(it: PackageEntry) -> dict[str, object]:
    about = it.metadata
    known = (
        {
            "supported_soc_versions": about.supported_soc_versions,
            "supported_arches": about.supported_arches,
            "target_resolution": about.target_resolution,
            "support_source": about.support_source,
            "source_asset": about.source_asset,
        }
        if about
        else {}
    )
    return {"csrc_file": it.csrc_file, "torch_schema": it.schema, **of_wrapper(it), **known}


def of_wrapper(it: PackageEntry) -> dict[str, object]:
    """The runtime wrapper of an entry, with the file that it is in."""
    return {"runtime_wrapper": {**fields(it.wrapper), "csrc_file": it.wrapper_file}} if it.wrapper else {}


def texts(it: Adaptation, contract: Contract | None) -> dict[str, Source]:
    """The files that findings are in, by path."""
    found = {one.source.path: one.source for one in it.done}
    for one in it.done:
        if one.adapted:
            more = {path: Source(path, data) for path, data in one.adapted.bindings.texts.items()}
            headers = {path: Source(path, data) for path, data in one.adapted.headers.items()}
            found = headers | more | found
    return found | ({contract.source_path: contract.source} if contract else {})
