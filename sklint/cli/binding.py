"""The run of `sklint bind`: a file in, its bindings as a diff or on disk, and what a person has to decide on stderr."""

import sys
from collections.abc import Sequence
from pathlib import Path

from sklint import __version__
from sklint.cli.bind import Given
from sklint.cli.difference import difference, shown
from sklint.cli.output import colored, say, say_bytes
from sklint.cli.writing import changed_meanwhile, may_write, replace_file
from sklint.discover import Skipped, read_source
from sklint.error import SklintError
from sklint.generate.bind_file import Bindings, bind_file
from sklint.generate.instantiation import names_kernel
from sklint.generate.positions import edited
from sklint.generate.request import BindRequest
from sklint.generate.verify import Surroundings
from sklint.model import Kernel
from sklint.packs import rules_of
from sklint.project import request_for
from sklint.report import Report
from sklint.report.text import render
from sklint.report.totals import count
from sklint.resolve import resolver
from sklint.source import Source

GENERATED_FOR = "spec"
"""The pack whose rules generated code has to satisfy."""


def run(given: Given) -> int:
    """Bind the file's kernels; gives the exit code."""
    source = read(given["file"])
    found = bindings(source, given)
    after = edited(source, found.edits).source
    if found.problems or found.notes:
        report_problems(found, source, given)
    if given["write"] and found.edits:
        write(source, after)
    elif found.edits:
        show(source, after, given)
    say(f"{sentence(found, source, given['write'])}\n", to_stderr=True)
    return int(bool(found.problems) or not found.kernels)


def read(path: Path) -> Source:
    source = read_source(path.as_posix())
    if isinstance(source, Skipped):
        raise SklintError(f"{source.path}: {source.message}")
    return source


def bindings(source: Source, given: Given) -> Bindings:
    around = surroundings(source)
    kernels = [it for unit in around.read(source) for it in unit.kernels]
    check_names(source, kernels, given)
    request = BindRequest(given["mask"], given["num_splits"], given["with_sys_args"], given["bind_target"])
    return bind_file(source, request, around, lambda it: not given["kernel"] or called(it, given["kernel"]))


def surroundings(source: Source) -> Surroundings:
    """How the file's configuration has it read; generated code answers to the documents' rules whatever that selects."""
    asked = request_for(source, resolver()(source.path), {})
    rules = tuple(it for it in rules_of(asked.packs) if it.category == GENERATED_FOR)
    return Surroundings(rules, asked.target, asked.options)


def called(kernel: Kernel, names: Sequence[str]) -> bool:
    return kernel.name in names or kernel.qualified in names


def check_names(source: Source, kernels: Sequence[Kernel], given: Given) -> None:
    """SklintError for an option that names a kernel which is not there."""
    there = ", ".join(dict.fromkeys(it.qualified for it in kernels)) or "none"
    for name in given["kernel"]:
        if not any(called(it, [name]) for it in kernels):
            raise SklintError(f"{source.path} has no kernel {name}; there is {there}")
    for target in given["bind_target"]:
        if "<" not in target or not any(names_kernel(it, target) and it.template is not None for it in kernels):
            templates = ", ".join(dict.fromkeys(it.qualified for it in kernels if it.template is not None)) or "none"
            raise SklintError(f"--bind-target '{target}' is no template kernel of {source.path} with its arguments, such as 'k<float>'; there is {templates}")


def report_problems(found: Bindings, source: Source, given: Given) -> None:
    sources = {path: it for unit in found.units for path, it in unit.sources.items()} | {source.path: source}
    findings = sorted([*found.problems, *found.notes], key=lambda it: it.span)
    report = Report(findings, sources, (), (), 1, {}, __version__)
    color = given["color"] == "always" or (given["color"] == "auto" and sys.stderr.isatty())
    say(render(report, color, quiet=True), to_stderr=True)


def show(source: Source, after: Source, given: Given) -> None:
    before, new = {source.path: source}, {source.path: after}
    if colored(given["color"]):
        say(shown(before, new))
    elif sys.stdout.isatty():
        say(difference(before, new).decode("utf-8", "replace"))
    else:
        say_bytes(difference(before, new))


def write(source: Source, after: Source) -> None:
    if not may_write(source.path):
        raise SklintError(f"{source.path}: the file or its folder is read-only; make both writable")
    if changed_meanwhile(source):
        raise SklintError(f"{source.path}: it changed while it was read; run sklint again")
    replace_file(after)


def sentence(found: Bindings, source: Source, written: bool) -> str:
    """What was done, or would be."""
    if not found.kernels:
        return f"{source.path} defines no kernel: there is no function with __global__ and a body."
    done = f"{'Bound' if written else 'Would bind'} {count(len(found.bound), 'kernel')}" if found.bound else "Nothing to bind"
    already = f"{count(len(found.already), 'kernel')} bound already" if found.already else ""
    left = len({it.symbol for it in found.problems})
    decide = f"{count(left, 'kernel')} to be decided on" if left else ""
    how = "" if written or not found.bound else " Add --write to write the file."
    return f"{', '.join(it for it in (done, already, decide) if it)}.{how}"
