"""All that is known of an asset: its files, its code, its build, its tests; every command asks this."""

from dataclasses import dataclass

from sklint.delivery.archetype import Archetype, archetype
from sklint.delivery.asset_files import Asset
from sklint.delivery.build_facts import BuildFacts, build_facts
from sklint.delivery.code_reading import Found, KernelFacts, Reading, read_code
from sklint.delivery.code_words import Topic, code_words
from sklint.delivery.evidence import Evidence
from sklint.delivery.testing_facts import TestingFacts, testing_facts

MARKERS: tuple[Topic, ...] = ("__sk__", "SK_BIND", "sk_param_struct")


@dataclass(frozen=True)
class Understood:
    asset: Asset
    code: Found
    words: dict[Topic, tuple[Evidence, ...]]
    build: BuildFacts
    tests: TestingFacts
    archetype: Archetype

    @property
    def kernels(self) -> tuple[KernelFacts, ...]:
        """The kernels that the asset's own files define, tests left out; each once, as one configuration has it."""
        return own_kernels(self.asset, self.code)

    @property
    def unbound(self) -> tuple[KernelFacts, ...]:
        bound = set(self.code.bound)
        return tuple(it for it in self.kernels if it.key not in bound)

    def markers(self, topic: Topic) -> tuple[Evidence, ...]:
        """Where a SuperKernel marker stands; an args struct is one under any name, where an SK function takes it."""
        found = self.words.get(topic, ())
        if topic != "sk_param_struct":
            return found
        taken = (Evidence(self.asset.local(path), line, "args struct") for path, line in self.code.args_structs)
        return (*found, *taken)

    @property
    def has_marker(self) -> bool:
        return any(self.markers(it) for it in MARKERS)

    @property
    def hard_blockers(self) -> tuple[str, ...]:
        return () if self.asset.of("source") else ("no_supported_operator_source_files",)


def understand(asset: Asset, reading: Reading) -> Understood:
    """Read an asset, its code with what `reading` gives beside its configuration."""
    code, words, build = read_code(asset, reading), code_words(asset), build_facts(asset)
    kernels = tuple(
        Evidence(asset.local(it.path), it.line, f"kernel {it.qualified}") for it in own_kernels(asset, code)
    )
    return Understood(asset, code, words, build, testing_facts(asset), archetype(asset, words, build, kernels))


def own_kernels(asset: Asset, code: Found) -> tuple[KernelFacts, ...]:
    own = {it.source.path for it in asset.of("source", "header") if it.source}
    return tuple({it.key: it for it in reversed(code.kernels) if it.path in own}.values())[::-1]
