"""The packages of several adapted assets as one: each kernel source with what it includes, under one set of modules."""

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sklint.error import SklintError
from sklint.generate.adapted_package import AdaptedPackage
from sklint.generate.package import Tree, Unit, package
from sklint.generate.package_entry import PackageEntry
from sklint.generate.package_python import Distribution
from sklint.parse.lex import lex
from sklint.source import Source

BLANK = rb"(?:[ \t]|\\[ \t]*\r?\n|/\*.*?\*/)*"
INCLUDE = re.compile(rb"#" + BLANK + rb"include" + BLANK + rb"([\"<])([^\">\n]+)[\">]", re.DOTALL)


def aggregate(inputs: Sequence[AdaptedPackage], made: Distribution) -> Tree:
    """One package of all inputs. SklintError where two have an entry of one name."""
    refuse_twins(inputs)
    units: list[Unit] = []
    support: dict[str, bytes] = {}
    for number, it in enumerate(inputs):
        moved = Moved.of(it, f"_support/{it.entries[0].name}_{number}")
        units += units_of(it, moved)
        support |= {f"csrc/{moved.there(path)}": moved.rewritten(path) for path in moved.support}
    tree = package(units, made)
    return Tree(tree.files | support, tree.entries, tree.problems)


def refuse_twins(inputs: Sequence[AdaptedPackage]) -> None:
    """SklintError where two entries have one name: in Python, in torch, and of the module that runs them."""
    first: dict[str, tuple[AdaptedPackage, PackageEntry]] = {}
    for it in inputs:
        for entry in it.entries:
            before, other = first.setdefault(entry.operator, (it, entry))
            if other is not entry:
                raise SklintError(
                    f"{it.report}: the entry {entry.name} is in {before.report} too, and a package can have one of "
                    "them; adapt one with a public_entry_name of its own"
                )


def units_of(it: AdaptedPackage, moved: "Moved") -> list[Unit]:
    """The kernel sources, each with its entries."""
    by_file: dict[str, list[PackageEntry]] = {}
    for entry in it.entries:
        by_file.setdefault(entry.csrc_file, []).append(entry)
    return [Unit(moved.source(path), tuple(own), (), {}, moved.wrappers(own)) for path, own in by_file.items()]


@dataclass(frozen=True)
class Moved:
    """What the sources of an input include goes to a folder of its own, below `csrc`, so that headers of one name do
    not meet. `base` is the folder that all of it is in, as the input has it."""

    it: AdaptedPackage
    folder: str
    support: frozenset[str]
    base: str

    @classmethod
    def of(cls, it: AdaptedPackage, folder: str) -> "Moved":
        own = {path for entry in it.entries for path in (entry.csrc_file, entry.wrapper_file)}
        found = frozenset(path for path in it.files if path not in own and not is_made(it, path))
        return cls(it, folder, found, "csrc" if all(path.startswith("csrc/") for path in found) else ".")

    def there(self, path: str) -> str:
        """Where a file goes, seen from `csrc`, which is always searched."""
        return posixpath.join(self.folder, posixpath.relpath(path, self.base))

    def source(self, path: str) -> Source:
        return Source(f"{self.it.folder.as_posix()}/{path}", self.rewritten(path))

    def wrappers(self, entries: Sequence[PackageEntry]) -> Mapping[str, Source]:
        own = {it.wrapper.source: it.wrapper_file for it in entries if it.wrapper and it.wrapper_file}
        return {name: self.source(path) for name, path in own.items()}

    def data(self, path: str) -> bytes:
        if path not in self.it.files:
            raise SklintError(f"{self.it.report}: csrc_file: {path} is not among its canonical_written_files")
        return self.it.files[path]

    def rewritten(self, path: str) -> bytes:
        """A file, whose includes lead to where the files are now; nothing else of it is changed."""
        data = self.data(path)
        made: list[bytes] = []
        done = 0
        for it in lex(data) if b"include" in data else ():
            found = INCLUDE.match(data, it.start, it.end) if it.kind == "directive" else None
            now = self.name_now(path, found[2].decode("utf-8", "replace"), found[1] == b'"') if found else ""
            if found and now:
                made += [data[done : found.start(2)], now.encode()]
                done = found.end(2)
        return b"".join((*made, data[done:]))

    def name_now(self, path: str, name: str, quoted: bool) -> str:
        """What an include says now; "" where it stays: of no file of the package, or of one that moves along."""
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        if quoted and beside in self.support:
            return "" if path in self.support else self.there(beside)
        searched = posixpath.normpath(f"csrc/{name}")
        return self.there(searched) if searched in self.support else ""


def is_made(it: AdaptedPackage, path: str) -> bool:
    """Whether a file of a package is made anew from its entries."""
    modules = {"setup.py", "csrc/pybind11.asc", *(f"csrc/pybind11_{entry.name}.asc" for entry in it.entries)}
    return path in modules or path.startswith(f"{it.python_package}/")
