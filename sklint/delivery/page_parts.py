"""Parts that several pages have."""

from collections.abc import Mapping

from sklint.delivery.manifest import ignored_files
from sklint.delivery.page_text import code, table
from sklint.delivery.understanding import Understood


def place_of(entry: Mapping[str, object]) -> str:
    """The place of an entry of `kernel_entries`."""
    return f"{entry['file']}:{entry['line']}"


def not_looked_at(it: Understood) -> str:
    """What was left out, and what the parser did not see."""
    rows = [(code(one["file"]), one["reason"]) for one in ignored_files(it)]
    headers = sorted({name for _, name in it.code.missing})
    told = f"Headers that were not found: {', '.join(map(code, headers[:10]))}.\n" if headers else ""
    files = table(("File", "Why"), rows) if rows else ""
    return f"## Not looked at\n\n{files}{told}" if files or told else ""
