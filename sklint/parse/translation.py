"""A buffer to libclang's tree: how the compiler is called, and the model headers compiled once for many buffers."""
# pyright: reportPrivateUsage=false

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from clang import cindex

from sklint.digest import blake2b
from sklint.parse.clang import Tree

HEADERS = Path(__file__).parent / "headers"
PRELUDE = HEADERS / "sklint_prelude.h"
STUBS = HEADERS / "stubs"
RENAMED = HEADERS / "sklint_renamed.h"
"""No file, but a buffer that ends the macros of the model headers alone."""

FLAGS = (
    "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-nostdinc", "-std=c++17",
    "-target", "x86_64-unknown-linux-gnu", "-ferror-limit=0", "-ftemplate-depth=256", "-w", "-fno-spell-checking",
    "-Xclang", "-fallow-pch-with-compiler-errors",
)  # fmt: skip

DETAILED, INCOMPLETE, FOR_SERIALIZATION, KEEP_GOING = 0x01, 0x02, 0x10, 0x200


def parse(
    index: cindex.Index,
    path: str,
    buffers: Mapping[bytes, bytes],
    defines: Sequence[str],
    include_dirs: Sequence[str],
    system_dirs: Sequence[str],
    precompiled: Path | None,
    renamed: Sequence[str] = (),
) -> Tree:
    """Parse `path` with the given unsaved buffers, which are by the bytes of their names. `renamed` are macros for the
    model headers alone. Never raises for bad sources; a missing file is a ValueError."""
    prelude = ("-include-pch", str(precompiled)) if precompiled else ("-include", str(PRELUDE))
    flags = [*FLAGS, *prelude, *(f"-D{it}" for it in (*defines, *renamed)), *(f"-I{it}" for it in include_dirs)]
    flags += [word for it in system_dirs for word in ("-isystem", it)] + ["-isystem", str(STUBS)]
    if renamed:
        ended = "".join(f"#undef {it.partition('=')[0]}\n" for it in renamed)
        flags += ["-include", str(RENAMED)]
        buffers = {**buffers, os.fsencode(str(RENAMED)): ended.encode()}
    named = {os.fsencode(plain_name(os.fsdecode(it))): data for it, data in buffers.items()}
    try:
        unit = index.parse(os.fsencode(plain_name(path)), flags, list(named.items()), DETAILED | KEEP_GOING)
    except cindex.TranslationUnitLoadError as error:
        raise ValueError(f"libclang cannot read {path}") from error
    return Tree(unit)


def plain_name(path: str) -> str:
    """A path that is no option, whatever it begins with."""
    return f"./{path}" if path.startswith("-") else path


def new_index() -> cindex.Index:
    """An index whose units list only what stands outside the precompiled prelude."""
    return cindex.Index.create(excludeDecls=True)


def precompile(index: cindex.Index, folder: Path, defines: Sequence[str]) -> Path | None:
    """The prelude compiled for these macros, made in `folder` if it is not there yet; None if that cannot be done."""
    path = folder / f"prelude-{prelude_key(tuple(defines))}.pch"
    if path.exists():
        return path
    flags = [*FLAGS, *(f"-D{it}" for it in defines)]
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        index.parse(str(PRELUDE), flags, None, INCOMPLETE | FOR_SERIALIZATION).save(str(temporary))
        temporary.replace(path)
    except (OSError, cindex.TranslationUnitLoadError, cindex.TranslationUnitSaveError):
        with suppress(OSError):
            temporary.unlink()
        return None
    return path


@cache
def prelude_key(defines: tuple[str, ...]) -> str:
    """Changes whenever a model header, libclang or the macros do."""
    stats = [(str(it), it.stat().st_mtime_ns, it.stat().st_size) for it in sorted(HEADERS.glob("*.h"))]
    return blake2b(repr((stats, defines, FLAGS, cindex.conf.lib._name)).encode(), digest_size=10).hexdigest()
