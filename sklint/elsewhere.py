"""What another file answers: a finding that an SK function is not bound, where a file beside it binds it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sklint.answers import Settings, answers
from sklint.finding import Finding
from sklint.readable import read_source
from sklint.reply import Reply
from sklint.request import Request, request_for
from sklint.resolve import ConfigFor
from sklint.source import Source

UNBOUND = "sk.bind-missing"
"""The rule whose finding another file of the project may answer."""


def answered_elsewhere(
    findings: Sequence[Finding],
    replies: Mapping[str, Reply],
    requests: Mapping[str, Request],
    config_for: ConfigFor,
    settings: Settings,
) -> list[Finding]:
    """The findings without those about an SK function that another file binds: one of this run, or a neighbour."""
    open_names = {it.text for it in findings if it.rule == UNBOUND}
    if not open_names:
        return list(findings)
    bound = {name for reply in replies.values() for name in reply.bound}
    folders = {Path(it.span.path).parent for it in findings if it.rule == UNBOUND and it.text not in bound}
    near = [it for folder in folders for it in neighbours(folder, open_names - bound) if it.path not in requests]
    others = {it.path: request_for(it, config_for(it.path), {}) for it in near}
    bound |= {name for _, it in answers(others, settings) if isinstance(it, Reply) for name in it.bound}
    return [it for it in findings if it.rule != UNBOUND or it.text not in bound]


def neighbours(folder: Path, names: set[str]) -> Iterator[Source]:
    """The sources beside a file that bind something and speak of one of these names."""
    for it in siblings(folder) if names else ():
        if it.suffix in (".asc", ".cpp", ".cc", ".cxx", ".h", ".hpp", ".cce") and it.is_file():
            source = read_source(it.as_posix())
            data = source.data if isinstance(source, Source) else b""
            if isinstance(source, Source) and b"SK_BIND" in data and any(name.encode() in data for name in names):
                yield source


def siblings(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # the folder of a name that stdin was given, or one that may not be listed
        return []
