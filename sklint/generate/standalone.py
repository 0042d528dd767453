"""The tree of a standalone comparison: kernel sources without torch, what compares them, and how it is built."""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sklint.generate.adapted_package import AdaptedPackage
from sklint.generate.aggregate import INCLUDE, is_made
from sklint.generate.build_config import BuildConfig
from sklint.generate.package_csrc import TEMPLATES as PACKAGE
from sklint.generate.package_csrc import kernels_alone
from sklint.generate.package_entry import PackageEntry
from sklint.generate.standalone_cmake import Program, cmake
from sklint.generate.standalone_code import HEADER, runtime_head, runtime_main, runtime_parts
from sklint.generate.standalone_fixture import Plan
from sklint.parse.lex import lex

FOLDER = "operator-sk-standalone-verify"
SUPPORT = "asset-support"
TEMPLATE = PACKAGE.parent / "standalone" / HEADER


@dataclass(frozen=True)
class Group:
    """Entries that are compared by one program: of one source, and compiled alike. `name` is that of the program."""

    name: str
    stem: str
    entries: tuple[PackageEntry, ...]
    launches: bool

    @property
    def runtime(self) -> str:
        return f"{self.name}.asc"

    @property
    def source(self) -> str:
        """The kernel source, by its path in the project."""
        return f"csrc/{self.stem}/{self.stem}.asc"

    @property
    def flags(self) -> tuple[str, ...]:
        it = self.entries[0].contract
        return (*it.defines, *it.options) if it else ()


@dataclass(frozen=True)
class Standalone:
    """The project's files by path, and what they are for. `support` are the files beside each source, by its stem;
    `left_out` are those of fixtures whose place the package has a file of its own in."""

    files: dict[str, bytes]
    groups: tuple[Group, ...]
    support: dict[str, tuple[str, ...]]
    left_out: tuple[str, ...]


def standalone(
    it: AdaptedPackage, plans: Mapping[str, Plan], given: Path | None, arch: str, config: BuildConfig
) -> Standalone:
    """The project for a package. `given` is the folder of fixtures; without an architecture nothing tells CMake how to
    build it."""
    groups = grouped(it, plans, given is not None)
    files: dict[str, bytes] = {HEADER: TEMPLATE.read_bytes()}
    support: dict[str, tuple[str, ...]] = {}
    left_out: list[str] = []
    for stem, own in by_stem(groups).items():
        files |= sources(it, own[0])
        extra = fixture_support(own, given) if given else {}
        left_out += [
            str(path) for name, path in extra.items() if files.get(name, path.read_bytes()) != path.read_bytes()
        ]
        support[stem] = tuple(sorted(name for name in extra if name not in files))
        files |= {name: extra[name].read_bytes() for name in support[stem]}
    files |= {one.runtime: runtime(one, plans, files[one.source]) for one in groups}
    if arch:
        programs = [Program(one.name, one.runtime, folders(one, support[one.stem]), one.flags) for one in groups]
        files["CMakeLists.txt"] = cmake(programs, arch, config).encode()
    return Standalone(files, tuple(groups), support, tuple(left_out))


def by_stem(groups: Sequence[Group]) -> dict[str, list[Group]]:
    found: dict[str, list[Group]] = {}
    for it in groups:
        found.setdefault(it.stem, []).append(it)
    return found


# programs


def grouped(it: AdaptedPackage, plans: Mapping[str, Plan], fixtures: bool) -> list[Group]:
    """The programs: one for each source, and more where entries of a source are compiled with other flags."""
    parts: dict[tuple[str, tuple[str, ...]], list[PackageEntry]] = {}
    for one in it.entries:
        flags = (*one.contract.defines, *one.contract.options) if one.contract else ()
        parts.setdefault((one.csrc_file, flags), []).append(one)
    made: list[Group] = []
    for (path, _), entries in parts.items():
        runs = any(plans[one.name].fixture for one in entries)
        stem = PurePosixPath(path).stem
        name = program_name(stem, entries[0], len(parts) == 1, {group.name for group in made})
        made.append(Group(name, stem, tuple(entries), runs or not fixtures))
    return made


def program_name(stem: str, first: PackageEntry, only: bool, taken: set[str]) -> str:
    name = "runtime_compare" if only else f"runtime_compare_{identifier(stem)}"
    return name if name not in taken else f"{name}_{first.name}"


def identifier(text: str) -> str:
    return re.sub(r"\W", "_", text, flags=re.ASCII)


def runtime(group: Group, plans: Mapping[str, Plan], source: bytes) -> bytes:
    """The source of a program."""
    head = runtime_head(group.source if group.launches else "", has_main(source))
    parts = runtime_parts(group.entries, plans, group.launches)
    return "".join((head, *parts, runtime_main(group.entries))).encode()


def has_main(source: bytes) -> bool:
    return any(it.kind == "name" and it.text == "main" for it in lex(source)) if b"main" in source else False


# sources, and what they include


def sources(it: AdaptedPackage, group: Group) -> dict[str, bytes]:
    """A kernel source in a folder of its own, with the files of the package that it reads, as far from it as there."""
    path = group.entries[0].csrc_file
    there = {one: beside(group, one) for one in read_by(it, path)}
    return {group.source: kernels_alone(it.files[path]), **{name: it.files[one] for one, name in there.items()}}


def beside(group: Group, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(group.source), posixpath.relpath(path, "csrc")))


def read_by(it: AdaptedPackage, path: str) -> list[str]:
    """The files of a package that a source of it may read, by their paths; all where a macro says which."""
    own = {one for entry in it.entries for one in (entry.csrc_file, entry.wrapper_file)}
    support = [one for one in it.files if one not in own and not is_made(it, one)]
    found: list[str] = []
    queue = [path]
    while queue:
        one = queue.pop()
        for name in included(it.files[one]):
            if not name:
                return support
            near = (posixpath.normpath(f"{posixpath.dirname(one)}/{name}"), posixpath.normpath(f"csrc/{name}"))
            more = next((place for place in near if place in support), "")
            if more and more not in found:
                found.append(more)
                queue.append(more)
    return found


def included(data: bytes) -> Iterator[str]:
    """What the includes of a text name; "" for one that a macro names."""
    for it in lex(data) if b"include" in data else ():
        if it.kind == "directive" and re.match(r"#[ \t]*include\b", it.text):
            found = INCLUDE.match(data, it.start, it.end)
            yield found[2].decode("utf-8", "replace") if found else ""


def fixture_support(groups: Sequence[Group], given: Path) -> dict[str, Path]:
    """The files that fixtures bring for a source, by their places beside it."""
    stem = groups[0].stem
    names = dict.fromkeys((stem, *(one.name for group in groups for one in group.entries)))
    return {
        f"csrc/{stem}/{path.relative_to(root).as_posix()}": path
        for name in names
        for root in (given / name / SUPPORT,)
        for path in (sorted(root.rglob("*")) if root.is_dir() else ())
        if path.is_file()
    }


def folders(group: Group, support: Sequence[str]) -> tuple[str, ...]:
    """Where the includes of a program are looked for: beside the kernel source, and where its support files are."""
    own = posixpath.dirname(group.source)
    return tuple(dict.fromkeys(("", "csrc", own, *map(posixpath.dirname, support))))
