"""operator-sk-binding-scaffold: the files of the scaffold, its report and its page."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sklint import __version__
from sklint.delivery.advice import with_advice
from sklint.delivery.ascend_contract import defines
from sklint.delivery.binding_scaffold import MADE, Entry, unread, unread_sources
from sklint.delivery.contract_words import BLOCKERS
from sklint.delivery.conversion import Analysis
from sklint.delivery.conversion_page import package_commands
from sklint.delivery.copies import copied_folders, copies, external_includes, outside_folders
from sklint.delivery.manifest import TOOL
from sklint.delivery.page_text import bullets, code, command, commands, page, table
from sklint.delivery.written import written_files
from sklint.finding import Finding
from sklint.report import Report
from sklint.report.json import findings
from sklint.report.place import place
from sklint.source import Source

SCAFFOLD = "operator-sk-binding-scaffold"
ORIGINAL = "original"
PARSE_FAILED = "sk_binding_scaffold_entry_parse_failed"
Status = Literal["generated", "not-needed", "blocked"]


@dataclass(frozen=True)
class BindingScaffold:
    analysis: Analysis
    entries: tuple[Entry, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        if self.analysis.hard_blockers:
            return self.analysis.hard_blockers
        return (PARSE_FAILED,) if self.problems else ()

    @property
    def status(self) -> Status:
        if self.reasons:
            return "blocked"
        return "generated" if self.entries else "not-needed"

    @property
    def problems(self) -> tuple[Finding, ...]:
        """What stands in the way, each once: kernels of one file share some."""
        return distinct([*unread(self.analysis), *(one for it in self.entries for one in it.problems)])

    @property
    def notes(self) -> tuple[Finding, ...]:
        return distinct(one for it in self.entries for one in it.notes)

    @property
    def sources(self) -> dict[str, Source]:
        own = {path: source for it in self.entries for path, source in it.sources.items()}
        return unread_sources(self.analysis) | own

    @property
    def files(self) -> dict[str, bytes]:
        """The scaffold by relative paths; nothing where one kernel cannot be bound."""
        if self.status != "generated":
            return {}
        made = {it.scaffold_file: it.data for it in self.entries if it.data is not None}
        return {"README.md": readme(self).encode(), **made, **copies(self.analysis, ORIGINAL)}


def distinct(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple({(it.rule, it.span, it.message): it for it in found}.values())


def folders(it: BindingScaffold, entry: Entry) -> tuple[str, ...]:
    """Where the includes of an entry start from: folders of the scaffold, then absolute ones."""
    return (*copied_folders(it.analysis, ORIGINAL, entry.source_file), *outside_folders(it.analysis))


# the report


def binding_json(it: BindingScaffold, output: Path) -> dict[str, object]:
    """operator-sk-binding-scaffold.json."""
    return {
        "schema_version": 1,
        "tool": TOOL,
        "status": it.status,
        "reasons": it.reasons,
        "asset_path": str(it.analysis.asset.path),
        "scaffold_dir": str((output / SCAFFOLD).resolve()) if it.files else None,
        "entries": [entry_json(it, one) for one in it.entries],
        "findings": shown(it, it.problems),
        "warnings": shown(it, it.notes),
        "external_includes": sorted({one.path for one in external_includes(it.analysis)}),
        "written_files": written_files(SCAFFOLD, it.files),
        "supported_next_actions": next_actions(it),
    }


def shown(it: BindingScaffold, found: tuple[Finding, ...]) -> object:
    return findings(Report(found, it.sources, (), (), 1, {}, __version__))


def entry_json(it: BindingScaffold, one: Entry) -> dict[str, object]:
    return {
        "entry_name": one.kernel.name,
        "qualified_name": one.kernel.qualified,
        "source_file": one.source_file,
        "line": one.kernel.line,
        "status": "blocked" if one.problems else "generated",
        "scaffold_file": f"{SCAFFOLD}/{one.scaffold_file}" if it.files else None,
        "include_dirs": folders(it, one),
    }


def next_actions(it: BindingScaffold) -> tuple[str, ...]:
    match it.status:
        case "generated":
            return ("bind", "adapt-sk-from-global")
        case "not-needed":
            ready = it.analysis.status == "ready-for-sk-generation"
            return ("generate-sk-source-scaffold",) if ready else ("adapt-sk-from-global",)
        case "blocked":
            return ("analyze-sk-conversion",)


# the pages


MEANING: dict[Status, str] = {
    "generated": "Each kernel without a binding has one in the scaffold. The sources of the operator are as they were.",
    "not-needed": "Every kernel is bound already.",
    "blocked": "Nothing is generated: a person has to decide on what is below first.",
}


def binding_page(it: BindingScaffold, output: Path) -> str:
    made = (
        (code(one.kernel.qualified), code(f"{one.source_file}:{one.kernel.line}"), result(one)) for one in it.entries
    )
    return page(
        f"# SK binding scaffold: {code(it.analysis.asset.path.name)}",
        f"Status: **{it.status}**. {MEANING[it.status]}",
        bullets(f"{code(one)}: {BLOCKERS[one]}." for one in it.analysis.hard_blockers),
        "## To decide\n\n" + bullets(problem_lines(it, it.problems)) if it.problems else "",
        "## Kernels\n\n" + table(("Kernel", "Where", "Binding"), made) if it.entries else "",
        "## To know\n\n" + bullets(problem_lines(it, it.notes)) if it.notes else "",
        "## Next\n\n" + commands(next_commands(it, output)),
    )


def result(one: Entry) -> str:
    return "to be decided on" if one.problems else code(f"{SCAFFOLD}/{one.scaffold_file}")


def problem_lines(it: BindingScaffold, found: tuple[Finding, ...]) -> Iterator[str]:
    for one in found:
        at = place(it.sources, one.span)
        yield f"{code(f'{at.path}:{at.start.line}')} {code(one.rule)}: {with_advice(one)}."


def next_commands(it: BindingScaffold, output: Path) -> list[str]:
    if it.status == "blocked":
        return [command("analyze-sk-conversion", it.analysis.asset.path, "--output-dir", output)]
    package = package_commands(it.analysis, output)
    if it.status == "generated":
        return [*take_over(it), *package]
    ready = next_actions(it)[0] == "generate-sk-source-scaffold"
    return [*([command("generate-sk-source-scaffold", output)] if ready else []), *package]


def take_over(it: BindingScaffold) -> list[str]:
    """The commands that write the same to the sources themselves."""
    every = [
        command(
            "bind", it.analysis.asset.root / one.source_file, "--kernel", one.kernel.qualified, *include(it), "--write"
        )
        for one in it.entries
    ]
    return list(dict.fromkeys(every))


def include(it: BindingScaffold) -> list[str]:
    """The options of `sklint bind` that read a source as the analysis did; a support folder counts from the folder
    above it, where it has that name."""
    analysis = it.analysis
    support = [str(path.parent) for path, one in analysis.support.items() if path.resolve().name == one.source_name]
    folders = dict.fromkeys([*analysis.options.include_dirs, *(str(Path(one).resolve()) for one in support)])
    macros = [word for name in defines(analysis.ascend) for word in ("--define", name)]
    return [word for name in folders for word in ("--include-dir", name)] + macros


def readme(it: BindingScaffold) -> str:
    rows = (
        (
            code(one.kernel.qualified),
            code(one.scaffold_file),
            code(f"{ORIGINAL}/{one.source_file}"),
            code(" ".join(f"-I{name}" for name in folders(it, one))),
        )
        for one in it.entries
    )
    return page(
        f"# SK bindings of {code(it.analysis.asset.path.name)}",
        f"{code(f'{MADE}/')} has each source with the binding of one kernel in it: an args struct, an SK function and "
        f"SK_BIND after the kernel, nothing else changed. {code(f'{ORIGINAL}/')} has the sources as they were, "
        "byte for byte. What is written was read again: it compiles as the kernel does, and adds no finding.",
        table(("Kernel", "With its binding", "As it was", "Includes start from"), rows),
        "## To take it over\n\n" + commands(take_over(it)),
    )
