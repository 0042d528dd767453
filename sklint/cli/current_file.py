"""A file that a later command works from: refused unless it says what would be written now."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sklint.contract_read import decoded
from sklint.error import SklintError
from sklint.json_differences import differences
from sklint.json_place import nearest_place, place_text, places
from sklint.source import Source


def current_file(path: Path, made: Mapping[str, object], moved: Sequence[str], first: str) -> None:
    """SklintError, with the key, where a JSON file does not say what `made` does; what it says under the keys `moved`
    is where it is. `first` is the command that writes it."""
    if not path.is_file():
        raise SklintError(f"{path.parent}: there is no {path.name} in it; run `{first}` first")
    source = Source(path.as_posix(), path.read_bytes())
    then, where = decoded(source), places(source)
    now: object = msgspec.json.decode(msgspec.json.encode(made))
    found = [(keys, text) for keys, text in differences(then, now, ()) if not keys or keys[0] not in moved]
    for keys, text in found[:1]:
        at = place_text(source, nearest_place(where, keys))
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise SklintError(f"{at}: is not current: {text}{more}; remove it, then run `{first}`")
