"""What is wrong with a configuration, at its line in the configuration file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from sklint_server.server import Server

PLACED = re.compile(r"(?P<path>[^\n]+?)(?::(?P<line>\d+))?(?::\d+)?: (?P<words>.+)", re.DOTALL)
"""How a message begins that names a file, and its line where that can be told, as the command line prints it."""


def tell(server: Server, message: str) -> None:
    """Show a message at the place that it names, where it names a file."""
    found = PLACED.fullmatch(message)
    lines = server.lines(found["path"]) if found and Path(found["path"]).is_file() else None
    if found and lines:
        place = lines.whole_line(int(found["line"] or 1) - 1)
        wrong = types.Diagnostic(place, found["words"], types.DiagnosticSeverity.Error, source="sklint")
        server.misconfigured.add(found["path"])
        uri = server.uri(found["path"])
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, [wrong]))


def clear(server: Server) -> None:
    """Take such messages back: the configuration is read again."""
    for path in sorted(server.misconfigured):
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(server.uri(path), []))
    server.misconfigured.clear()
