"""What a compile_commands.json says about reading a file: folders, macros, the standard and the architecture."""

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec

from sklint.error import SklintError


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

    def flags_for(self, path: str | os.PathLike[str]) -> Flags | None:
        """What the first command of a file says, None if it has none. SklintError if it cannot be split."""
        number = self._by_file.get(_key(path), self._by_file.get(_key(os.path.realpath(path))))
        return None if number is None else self._flags(number)

    @cached_property
    def _by_file(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, entry in enumerate(self.entries):
            found.setdefault(_key(self.path.parent / entry.directory / entry.file), number)
        return found

    def _flags(self, number: int) -> Flags:
        entry = self.entries[number]
        folder = self.path.parent / entry.directory
        try:
            arguments = entry.arguments or _split(entry)
        except ValueError as error:
            raise SklintError(f"{self.path}: entry {number + 1} ({entry.file}): command: {error}") from error
        return _read_arguments(arguments, folder)


def read_compile_commands(path: Path) -> CompileCommands:
    """The compile commands in a file. SklintError where there is none or it is broken."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SklintError(f"{path}: compile-commands cannot be read: {error.strerror}") from error
    try:
        entries = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=tuple[_Entry, ...])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SklintError(f"{_spot(path, data, str(error))}: not a compile_commands.json: {error}") from error
    return CompileCommands(Path(os.path.abspath(path)), entries)  # noqa: PTH100


def _spot(path: Path, data: bytes, message: str) -> str:
    """`path:line` where a message of msgspec names a byte or an entry, else the path."""
    if found := re.search(r"\(byte (\d+)\)", message):
        line = data.count(b"\n", 0, int(found[1])) + 1
        return f"{path}:{line}"
    return str(path)


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
            value = argument[match.end() :] or next(arguments, "")
            if value:
                yield match.lastgroup, value
