"""What `intake` says of an asset: its level, its capabilities, what is missing, and what can be done next."""

from dataclasses import dataclass
from typing import Literal

from sklint import __version__
from sklint.delivery.capabilities import Capability, capabilities
from sklint.delivery.evidence import Evidence
from sklint.delivery.understanding import MARKERS, Understood

Level = Literal["unsupported-asset", "source-only", "source-bundle", "buildable-op", "testable-op", "deliverable-op"]
Phase = Literal["blocked", "contract-completion", "validation-hardening", "handoff-planning"]
Need = Literal["blocked", "needed", "optional", "not-needed"]

TOOL = {"name": "sklint", "version": __version__}
HARDENED = ("correctness-assertion", "graph-sk-integration")


@dataclass(frozen=True)
class Manifest:
    """An asset as a delivery sees it; the commands' reports and pages are made of this."""

    it: Understood
    capabilities: dict[str, Capability]

    def has(self, name: str) -> bool:
        return self.capabilities[name].status == "present"

    @property
    def level(self) -> Level:
        if self.it.hard_blockers:
            return "unsupported-asset"
        if not (self.it.kernels and self.has("build")):
            return "source-bundle" if len(self.it.asset.of("source", "header")) > 1 else "source-only"
        if not self.has("test"):
            return "buildable-op"
        return "deliverable-op" if self.has("package") and self.has("delivery_docs") else "testable-op"

    @property
    def missing_contracts(self) -> tuple[str, ...]:
        """In the order in which a person would fill them in."""
        contracts = {
            "operator_entry_contract": bool(self.it.kernels),
            "sk_binding_contract": self.has("entry_binding"),
            "operator_semantics_contract": bool(self.semantics),
            "build_contract": self.has("build"),
            "test_contract": self.has("test"),
            "package_contract": self.has("package"),
            "delivery_docs_contract": self.has("delivery_docs"),
        }
        return tuple(name for name, there in contracts.items() if not there)

    @property
    def semantics(self) -> tuple[Evidence, ...]:
        """Where it is said what the operator reads and writes: an IO contract, its registration, a torch schema."""
        files = tuple(Evidence(name, 1, "an IO contract") for name in self.it.asset.names("contract"))
        return (*files, *self.it.words.get("registration", ()), *self.it.words.get("torch-library", ()))

    @property
    def phase(self) -> Phase:
        if self.it.hard_blockers or not self.it.kernels:
            return "blocked"
        if self.missing_contracts:
            return "contract-completion"
        hardened = self.it.tests.level in HARDENED and self.it.build.level == "toolchain-contract"
        return "handoff-planning" if hardened else "validation-hardening"

    @property
    def scaffold(self) -> Need:
        """Whether a scaffold helps: of a binding where a kernel has none, of a build where there is none."""
        if self.it.hard_blockers or not self.it.kernels:
            return "blocked"
        if self.it.unbound:
            return "needed"
        return "not-needed" if self.has("build") else "optional"

    @property
    def next_actions(self) -> tuple[str, ...]:
        """The commands that can be run on the asset now, the most useful first."""
        if self.it.hard_blockers or not self.it.kernels:
            return ("intake",)
        bound = () if self.it.unbound else ("validate-operator",)
        return (*bound, "analyze-sk-conversion", "detect-sk-form", "adapt-sk-from-global")


def manifest_of(it: Understood) -> Manifest:
    return Manifest(it, capabilities(it))


def manifest_json(made: Manifest) -> dict[str, object]:
    """operator-asset-manifest.json, under the published keys."""
    it, asset = made.it, made.it.asset
    return {
        "schema_version": 1,
        "tool": TOOL,
        "asset_path": str(asset.path),
        "asset_level": made.level,
        "base_dir": str(asset.root),
        "source_files": asset.names("source"),
        "include_files": asset.names("header"),
        "kernel_entries": kernel_entries(it),
        "build_system": {"kinds": it.build.kinds, "files": it.build.files},
        "test_system": {"files": it.tests.files, "programs": it.tests.programs},
        "package_system": {"files": sorted({one.file for one in it.build.about("package")})},
        "doc_files": asset.names("doc"),
        "sk_markers": sk_markers(it),
        "sk_marker_places": {name: it.markers(name) for name in MARKERS},
        "capabilities": made.capabilities,
        "archetype": it.archetype,
        "test_quality": {"level": it.tests.level},
        "build_quality": {"level": it.build.level},
        "delivery_plan": {"phase": made.phase},
        "scaffold_plan": {"status": made.scaffold},
        "missing_contracts": made.missing_contracts,
        "supported_next_actions": made.next_actions,
        "hard_blockers": it.hard_blockers,
        "missing_headers": sorted({name for _, name in it.code.missing}),
        "ignored_files": ignored_files(it),
    }


def kernel_entries(it: Understood) -> list[dict[str, object]]:
    unbound = {one.key for one in it.unbound}
    return [
        {
            "name": one.name,
            "file": it.asset.local(one.path),
            "line": one.line,
            "qualified_name": one.qualified,
            "kernel_type": one.kernel_type,
            "template": one.template,
            "parameters": one.parameters,
            "bound": one.key not in unbound,
        }
        for one in it.kernels
    ]


def sk_markers(it: Understood) -> dict[str, bool]:
    return {name: bool(it.markers(name)) for name in MARKERS}


def ignored_files(it: Understood) -> list[dict[str, str]]:
    """What does not count and why: files that were left out, sources that the parser gave up on, kernels that it did
    not see."""
    left = [{"file": one.file, "reason": one.reason} for one in it.asset.ignored]
    left += [{"file": it.asset.local(path), "reason": reason} for path, reason in it.code.unread]
    return left + [
        {"file": it.asset.local(path), "reason": f"kernel {name} in line {line} was not understood by the parser"}
        for path, line, name in it.code.lost
    ]


def summary_json(made: Manifest, ai: bool) -> dict[str, object]:
    """operator-delivery-summary.json: the manifest without its places."""
    it = made.it
    return {
        "schema_version": 1,
        "tool": TOOL,
        "asset_path": str(it.asset.path),
        "asset_level": made.level,
        "archetype": it.archetype.name,
        "kernel_entry_count": len(it.kernels),
        "unbound_kernel_count": len(it.unbound),
        "source_file_count": len(it.asset.of("source")),
        "capabilities": {name: one.status for name, one in made.capabilities.items()},
        "sk_markers": sk_markers(it),
        "test_quality": {"level": it.tests.level},
        "build_quality": {"level": it.build.level},
        "delivery_plan": {"phase": made.phase},
        "scaffold_plan": {"status": made.scaffold},
        "missing_contracts": made.missing_contracts,
        "supported_next_actions": made.next_actions,
        "hard_blockers": it.hard_blockers,
        "ai_hints": {"status": "not-configured" if ai else "not-requested"},
    }
