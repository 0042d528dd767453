"""The stages of a pipeline: their names, what each needs before it, and which of them a run takes."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from sklint.error import SklintError

Profile = Literal["fast", "release"]
Verify = Literal["standalone", "wheel", "both", "none"]
WheelMode = Literal["never", "cache", "always"]

UNDERSTAND, DETECT, ADAPT, SPEC, COMPAT, PYBIND, BUILD = "00", "01", "02", "03", "04", "05", "06"

FOLDERS = {
    UNDERSTAND: "00-understand-asset",
    DETECT: "01-detect-form",
    ADAPT: "02-adapt-sk-from-global",
    SPEC: "03-validate-spec",
    COMPAT: "04-validate-compat",
    PYBIND: "05-generate-pybind-binding",
    BUILD: "06-build-and-verify",
}
"""Each stage with the name of its folder, in the order in which they run."""

NEEDS = {UNDERSTAND: (), DETECT: (UNDERSTAND,), ADAPT: (DETECT,), SPEC: (ADAPT,), COMPAT: (ADAPT,), PYBIND: (ADAPT,)}


class Plan(msgspec.Struct, frozen=True):
    """What a run does: its stages, how it verifies, and where its wheel comes from."""

    stages: tuple[str, ...]
    profile: Profile
    verify_backend: Verify
    wheel_mode: WheelMode

    @property
    def needs_wheel(self) -> bool:
        return self.wheel_mode != "never"

    def has(self, stage: str) -> bool:
        return stage in self.stages


class Wished(msgspec.Struct, frozen=True):
    """What the options say; None is what they do not say."""

    profile: Profile = "release"
    stages: str | None = None
    verify_backend: Verify | None = None
    wheel_mode: WheelMode | None = None
    no_verify: bool = False
    no_package: bool = False
    reuse_wheel: bool = False


def plan(wished: Wished) -> Plan:
    """The plan that options make. SklintError where a stage is chosen without one that it needs."""
    verify, wheel = backends(wished)
    needs_wheel = wished.reuse_wheel or wheel != "never"
    chosen = default_stages(wished, needs_wheel) if wished.stages is None else given_stages(wished.stages)
    stages = tuple(it for it in FOLDERS if it in (UNDERSTAND, *chosen))
    check_needs(stages, needs_wheel and not wished.reuse_wheel)
    return Plan(stages, wished.profile, verify, wheel)


def backends(wished: Wished) -> tuple[Verify, WheelMode]:
    """How to verify and whether to make a wheel, by the options and else by the profile."""
    fast = wished.profile == "fast"
    wheel: WheelMode = "never" if wished.no_package else wished.wheel_mode or ("never" if fast else "cache")
    usual: Verify = "standalone" if fast or wished.no_package else "both"
    verify: Verify = "none" if wished.no_verify else wished.verify_backend or usual
    if wheel == "never" and not wished.reuse_wheel:
        without: dict[Verify, Verify] = {"both": "standalone", "wheel": "none"}
        verify = without.get(verify, verify)
    return verify, wheel


def default_stages(wished: Wished, needs_wheel: bool) -> tuple[str, ...]:
    """The stages of a run that names none."""
    if wished.no_package:
        return (DETECT, ADAPT, SPEC)
    if not needs_wheel or wished.reuse_wheel:
        return (DETECT, ADAPT, SPEC, BUILD)
    return (DETECT, ADAPT, SPEC, PYBIND, BUILD)


def given_stages(text: str) -> tuple[str, ...]:
    """The stages of a comma list, by their numbers or their whole names."""
    words = [it.strip() for it in text.split(",") if it.strip()]
    if not words:
        raise SklintError(f"--stages: names none; there are {', '.join(FOLDERS.values())}")
    unknown = next((it for it in words if it not in FOLDERS and it not in FOLDERS.values()), None)
    if unknown is not None:
        raise SklintError(f"--stages: {unknown} is no stage; there are {', '.join(FOLDERS.values())}")
    return tuple(it.split("-", 1)[0] for it in words)


def check_needs(stages: Sequence[str], builds_wheel: bool) -> None:
    """SklintError for the first stage that lacks one it needs, with the list that would do."""
    for stage in stages:
        for need in needs_of(stage, builds_wheel):
            if need not in stages:
                whole = ",".join(it for it in FOLDERS if it in closure(stages, builds_wheel) and it != UNDERSTAND)
                raise SklintError(f"--stages: {stage} needs {need}; give --stages {whole}")


def needs_of(stage: str, builds_wheel: bool) -> tuple[str, ...]:
    return ((ADAPT, PYBIND) if builds_wheel else (ADAPT,)) if stage == BUILD else NEEDS[stage]


def closure(stages: Sequence[str], builds_wheel: bool) -> set[str]:
    """The stages with all that they need, and what these need."""
    found = set(stages)
    while more := {need for it in found for need in needs_of(it, builds_wheel)} - found:
        found |= more
    return found
