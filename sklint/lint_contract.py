"""The engine for contracts: a contract and what is beside it in, findings out."""

from collections.abc import Mapping, Sequence

from clang.cindex import Index

from sklint.contract_asset import Asset
from sklint.contract_file import ContractFile
from sklint.finding import Finding
from sklint.lint import Outcome, contained, dependencies, finished, lint, read_units, shared_index, told_apart
from sklint.request import Request
from sklint.rule import ContractContext, Rule
from sklint.source import Source
from sklint.target import Target
from sklint.unit import Unit


def lint_request(request: Request, rules: Sequence[Rule]) -> Outcome:
    """What the rules say of a source, or of a contract."""
    source = Source(request.path, request.data)
    if request.asset is None:
        return lint(source, rules, request.target, request.options, request.overlays)
    return lint_contract(source, request.asset, rules, request.target, request.overlays, shared_index())


def lint_contract(
    source: Source,
    asset: Asset,
    rules: Sequence[Rule],
    target: Target,
    overlays: Mapping[str, bytes],
    index: Index,
) -> Outcome:
    """Check one contract with the sources it is about."""
    read = {
        it.name: read_units(Source(it.path, it.data), target, it.options, overlays, index)
        for it in asset.files
        if it.role == "kernels"
    }
    units: list[Unit] = [unit for each in read.values() for unit in each]
    context = ContractContext(ContractFile(source, asset, read))
    findings = [finding for rule in rules if rule.about == asset.kind for finding in said(rule, context)]
    sources = {path: it for unit in units for path, it in unit.sources.items()} | {source.path: source}
    return Outcome(tuple(told_apart(finished(findings, sources))), sources, dependencies(units), ())


def said(rule: Rule, context: ContractContext) -> list[Finding]:
    check = rule.check_contract
    return contained(rule, lambda: check(context) if check else (), context.contract.source.path)
