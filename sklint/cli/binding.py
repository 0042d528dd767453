"""The run of `sklint bind`: a file in, its bindings as a diff or on disk, and what a person has to decide on stderr."""

import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from sklint import __version__
from sklint.bind_target import is_bind_target
from sklint.cli.bind import Given
from sklint.cli.difference import difference, shown
from sklint.cli.output import colored, say, say_bytes
from sklint.cli.writing import changed_meanwhile, may_write, replace_file
from sklint.delivery.advice import advice
from sklint.error import SklintError
from sklint.finding import Finding, Fix
from sklint.generate.apart import Asked, bind_apart
from sklint.generate.bind_file import Bindings, Named
from sklint.generate.instantiation import names_kernel
from sklint.generate.positions import edited
from sklint.generate.request import BindRequest
from sklint.pool import Failure
from sklint.readable import Skipped, read_source
from sklint.report import Report
from sklint.report.text import render
from sklint.report.totals import count
from sklint.request import request_for
from sklint.resolve import resolver
from sklint.source import Source


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
    asked = request_for(source, resolver()(source.path), {})
    more = (*map(str, given["include_dir"]), *asked.options.include_dirs)
    options = replace(asked.options, defines=(*asked.options.defines, *given["define"]), include_dirs=more)
    request = BindRequest(given["mask"], given["num_splits"], given["with_sys_args"], given["bind_target"])
    found = bind_apart(Asked(replace(asked, options=options), request, given["kernel"]))
    if isinstance(found, Failure):
        raise SklintError(f"{source.path}: {found.reason}")
    check_names(source, found.there, given)
    return found


def check_names(source: Source, there: Sequence[Named], given: Given) -> None:
    """SklintError for an option that names a kernel which is not there."""
    for name in given["kernel"]:
        if not any(name in (it.name, it.qualified) for it in there):
            raise SklintError(f"{source.path} has no kernel {name}; there is {listed(there)}")
    templates = [it for it in there if it.template]
    for target in given["bind_target"]:
        one = "<" in target and is_bind_target(target)
        if not one or not any(names_kernel(it, target) for it in templates):
            text = f"--bind-target '{target}' is no template kernel of {source.path} with arguments, such as 'k<float>'"
            raise SklintError(f"{text}; there is {listed(templates)}")


def listed(kernels: Sequence[Named]) -> str:
    return ", ".join(it.qualified for it in kernels) or "none"


def report_problems(found: Bindings, source: Source, given: Given) -> None:
    sources = {path: Source(path, data) for path, data in found.texts.items()} | {source.path: source}
    findings = sorted([*map(with_help, found.problems), *found.notes], key=lambda it: it.span)
    report = Report(findings, sources, (), (), 1, {}, __version__)
    color = given["color"] == "always" or (given["color"] == "auto" and sys.stderr.isatty())
    say(f"{render(report, color, quiet=True)}\n", to_stderr=True)


def with_help(problem: Finding) -> Finding:
    """What stands in the way of a binding, with what a person does about it."""
    if problem.fixes or ": " in problem.message:
        return problem
    todo = advice(problem) or f"`sklint explain {problem.rule}` says what to do"
    return replace(problem, fixes=(Fix(todo[0].upper() + todo[1:], ()),))


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
    if not found.bound and not found.already and any(it.rule == "codegen.source-error" for it in found.problems):
        return f"Nothing was bound: {source.path} does not compile as it is."
    if not found.kernels:
        return f"{source.path} defines no kernel: there is no function with __global__ and a body."
    done = (
        f"{'Bound' if written else 'Would bind'} {count(len(found.bound), 'kernel')}"
        if found.bound
        else "Nothing to bind"
    )
    already = f"{count(len(found.already), 'kernel')} bound already" if found.already else ""
    left = len({it.symbol for it in found.problems})
    decide = f"{count(left, 'kernel')} to be decided on" if left else ""
    how = "" if written or not found.bound else " Add --write to write the file."
    return f"{', '.join(it for it in (done, already, decide) if it)}.{how}"
