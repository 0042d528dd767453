"""GitHub workflow commands: annotations on the lines of a pull request."""

from sklint.finding import Finding, Note, Severity
from sklint.report.characters import portable
from sklint.report.place import place
from sklint.report.run import Report

COMMANDS = {Severity.BLOCKER: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report) -> str:
    """One command a line, for each finding, each file that could not be checked, and each note."""
    failed = (_note(it, "error") for it in report.failed)
    lines = [*(_finding(report, finding) for finding in report.findings), *failed, *map(_note, report.notes)]
    return portable("".join(f"{line}\n" for line in lines))


def _finding(report: Report, finding: Finding) -> str:
    at = place(report.sources, finding.span)
    properties = {"file": at.path, "line": at.start.line, "endLine": at.end.line}
    if at.start.line == at.end.line:  # GitHub refuses columns on several lines
        properties |= {"col": at.start.column, "endColumn": at.end.column}
    properties |= {"title": f"sklint ({finding.rule})"}
    message = "\n".join((finding.message, *(f"help: {fix.title}" for fix in finding.fixes)))
    return _command(COMMANDS[finding.severity], properties, message)


def _note(note: Note, command: str = "notice") -> str:
    return _command(command, {"file": note.path} if note.path else {}, note.message)


def _command(name: str, properties: dict[str, str | int], message: str) -> str:
    shown = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name}{shown and ' ' + shown}::{_data(message)}"


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
