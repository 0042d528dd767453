"""For which chips an operator is declared: in its registration, else in CMake presets, else in scripts that run it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import msgspec

from sklint.assets.pairing import nearest
from sklint.assets.question import Spot
from sklint.assets.roles import is_test_path
from sklint.assets.survey import Survey
from sklint.assets.wanted_target import words
from sklint.contract_read import decoded
from sklint.error import SklintError
from sklint.target import resolve_chip

PRESETS, UNIT_VARIABLE = "CMakePresets.json", "ASCEND_COMPUTE_UNIT"
CHIP = re.compile(r"(?<![\w.-])(?:ascend|kirin)[a-z]?\d\w*(?:-\d+)?", re.IGNORECASE)
COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


@dataclass(frozen=True)
class Declared:
    """Chips as they are written, and what could not be told. `source` is where they are written: source-add-config,
    cmake-presets or runtime-scripts; compat-inferred, where nowhere."""

    chips: tuple[str, ...]
    source: str
    warnings: tuple[str, ...] = ()


class Value(msgspec.Struct, frozen=True):
    value: str


class Preset(msgspec.Struct, frozen=True):
    cache_variables: dict[str, object] = msgspec.field(default_factory=dict[str, object], name="cacheVariables")


class Presets(msgspec.Struct, frozen=True):
    configure_presets: tuple[Preset, ...] = msgspec.field(default=(), name="configurePresets")


def declared_chips(survey: Survey, kernel_source: str, files: Sequence[str], op_type: str) -> Declared:
    """The chips of an operator; `files` are its sources and headers, kernel and host."""
    chips, unknown = registered(survey, files, op_type, PurePosixPath(kernel_source).stem)
    source = "source-add-config"
    if not chips:
        chips, wrong = preset_chips(survey, kernel_source)
        unknown, source = (*unknown, *wrong), "cmake-presets"
    if not chips:
        chips, source = script_chips(survey, kernel_source), "runtime-scripts"
    return Declared(chips, source if chips else "compat-inferred", unknown)


def registered(
    survey: Survey, files: Sequence[str], op_type: str, kernel_file: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The chips in AddConfig and REGISTER_OP_AICORE_CONFIG, and where one is not written as text. A chip that is built
    from another kernel file of the asset is none of this one."""
    found = [(name, it) for name in dict.fromkeys(files) for it in survey.host(name).configs]
    own = [(name, it) for name, it in found if it.op_type in ("", op_type)]
    there = {PurePosixPath(it).stem for it in survey.kernels} - {kernel_file}
    own = [(name, it) for name, it in own if it.kernel_file not in there]
    if any(it.kernel_file == kernel_file for _, it in own):
        own = [(name, it) for name, it in own if it.kernel_file == kernel_file]
    chips = dict.fromkeys(it.chip for _, it in own if it.chip)
    unknown = (f"{Spot(name, it.line)}: the chip is not written as text" for name, it in own if not it.chip)
    return tuple(chips), tuple(unknown)


def preset_chips(survey: Survey, kernel_source: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The chips in the presets of the nearest folder above, and what is wrong with these."""
    above = (f"{it}/{PRESETS}".removeprefix("./") for it in PurePosixPath(kernel_source).parents)
    name = next((it for it in above if it in survey.asset.texts), None)
    if name is None:
        return (), ()
    try:
        presets = msgspec.convert(decoded(survey.asset.source(name)), Presets)
    except (SklintError, msgspec.ValidationError) as wrong:
        return (), (f"{name} cannot be read: {wrong}",)
    values = (it.cache_variables.get(UNIT_VARIABLE) for it in presets.configure_presets)
    return tuple(dict.fromkeys(chip for it in values for chip in words(text_of(it)))), ()


def text_of(value: object) -> str:
    """The text of a cache variable, which may be written with its type."""
    try:
        return value if isinstance(value, str) else msgspec.convert(value, Value).value
    except msgspec.ValidationError:
        return ""


def script_chips(survey: Survey, kernel_source: str) -> tuple[str, ...]:
    """The known chips that the nearest run.sh and YAML files name outside of comments."""
    scripts = [it for it in survey.asset.texts if is_script(it) and not is_test_path(it)]
    found = (it for name in nearest(kernel_source, scripts, str) for it in chips_in(survey.asset.texts[name]))
    return tuple(dict.fromkeys(found))


def is_script(name: str) -> bool:
    path = PurePosixPath(name)
    return path.name == "run.sh" or path.suffix in (".yaml", ".yml")


def chips_in(data: bytes) -> Iterator[str]:
    for line in data.decode("utf-8", "replace").splitlines():
        for it in CHIP.findall(COMMENT.sub("", line)):
            if is_chip(it):
                yield it


def is_chip(name: str) -> bool:
    try:
        resolve_chip(name)
    except SklintError:
        return False
    return True
