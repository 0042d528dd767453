"""What a compile_commands.json says about reading a file: folders, macros, the standard and the architecture."""

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec

from sklint.error import SklintError
from sklint.source import Source

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Flags:
    """What is taken from a compile command; everything else in it is dropped. Folders are absolute."""

    include_dirs: tuple[str, ...] = ()
    system_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()  # NAME or NAME=VALUE
    forced_includes: tuple[str, ...] = ()
    std: str = ""  # such as c++17
    arch: str = ""  # such as dav-2201 or dav-c220-vec


class _Entry(msgspec.Struct, frozen=True):
    file: str
    directory: str = ""
    command: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class CompileCommands:
    """A compile_commands.json that was read. Relative directories in it count from its own folder."""

    path: Path
    entries: tuple[_Entry, ...]
    data: bytes = field(default=b"", repr=False)  # of the file

    def flags_for(self, path: str | os.PathLike[str]) -> Flags | None:
        """What the first command of a file says, None if it has none. SklintError if it cannot be split."""
        return next((self._flags(number) for number in self._numbers(path)), None)

    def archs_for(self, path: str | os.PathLike[str]) -> Iterator[tuple[str, int]]:
        """The architectures that the commands of a file compile it for, each with the line it stands in."""
        for number in self._numbers(path):
            if arch := self._flags(number).arch:
                start, end = self._places[number]
                at = self.data.find(arch.encode(), start, end)
                yield arch, self.data.count(b"\n", 0, max(at, start)) + 1

    def _numbers(self, path: str | os.PathLike[str]) -> list[int]:
        """The entries for a file, from 0."""
        return self._by_file.get(_key(path)) or self._by_file.get(_key(os.path.realpath(path))) or []

    @cached_property
    def _by_file(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, entry in enumerate(self.entries):
            found.setdefault(_key(self.path.parent / entry.directory / entry.file), []).append(number)
        return found

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """Where the text of each entry starts and ends."""
        found: list[tuple[int, int]] = []
        start = 0
        for raw in msgspec.json.decode(self.data.removeprefix(BOM), type=tuple[msgspec.Raw, ...]):
            start = self.data.find(bytes(raw), start)
            found.append((start, start + len(bytes(raw))))
        return found

    def _flags(self, number: int) -> Flags:
        entry = self.entries[number]
        folder = self.path.parent / entry.directory
        try:
            arguments = entry.arguments or _split(entry)
        except ValueError as error:
            line = self.data.count(b"\n", 0, self._places[number][0]) + 1
            raise SklintError(f"{self.path}:{line}: command of {entry.file}: {error}") from error
        return _read_arguments(arguments, folder)


def read_compile_commands(path: Path) -> CompileCommands:
    """The compile commands in a file. SklintError where there is none or it is broken."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SklintError(f"{path}: compile-commands cannot be read: {error.strerror}") from error
    try:
        entries = msgspec.json.decode(data.removeprefix(BOM), type=tuple[_Entry, ...])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _fault(Source(str(path), data), str(error)) from error
    return CompileCommands(Path(os.path.abspath(path)), entries, data)  # noqa: PTH100


def _fault(source: Source, message: str) -> SklintError:
    """What is wrong with a file, at its place: no JSON at all, or a value of another kind."""
    from sklint.contract_read import WORDS, decoded  # only where it is asked for: a run starts the sooner
    from sklint.json_place import nearest_place, place_text, places

    decoded(source)
    what, _, where = message.removesuffix("`").partition(" - at `$")
    steps: list[tuple[str, str]] = re.findall(r"\.(\w+)|\[(\d+)\]", where)
    place = place_text(source, nearest_place(places(source), tuple(key or int(index) for key, index in steps)))
    entry = f"entry {int(steps[0][1]) + 1}" if steps else "the whole"
    subject = f"{steps[-1][0]} of {entry}" if len(steps) > 1 else entry
    if kinds := re.match(r"Expected `(\w+)`, got `(\w+)", what):
        what = f"{subject} is {WORDS.get(kinds[2], kinds[2])}; it takes {WORDS.get(kinds[1], kinds[1])}"
    elif missing := re.search(r"missing required field `(\w+)", what):
        what = f"{subject} has no {missing[1]}"
    return SklintError(f"{place}: not a compile_commands.json: {what}")


def _key(path: str | os.PathLike[str]) -> str:
    return os.path.normcase(os.path.abspath(path))  # noqa: PTH100


def _split(entry: _Entry) -> list[str]:
    """A command line as arguments, by the rules of the shell it was written for."""
    if not _of_windows(entry):
        return shlex.split(entry.command)
    lexer = shlex.shlex(entry.command.replace('\\"', "\0"), posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.escape, lexer.quotes = True, "", "", '"'
    return [word.replace("\0", '"') for word in lexer]


def _of_windows(entry: _Entry) -> bool:
    return bool(re.match(r"[A-Za-z]:[\\/]", entry.directory) or re.match(r'\s*(?:"[^"]*|\S*)\.exe\b', entry.command))


_OPTION = re.compile(
    r"(?P<folder>-I)|(?P<system>-isystem(?!-))|(?P<define>-D)|(?P<forced>-include(?!-))|(?P<std>--?std(?:=|$))"
    r"|(?P<arch>--npu-arch(?:=|$)|--cce-aicore-arch(?:=|$))"
)

_FOR_OTHERS = {"-Xclang", "-Xlinker", "-Xpreprocessor", "-Xassembler", "-mllvm"}  # the next argument is not for us


def _read_arguments(arguments: Sequence[str], folder: Path) -> Flags:
    taken: dict[str, list[str]] = {name: [] for name in _OPTION.groupindex}
    for name, value in _options(iter(arguments[1:])):
        taken[name].append(value)

    def absolute(it: str) -> str:
        return os.path.normpath(folder / it)

    return Flags(
        tuple(map(absolute, taken["folder"])),
        tuple(map(absolute, taken["system"])),
        tuple(taken["define"]),
        tuple(str(folder / it) if (folder / it).is_file() else it for it in taken["forced"]),
        next(reversed(taken["std"]), ""),
        next(reversed(taken["arch"]), ""),
    )


def _options(arguments: Iterator[str]) -> Iterator[tuple[str, str]]:
    """The options that are taken, each with its value, joined to it or in the next argument."""
    for argument in arguments:
        if argument == "--":
            return
        if argument in _FOR_OTHERS:
            next(arguments, "")
            continue
        if (match := _OPTION.match(argument)) and match.lastgroup:
            joined = argument.endswith("=") or len(argument) > match.end()
            value = argument[match.end() :] if joined else next(arguments, "")
            if value:
                yield match.lastgroup, value
