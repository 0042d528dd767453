"""What a check was asked for, and how that is read where it was typed plainly: without click, which takes longer to be
loaded than a small file to be checked again."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypedDict

Color = Literal["auto", "always", "never"]


class Given(TypedDict):
    """The options of `sklint check`, under their own names."""

    paths: tuple[str, ...]
    fix: bool
    unsafe_fixes: bool
    diff: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    rule_pack: tuple[Path, ...]
    target_chip: tuple[str, ...]
    target_cann: str
    include_dir: tuple[Path, ...]
    define: tuple[str, ...]
    config: Path | None
    show_config: bool
    output_format: str
    output_file: Path | None
    statistics: bool
    quiet: bool
    color: Color
    baseline: Path | None
    write_baseline: Path | None
    fail_on: str | None
    exit_zero: bool
    stdin_filename: str | None
    jobs: int | None
    no_cache: bool


PLAIN = {"--fix": "fix", "--quiet": "quiet", "-q": "quiet", "--exit-zero": "exit_zero", "--no-cache": "no_cache"}
"""The options that are read here: they have no value and go with each other."""


def plainly(arguments: Sequence[str]) -> Given | None:
    """What `sklint check PATHS` with none but plain options asks for, as click reads it; None for all else."""
    if not arguments or arguments[0] != "check" or "_SKLINT_COMPLETE" in os.environ:
        return None
    paths = tuple(it for it in arguments[1:] if not it.startswith("-"))
    options = {PLAIN.get(it, "") for it in arguments[1:] if it.startswith("-")}
    if "" in options:
        return None
    return Given(
        paths=paths,
        fix="fix" in options,
        unsafe_fixes=False,
        diff=False,
        select=(),
        ignore=(),
        rule_pack=(),
        target_chip=(),
        target_cann="",
        include_dir=(),
        define=(),
        config=None,
        show_config=False,
        output_format="text",
        output_file=None,
        statistics=False,
        quiet="quiet" in options,
        color="auto",
        baseline=None,
        write_baseline=None,
        fail_on=None,
        exit_zero="exit_zero" in options,
        stdin_filename=None,
        jobs=None,
        no_cache="no_cache" in options,
    )
