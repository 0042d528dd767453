"""What `sklint adapt-sk-from-global` tells people: what it made, or each decision that is left, and the way to it."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from sklint.delivery.way import contract_beside
from sklint.finding import Finding
from sklint.generate.adapt import Adaptation, Wanted
from sklint.generate.adapt_report import texts
from sklint.report.characters import printable
from sklint.report.place import place
from sklint.report.totals import count

SAID_BY_A_CONTRACT = (
    "codegen.pybind-return-tensor-unresolved",
    "codegen.runtime-parameter-contract-required",
    "codegen.template-bind-target-required",
)
"""What an entry of an IO contract would say, where the kernel has none."""


def told(wanted: Wanted, made: Adaptation, report: Path) -> str:
    """A line for each finding, the command that writes an IO contract where that is the cure, and what was made."""
    lines = [
        *located(wanted, made, made.problems, ""),
        *located(wanted, made, made.warnings, "warning: "),
        *cure(wanted, made),
    ]
    return "".join(f"{it}\n" for it in (*lines, f"{sentence(len(made.named), len(made.problems))} {report}"))


def located(wanted: Wanted, made: Adaptation, found: Sequence[Finding], severity: str) -> Iterator[str]:
    sources = texts(made, wanted.contract)
    for it in found:
        there = place(sources, it.span)
        yield printable(f"{there.path}:{there.start.line}: {severity}{it.message} ({it.rule})")


def cure(wanted: Wanted, made: Adaptation) -> Iterator[str]:
    """The command that writes the entries which are missing, and how they are given."""
    entries = {it.facts.qualified: it.contract for it in made.named}
    missing = [it for it in made.problems if it.rule in SAID_BY_A_CONTRACT and entries.get(it.symbol) is None]
    if missing:
        contract = Path(wanted.contract.source_path) if wanted.contract else contract_beside(wanted.asset)
        asset, path = shlex.quote(str(wanted.asset)), shlex.quote(str(contract))
        again = "" if wanted.contract else f", then run this again with --io-contract {path}"
        yield f"To say it in an IO contract: sklint write-io-contract {asset} --output {path}{again}"


def sentence(kernels: int, problems: int) -> str:
    if not problems:
        return f"Adapted {count(kernels, 'kernel')}:"
    return f"{count(problems, 'finding')} for a person to decide on, no package is made:"
