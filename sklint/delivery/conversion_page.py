"""operator-sk-conversion-analysis.md: what stands between an asset and its SuperKernel code."""

from pathlib import Path

from sklint.delivery.contract_words import BLOCKERS, CONTRACTS
from sklint.delivery.conversion import Analysis
from sklint.delivery.manifest import kernel_entries
from sklint.delivery.page_parts import not_looked_at, place_of
from sklint.delivery.page_text import bullets, code, command, commands, page, table
from sklint.delivery.understanding import MARKERS
from sklint.delivery.way import to_package
from sklint.report.totals import count

MEANING = {
    "ready-for-sk-generation": "It has SuperKernel code, a build and tests.",
    "needs-contracts": "Something is missing that only a person, or a scaffold, can give.",
    "blocked": "There is nothing to convert.",
}


def conversion_page(it: Analysis, output: Path) -> str:
    asset = it.asset
    rows = (
        (code(one["qualified_name"]), code(place_of(one)), "bound" if one["bound"] else "not bound")
        for one in kernel_entries(it.it)
    )
    return page(
        f"# SuperKernel conversion: {code(asset.path.name)}",
        f"Status: **{it.status}**. {MEANING[it.status]}",
        bullets(f"{code(one)}: {BLOCKERS[one]}." for one in it.hard_blockers),
        bullets(f"{code(one)} is missing ({CONTRACTS[one][0]}): {CONTRACTS[one][1]}." for one in missing(it)),
        "## Next\n\n" + commands(next_commands(it, output)),
        "## Kernels\n\n" + table(("Kernel", "Where", "SK_BIND"), rows) if it.it.kernels else "",
        "## What counts\n\n" + bullets(facts(it)),
        not_looked_at(it.it),
    )


def missing(it: Analysis) -> tuple[str, ...]:
    return () if it.hard_blockers else it.missing_contracts


def next_commands(it: Analysis, output: Path) -> list[str]:
    if it.status == "blocked":
        return [command("analyze-sk-conversion", it.asset.path, "--output-dir", output)]
    if it.it.unbound:
        return [command("adapt-sk-binding-scaffold", output)]
    return [
        *([command("generate-sk-source-scaffold", output)] if it.status == "ready-for-sk-generation" else []),
        *package_commands(it, output),
    ]


def package_commands(it: Analysis, output: Path) -> list[str]:
    """The commands from bound kernels to their package."""
    support = tuple(word for one in it.options.support_dirs for word in ("--support-dir", one))
    return to_package(it.it, output, support)


def facts(it: Analysis) -> list[str]:
    asset, known = it.asset, it.it
    markers = [code(found[0]) for name in MARKERS if (found := known.markers(name))]
    return [
        f"{count(len(asset.of('source')), 'source')} and {count(len(asset.of('header')), 'header')}",
        f"SuperKernel code: {', '.join(markers) or 'none'}",
        f"Build: {', '.join(map(code, known.build.files[:5])) or 'none'}",
        f"Tests: {', '.join(map(code, test_names(it)[:5])) or 'none'}",
        f"Support folders: {', '.join(code(one.source_path) for one in it.support.values()) or 'none'}",
        f"Ascend compiler: {code(it.ascend.compiler) if it.ascend.compiler else it.ascend.status}"
        + (
            f", {code(it.ascend.ascend_arch)} {code(' '.join(it.ascend.compile_options))}" if it.ascend.compiler else ""
        ),
    ]


def test_names(it: Analysis) -> tuple[str, ...]:
    return (*it.it.tests.files, *(one.file for one in it.it.tests.programs))
