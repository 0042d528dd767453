"""The folders that a configuration names and that are not there: what is in them is silently not found."""

from collections.abc import Iterator

from sklint.config import Config
from sklint.finding import Note


def missing_folders(config: Config) -> Iterator[Note]:
    """A note for each of the configuration's include-dirs that is no folder."""
    file = next((it for it in config.chain if "include-dirs" in it.given), None)
    if file is None or config.overrides.include_dirs:
        return
    for name in file.settings.include_dirs:
        if not (file.path.parent / name).is_dir():
            yield Note(f"include-dirs names {name}, which is no folder", file.place_of_text(name, "include-dirs"))
