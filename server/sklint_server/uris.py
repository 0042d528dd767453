"""URIs and paths: a URI is told as the client wrote it, a path is what two spellings of one URI have in common."""

import re
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/?([A-Za-z]):(/.*|$)", re.DOTALL)
_DOTS = re.compile(r"(^|/)\.{0,2}(/|$)")


def path_of(uri: str, root: str) -> str:
    """The posix path of a URI: percent forms decoded, a drive letter in lower case. What is no file (untitled:, git:)
    gets a name of its own in `root`, so that it has that folder's configuration."""
    parts = urlsplit(uri)
    path = unquote(parts.path)
    if parts.scheme not in ("file", ""):
        return f"{root.rstrip('/')}/{parts.scheme}-{unquote(uri.partition(':')[2]).replace('/', '-').lstrip('-')}"
    if drive := _DRIVE.fullmatch(path):
        return f"{drive[1].lower()}:{drive[2]}"
    if parts.netloc and parts.netloc != "localhost":
        return f"//{unquote(parts.netloc)}{path}"
    return _plain(path)


def uri_of(path: str) -> str:
    """A URI for a path that no client has named yet."""
    if path.startswith("//"):
        return f"file:{quote(path)}"
    return f"file://{quote(path)}" if path.startswith("/") else f"file:///{quote(path)}"


def _plain(path: str) -> str:
    """The path without empty, `.` and `..` parts."""
    if not _DOTS.search(path.lstrip("/")):
        return path
    kept: list[str] = []
    for part in PurePosixPath(path).parts[1:]:
        if part == "..":
            kept = kept[:-1]
        else:
            kept.append(part)
    return "/" + "/".join(kept)
