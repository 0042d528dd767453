"""The run of `sklint validate-operator`: an asset and its contracts in, findings and a report out."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from sklint import __version__
from sklint.answers import Settings
from sklint.cli.contracts_checked import contract_runs, not_checked
from sklint.cli.contracts_given import contract_sources
from sklint.cli.coverage_told import coverage_notes
from sklint.cli.matrix_given import usable
from sklint.cli.output import say
from sklint.cli.published import json_text, refuse_places
from sklint.cli.remediating import check_writable
from sklint.cli.report_files import write_reports
from sklint.cli.target_told import chips_of, target_notes, target_object, targets_of
from sklint.cli.validate_operator import Given
from sklint.compat_verdict import compat_metadata
from sklint.config import Overrides
from sklint.contract_kind import contract_kind, kind_by_name
from sklint.coverage import NONE
from sklint.discover import discover
from sklint.environment import Environment
from sklint.error import SklintError
from sklint.finding import Finding, Note, Severity
from sklint.jobs import default_jobs
from sklint.operator_contracts import slug
from sklint.project import Run, check_sources, in_order
from sklint.readable import Skipped, read_source
from sklint.relocated import relocated, relocated_sources
from sklint.reply import INTERNAL
from sklint.report import JsonObject, Report, markdown
from sklint.report.json import coverage
from sklint.report.json import findings as findings_json
from sklint.report.totals import count
from sklint.resolve import ConfigFor, resolver
from sklint.same_defect import once
from sklint.source import Source, Span
from sklint.target import Target, is_unknown

FINDINGS, REPORT = "operator-validation-findings.json", "operator-validation-report.md"
SOURCE_PACKS = ("spec", "compat")


def run(given: Given) -> int:
    """Validate an operator; gives the exit code."""
    asset = given["asset"]
    if not asset.exists():
        raise SklintError(f"{asset}: no such file or folder")
    check_writable(given["output_dir"])
    refuse_places(given["output_dir"], (FINDINGS, REPORT))
    environment, problems, files = usable(environment_of(given))
    chips, unknown = known_chips(given["target_chip"], environment)

    def configurations(pack: str) -> ConfigFor:
        return resolver(overrides(given, pack, chips), environment=environment)

    report, target = validated(given, configurations, unknown)
    report = msgspec.structs.replace(
        report, findings=[*problems, *report.findings], sources={**report.sources, **files}
    )
    found = json_text(findings_file(given, report, target, environment))
    write_reports(given["output_dir"], {FINDINGS: found, REPORT: page(given, report).encode()})
    blockers = sum(it.severity is Severity.BLOCKER for it in report.findings)
    total = f"{count(len(report.findings), 'finding')}, {count(blockers, 'blocker')}."
    say(f"{total} {given['output_dir'] / FINDINGS} says more.\n")
    return int(blockers > 0)


def environment_of(given: Given) -> Environment:
    """The environment; the matrix counts for the compat pack alone."""
    found = Environment.of(os.environ)
    return found if given["rule_pack"] in ("all", "compat") else msgspec.structs.replace(found, matrix="")


def known_chips(text: str, environment: Environment) -> tuple[tuple[str, ...], list[str]]:
    """The chips of a comma list that are known, and those that are not."""
    names = [word.strip() for word in text.split(",") if word.strip()]
    known = [name for name in names if not is_unknown(name) or environment.matched((name,))]
    return tuple(known), [name for name in names if name not in known]


def overrides(given: Given, pack: str, chips: tuple[str, ...]) -> Overrides:
    """An asset is checked wholly, also where it lies in a folder that git ignores."""
    select = () if pack == "all" else (pack,)
    return Overrides(select=select, chips=chips, cann=given["target_cann"], respect_gitignore=False)


def validated(given: Given, configurations: Callable[[str], ConfigFor], unknown: list[str]) -> tuple[Report, Target]:
    """The contracts and then the sources, by the packs that are asked for; and what the sources were checked for."""
    asset, config_for = given["asset"], configurations(given["rule_pack"])
    read, skipped = sources_of(asset, config_for)
    contracts = [it for it in read if contract_kind(it)]
    unread = [it for it in skipped if kind_by_name(it.path)]
    found, texts, number = contract_findings(given, contracts, unread, configurations("contract"))
    notes = [Note(f"target chip {it} is not known; nothing was checked for it") for it in unknown]
    if given["rule_pack"] == "contract":
        return Report(found, texts, (), notes, number, target_object([]), __version__), Target()
    sources, others = [it for it in read if it not in contracts], [it for it in skipped if it not in unread]
    checked = check_sources(sources, config_for, Settings(default_jobs()), others)
    here = relocated_sources(checked.sources, root(asset))
    found += in_order(once(told(given, checked, sources), here))
    targets = targets_of(config_for, checked.replies or [asset.as_posix()])
    notes += [*checked.notes, *target_notes(targets), *coverage_notes(checked.coverage)]
    files, target = number + len(sources), target_object(targets)
    report = Report(found, here | texts, (), notes, files, target, __version__, coverage=checked.coverage)
    families = tuple(dict.fromkeys(family for it in targets for family in it.target.families))
    return report, Target(tuple(chips_of(targets)), next((it.target.cann for it in targets), None), families)


def contract_findings(
    given: Given, in_asset: Sequence[Source], unread: Sequence[Skipped], config_for: ConfigFor
) -> tuple[list[Finding], dict[str, Source], int]:
    """What is wrong with the contracts that are given, and where contracts are asked for with those in the asset, of
    which some are `unread`; the texts that this is about, and the number of contracts."""
    paths, asked = contract_paths(given), given["rule_pack"] in ("all", "contract")
    read = contract_sources(paths)
    runs = list(contract_runs(read, in_asset if asked else (), config_for, Settings(default_jobs())))
    there = {*map(contract_kind, in_asset), *(kind_by_name(it.path) for it in unread)}
    found = list(not_checked(paths, read, set(paths) - there if asked else ()))
    found += [pack_error("contract", it.path, f"{it.path}: {it.message}") for it in unread if asked]
    texts: dict[str, Source] = {}
    for run in runs:
        moved = [relocated(it, root(given["asset"])) for it in run.findings]
        found += [pack_error("contract", it.span.path, it.message) if it.rule == INTERNAL else it for it in moved]
        texts |= relocated_sources(run.sources, root(given["asset"]))
    return found, texts, sum(it.files_checked for it in runs)


def contract_paths(given: Given) -> dict[str, str]:
    return {
        "layout": given["layout"],
        "build_context": given["build_context"],
        "verify_context": given["verify_context"],
    }


def sources_of(asset: Path, config_for: ConfigFor) -> tuple[list[Source], list[Skipped]]:
    """The sources and contracts of an asset, and what of it cannot be read."""
    files = discover([asset.as_posix()], config_for)
    read = [read_source(path) for path in files.files]
    skipped = [*files.skipped, *(it for it in read if isinstance(it, Skipped))]
    return [it for it in read if isinstance(it, Source)], skipped


def root(asset: Path) -> Path:
    return asset if asset.is_dir() else asset.parent


def told(given: Given, checked: Run, sources: Sequence[Source]) -> list[Finding]:
    """What the packs found, by paths that count from the asset; what could not be checked is a blocker."""
    findings = [relocated(it, root(given["asset"])) for it in checked.findings]
    failures = [it for it in findings if it.rule == INTERNAL]
    errors = [(it.span.path, it.message) for it in failures]
    errors += [(it.path, f"{it.path}: {it.message}") for it in checked.failed]
    if not sources and not errors:
        errors.append((given["asset"].as_posix(), f"no sources below {given['asset'].as_posix()}"))
    pack = "compat" if given["rule_pack"] == "compat" else "spec"
    return [it for it in findings if it.rule != INTERNAL] + [pack_error(pack, *it) for it in errors]


def pack_error(pack: str, path: str, message: str) -> Finding:
    rule = f"validate.{pack}-pack-error"
    return Finding(rule, pack, Severity.BLOCKER, Span(path, 0, 0), message, symbol=path)


def findings_file(given: Given, report: Report, target: Target, environment: Environment) -> JsonObject:
    metadata: JsonObject = {}
    if given["rule_pack"] in ("all", "compat"):
        chips = given["target_chip"] or ",".join(it.name for it in target.chips)
        cann = given["target_cann"] or str(target.cann or "")
        metadata = {
            "compat": compat_metadata(report, target, chips, cann, environment),
            "coverage": coverage(report.coverage or NONE),
        }
    return {
        "schema_version": 1,
        "skill_source": "operator-validate",
        "stage": given["stage"],
        "iteration_index": given["iteration_index"],
        "findings": [named(*it) for it in zip(findings_json(report), report.findings, strict=True)],
        **({"metadata": metadata} if metadata else {}),
        "tool": {"name": "sklint", "version": report.version},
        "target": report.target,
        "files_checked": report.files_checked,
        "notes": [{"path": it.path or None, "message": it.message} for it in report.notes],
    }


def named(told: JsonObject, finding: Finding) -> JsonObject:
    """A finding of a contract is known by what it says, as published."""
    return {**told, "finding_id": f"{finding.rule}:{slug(finding.message)}"} if finding.category == "contract" else told


def page(given: Given, report: Report) -> str:
    where = f"Stage {given['stage']}, iteration {given['iteration_index']}, rule pack {given['rule_pack']}."
    return f"# Operator validation\n\n{where}\n\n{markdown.render(report)}"
