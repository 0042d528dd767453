"""Which rules there are, kept between runs: a run whose results are kept needs to know their ids, not to load them."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sklint import __version__
from sklint.digest import blake2b
from sklint.reply import OWN_RULES
from sklint.request import cache_folder
from sklint.target import Target

if TYPE_CHECKING:
    from sklint.rule import Rule

ENGINE = Path(__file__).parent


class Entry(msgspec.Struct, frozen=True):
    """A rule: its category, whether it can find nothing without a chip, or without a CANN version, the words that a
    header by itself has if it can find anything there (none: any header), whether it looks at those at all; the words
    of which a source of the host alone has one if it can find anything there; its page, that one's first sentence, the
    file that has it among the pages of its pack, and what is on the web about it, "" where there is nothing."""

    id: str
    category: str
    needs_chip: bool
    needs_cann: bool
    words: tuple[bytes, ...]
    in_headers: bool
    host_words: tuple[bytes, ...]
    page: str
    summary: str
    page_file: str
    web: str

    def can_find(self, target: Target) -> bool:
        """Whether the target says enough for the rule to find anything."""
        return target.gives(chip=self.needs_chip, cann=self.needs_cann)

    def speaks_of(self, header: bytes) -> bool:
        return self.in_headers and (not self.words or any(it in header for it in self.words))


class Catalogue(msgspec.Struct, frozen=True):
    """The rules of some packs, the folders their code is in, and what changes whenever that code does."""

    entries: tuple[Entry, ...]
    folders: tuple[str, ...]
    key: str

    @property
    def categories(self) -> dict[str, str]:
        return {it.id: it.category for it in self.entries}

    def rule(self, id: str) -> Entry | None:
        return next((it for it in self.entries if it.id == id), None)

    def may_find_in(self, header: bytes, target: Target) -> bool:
        """Whether some rule could find something in the text of a header that is read by itself."""
        return any(it.can_find(target) and it.speaks_of(header) for it in self.entries)

    def may_find_in_host(self, source: bytes, target: Target) -> bool:
        """Whether some rule could find something in a source that has no word of a kernel."""
        forbidden = (it.encode() for family in target.families for it in family.forbidden_apis)
        words = (word for it in self.entries if it.can_find(target) for word in it.host_words)
        return any(it in source for it in (*words, *forbidden))


PACKAGES = (".dist-info", ".egg-info", ".egg-link")
"""How the names end of what pip leaves beside a package."""


@cache
def catalogue(packs: tuple[str, ...], kept_in: Path | None) -> Catalogue:
    """The catalogue of the installed packs and those in folders. SklintError for a pack that does not load."""
    place = place_of(packs, kept_in) if kept_in else None
    if place and (found := kept(place)):
        return found
    made = make(packs)
    if place:
        keep(place, made)
    return made


def place_of(packs: Sequence[str], kept_in: Path) -> Path:
    return kept_in / f"catalogue-{environment_key(packs)}"


def kept(place: Path) -> Catalogue | None:
    """The catalogue in a file, if it still tells of the code that there is."""
    found = read(place)
    return found if found and code_key(found.folders) == found.key else None


def make(packs: tuple[str, ...]) -> Catalogue:
    """The catalogue that the packs' rules make."""
    from sklint.packs import rules_of

    entries = [entry(it) for it in rules_of(packs)]
    files = {sys.modules[rule.module].__file__ for rule in rules_of(packs)}
    folders = tuple(sorted({*packs, *(str(Path(it).parent) for it in files if it)}))
    return Catalogue(tuple(entries), folders, code_key(folders))


def entry(rule: "Rule") -> Entry:
    from sklint.docs import rule_page

    module = sys.modules[rule.module].__file__
    pages = Path(module).with_name("README.md") if module else None
    return Entry(
        id=rule.id,
        category=rule.category,
        needs_chip=rule.needs_chip,
        needs_cann=rule.needs_cann,
        words=tuple(it.encode() for it in rule.words),
        in_headers=rule.in_headers and rule.about is None,
        host_words=tuple(it.encode() for it in rule.host_words),
        page=rule_page(rule, level=3),
        summary=rule.summary,
        page_file=str(pages) if pages and pages.is_file() else "",
        web=next((it for it in rule.sources if it.startswith(("https://", "http://"))), ""),
    )


def environment_key(packs: Sequence[str]) -> str:
    """Changes when something is installed or removed in a folder that Python looks into, and with the packs named."""
    found = [(it, installed(it)) for it in sys.path]
    return blake2b(repr((__version__, sys.version, found, packs)).encode(), digest_size=12).hexdigest()


def code_key(folders: Sequence[str]) -> str:
    """Changes with any file of sklint's engine, its model headers or the packs in these folders."""
    digest = blake2b(f"{__version__} {sys.version}".encode(), digest_size=16)
    for folder in (str(ENGINE), *folders):
        for path, size, time in code_files(folder):
            digest.update(f"{path} {size} {time}".encode())
    return digest.hexdigest()


def code_files(folder: str) -> Iterator[tuple[str, int, int]]:
    """Every file of code below a folder with its size and time, in a fixed order. The stubs of headers are empty."""
    with suppress(OSError), os.scandir(folder) as entries:
        for it in sorted(entries, key=lambda entry: entry.name):
            if it.is_dir():
                if it.name not in ("__pycache__", "stubs"):
                    yield from code_files(it.path)
            elif it.name.endswith((".py", ".h", ".json", ".yaml", ".toml")):
                found = it.stat()
                yield it.path, found.st_size, found.st_mtime_ns


def installed(folder: str) -> list[tuple[str, int]]:
    """What tells of the packages that are installed in a folder. Other files come and go there, as in the working
    directory of `python -m sklint`."""
    with suppress(OSError), os.scandir(folder or ".") as entries:
        return sorted((it.name, it.stat().st_mtime_ns) for it in entries if it.name.endswith(PACKAGES))
    return []


def read(place: Path) -> Catalogue | None:
    try:
        return msgspec.msgpack.decode(place.read_bytes(), type=Catalogue)
    except (OSError, msgspec.DecodeError):
        return None


def keep(place: Path, made: Catalogue) -> None:
    temporary = place.with_suffix(f".{os.getpid()}.tmp")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(msgspec.msgpack.encode(made))
        temporary.replace(place)


def catalogue_of(packs: tuple[str, ...]) -> Catalogue:
    """The rules of these packs and of the installed ones, as kept."""
    return catalogue(packs, cache_folder())


@cache
def known_rules(packs: tuple[str, ...]) -> dict[str, str]:
    """Every rule id with its category, the tool's own included."""
    return {**catalogue_of(packs).categories, **OWN_RULES}
