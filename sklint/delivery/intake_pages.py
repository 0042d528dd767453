"""The pages that `intake` writes for people: report, execution plan, checklist and AI hints."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sklint.delivery.capabilities import Capability
from sklint.delivery.contract_words import BLOCKERS, BUILD_LEVELS, CONTRACTS, TEST_LEVELS
from sklint.delivery.manifest import Manifest, kernel_entries
from sklint.delivery.page_parts import not_looked_at, place_of
from sklint.delivery.page_text import bullets, code, command, commands, page, table
from sklint.delivery.understanding import MARKERS
from sklint.delivery.way import to_package
from sklint.report.totals import count

PLACES = 3
"""How many places of a capability a page shows."""


@dataclass(frozen=True)
class Pages:
    """What the pages are made of. `asset` and `output` are as given, for the command lines."""

    made: Manifest
    asset: Path
    output: Path

    @property
    def next_commands(self) -> list[str]:
        """All that can be run, in an order that ends in the package."""
        *others, last = self.made.next_actions
        package = to_package(self.made.it, self.output) if last == "adapt-sk-from-global" else [self.line_for(last)]
        return [*(self.line_for(name) for name in others), *package]

    @property
    def way(self) -> list[str]:
        """What leads on from here: to the bindings where some are missing, else to the package."""
        if self.made.phase == "blocked" or self.made.it.unbound:
            return self.next_commands[:1]
        return [self.line_for("validate-operator"), *to_package(self.made.it, self.output)]

    def line_for(self, name: str) -> str:
        if name == "validate-operator":
            return command(name, "--asset", self.asset, "--output-dir", self.output)
        return command(name, self.asset, "--output-dir", self.output)


# the report


def report(it: Pages) -> str:
    made = it.made
    known = made.it.archetype
    shape = f"Archetype: **{known.name}**" + (f", by {code(known.evidence[0])}" if known.evidence else "") + "."
    return page(
        f"# Delivery report: {code(made.it.asset.path.name)}",
        f"{code(made.it.asset.path)} is a **{made.level}**. {shape}",
        blocked(made),
        "## Next\n\n" + commands(it.way),
        "## Capabilities\n\n" + capability_table(made),
        kernels(made),
        "## Quality\n\n"
        + bullets(
            (
                f"Build: **{made.it.build.level}**: {BUILD_LEVELS[made.it.build.level]}.",
                f"Test: **{made.it.tests.level}**: {TEST_LEVELS[made.it.tests.level]}.",
            )
        ),
        missing(made),
        "## SuperKernel markers\n\n" + bullets(markers(made)),
        not_looked_at(made.it),
    )


def blocked(made: Manifest) -> str:
    reasons = [*made.it.hard_blockers] or ([] if made.it.kernels else ["kernel_entries_missing"])
    return "".join(f"**Blocked** ({code(it)}): {BLOCKERS[it]}.\n" for it in reasons)


def capability_table(made: Manifest) -> str:
    rows = ((code(name), it.status, it.confidence, shown_places(it)) for name, it in made.capabilities.items())
    return table(("Capability", "Status", "Confidence", "Where"), rows)


def shown_places(it: Capability) -> str:
    shown = [f"{code(one)} {one.fact}" for one in it.evidence[:PLACES]]
    more = it.evidence_count - len(shown)
    return "<br>".join([*shown, f"and {more} more"] if more else shown) or "-"


def kernels(made: Manifest) -> str:
    entries = kernel_entries(made.it)
    rows = (
        (
            code(it["qualified_name"]),
            code(place_of(it)),
            code(it["kernel_type"]) or "not told",
            "yes" if it["bound"] else "no",
        )
        for it in entries
    )
    return "## Kernels\n\n" + table(("Kernel", "Where", "Type", "Bound"), rows) if entries else ""


def missing(made: Manifest) -> str:
    lines = [f"{code(name)} ({CONTRACTS[name][0]}): {CONTRACTS[name][1]}." for name in made.missing_contracts]
    return "## Missing contracts\n\n" + (bullets(lines) or "None.\n")


def markers(made: Manifest) -> Iterator[str]:
    for name in MARKERS:
        found = made.it.markers(name)
        yield f"{code(name)}: " + (f"{code(found[0])}, {count(len(found), 'place')}" if found else "not in the code")


# the plan


def execution_plan(it: Pages) -> str:
    made = it.made
    return page(
        f"# Execution plan: {code(made.it.asset.path.name)}",
        f"Phase: **{made.phase}**. Scaffold: **{made.scaffold}**.",
        blocked(made),
        "".join(f"{number}. {text}\n" for number, text in enumerate(steps(it), 1)),
        "## Commands\n\n" + commands(it.next_commands),
    )


def steps(it: Pages) -> Iterator[str]:
    """What a person does, in order."""
    made = it.made
    for name in made.missing_contracts:
        what, cure = CONTRACTS[name]
        yield f"{code(name)}: {what}. To do: {cure}."
    if made.phase == "validation-hardening":
        yield f"Tests are at **{made.it.tests.level}**: {TEST_LEVELS[made.it.tests.level]}; compare the results."
        yield f"The build is at **{made.it.build.level}**: {BUILD_LEVELS[made.it.build.level]}; name the toolchain."
    if not made.it.unbound and made.it.kernels:
        yield "Check the operator against the rules: " + code(it.line_for("validate-operator")) + "."
    if made.phase == "handoff-planning":
        yield "Hand it over: nothing is missing."


# the checklist


def checklist(it: Pages) -> str:
    made = it.made
    boxes = [
        f"[{' ' if name in made.missing_contracts else 'x'}] {code(name)}: {what}"
        for name, (what, _) in CONTRACTS.items()
    ]
    kernels = [
        f"[{box(bool(one['bound']))}] {code(one['qualified_name'])} ({code(place_of(one))}) is bound"
        for one in kernel_entries(made.it)
    ]
    return page(
        f"# Checklist: {code(made.it.asset.path.name)}",
        "## Contracts\n\n" + bullets(boxes),
        "## Kernels\n\n" + bullets(kernels) if kernels else "",
        "## Quality\n\n"
        + bullets(
            (
                f"[{box(made.it.build.level == 'toolchain-contract')}] the build names the Ascend toolchain",
                f"[{box(bool(made.it.tests.assertions))}] tests compare results",
                f"[{box(made.it.tests.level == 'graph-sk-integration')}] a fused graph is tested",
            )
        ),
    )


def box(done: bool) -> str:
    return "x" if done else " "


# AI hints


def ai_hints(it: Pages) -> str:
    name = code(it.made.it.asset.path.name)
    return page(
        f"# AI hints: {name}",
        "Status: **not-configured**.",
        "No AI service is asked: everything in the other pages is read from the code of the asset.",
    )
