"""How the Ascend compiler is called for an asset: its place, the architecture, the options."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from sklint.contract_text import OWN_FLAG
from sklint.error import SklintError
from sklint.report.characters import portable
from sklint.target import known_products, resolve_chip

COMPILER = Path("tools/bisheng_compiler/bin/bisheng")
"""Where the compiler is in a CANN installation."""

STANDARD = "-std=c++17"
ARCHITECTURE = re.compile(r"dav-[a-z0-9]+(?:-[a-z0-9]+)*")


class AscendContract(msgspec.Struct, frozen=True):
    """`compile_options` are those that the compiler gets, the standard included; paths are absolute."""

    status: Literal["ready", "not-configured"] = "not-configured"
    ascend_cann_path: str = ""
    ascend_arch: str = ""
    compiler: str = ""
    compile_options: tuple[str, ...] = ()
    force_includes: tuple[str, ...] = ()


def ascend_contract(
    cann: str, arch: str, compile_options: Sequence[str], force_includes: Sequence[str]
) -> AscendContract:
    """The contract of these options, none without any. SklintError names the option that is wrong."""
    if not (cann or arch or compile_options or force_includes):
        return AscendContract()
    for option, given, other in (("--ascend-cann-path", cann, arch), ("--ascend-arch", arch, cann)):
        if not given:
            why = "the other alone does not say how to compile" if other else "no option of the compiler counts without"
            raise SklintError(f"{option} is not given: {why}; give --ascend-cann-path and --ascend-arch together")
    root = existing("--ascend-cann-path", cann, folder=True)
    compiler = root / COMPILER
    if not compiler.is_file():
        raise SklintError(
            f"--ascend-cann-path {cann}: there is no {COMPILER} in it; name the folder that a CANN toolkit is in"
        )
    files = tuple(str(existing("--ascend-force-include", it, folder=False)) for it in force_includes)
    options = tuple(checked_options(compile_options))
    return AscendContract("ready", str(root), architecture(arch), str(compiler), options, files)


def existing(option: str, text: str, *, folder: bool) -> Path:
    """The absolute path that an option names. SklintError where it is not there, or is the other kind."""
    path = Path(text)
    refuse_no_text(option, text)
    if not text or not path.exists():
        raise SklintError(f"{option} {text}: no such {'folder' if folder else 'file'}")
    if path.is_dir() != folder:
        raise SklintError(f"{option} {text}: is {'no folder' if folder else 'a folder, not a file'}")
    return path.resolve()


def refuse_no_text(option: str, text: str) -> None:
    """SklintError for a name whose bytes are no text: no report can hold it."""
    if portable(text) != text:
        raise SklintError(f"{option} {text}: its name is no text; rename it")


def architecture(text: str) -> str:
    """What --npu-arch takes. A chip's name is told apart from its architecture."""
    if ARCHITECTURE.fullmatch(text):
        return text
    known = ", ".join(dict.fromkeys(it.option for it in known_products() if it.option))
    try:
        option = resolve_chip(text).option
    except SklintError:
        option = None
    near = f"; {text} is built for {option}" if option else f"; such as {known}"
    raise SklintError(f"--ascend-arch {text}: is no architecture{near}")


def checked_options(given: Sequence[str]) -> Iterator[str]:
    """The options, with the standard where none is given."""
    for it in given:
        if not it.startswith("-") or not it.isprintable():
            raise SklintError(f"--ascend-compile-option {it!r}: is no option of a compiler, which begins with '-'")
        if re.match(OWN_FLAG, it):
            raise SklintError(f"--ascend-compile-option {it}: the scaffold's build gives its own; leave it out")
        yield it
    if not any(it.startswith(("-std=", "--std=")) for it in given):
        yield STANDARD


def defines(contract: AscendContract) -> tuple[str, ...]:
    """The macros that the options define."""
    return tuple(it.removeprefix("-D") for it in contract.compile_options if re.match(r"-D\w", it))


def include_dirs(contract: AscendContract) -> tuple[str, ...]:
    return tuple(it.removeprefix("-I") for it in contract.compile_options if re.match(r"-I.", it))
