"""Whether the generated comparisons compile: read again, with the model headers, before they are written."""

import re
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path

from msgspec.structs import replace

from sklint.generate.adapt_file import Checked, new_errors
from sklint.generate.build_config import BuildConfig
from sklint.generate.standalone import FOLDER, Group, Standalone, folders
from sklint.generate.standalone_code import runtime_parts
from sklint.generate.standalone_fixture import Plan
from sklint.pool import Failure
from sklint.request import Request, request_for
from sklint.resolve import ConfigFor
from sklint.source import Source

LINE = re.compile(r"line (\d+): (.*)", re.DOTALL)


def compiling(
    plans: Mapping[str, Plan], made: Standalone, into: Path, config: BuildConfig, config_for: ConfigFor
) -> dict[str, Plan]:
    """The plans; one whose values do not compile has that as its reason, in place of its fixture."""
    found = dict(plans)
    for group in made.groups:
        if group.launches and any(plans[it.name].fixture for it in group.entries):
            found |= spoiled(group, plans, request(group, made, into / FOLDER, config, config_for))
    return found


def request(group: Group, made: Standalone, root: Path, config: BuildConfig, config_for: ConfigFor) -> Request:
    """The source of a program as it will lie in the folder `root`."""
    path = (root / group.runtime).as_posix()
    texts = {(root / name).as_posix(): data for name, data in made.files.items()}
    asked = request_for(Source(path, made.files[group.runtime]), config_for(root), texts)
    own = [(root / name).as_posix() for name in folders(group, made.support[group.stem])]
    given = [it.removeprefix("-D") for it in (*group.flags, *config.compile_definitions) if not it.startswith("-I")]
    defines = [it for it in given if not it.startswith("-")]
    options = replace(
        asked.options,
        include_dirs=(*asked.options.include_dirs, *own, *config.include_dirs),
        defines=(*asked.options.defines, *defines),
    )
    return replace(asked, options=options)


def spoiled(group: Group, plans: Mapping[str, Plan], asked: Request) -> dict[str, Plan]:
    """The entries of a program that do not compile, each with the reason."""
    parts = runtime_parts(group.entries, plans, group.launches)
    head = asked.data.decode().partition(parts[0])[0]
    ends = list(accumulate(it.count("\n") for it in parts))
    errors = new_errors(Checked(asked, head.encode()))
    found: dict[str, Plan] = {}
    for text in () if isinstance(errors, Failure) else errors:
        match = LINE.match(text)
        line = int(match[1]) - head.count("\n") if match else 0
        entry = next((it for it, end in zip(group.entries, ends, strict=True) if 0 < line <= end), None)
        plan = plans[entry.name] if entry else None
        if match and entry and plan and plan.fixture and entry.name not in found:
            found[entry.name] = replace(plan, fixture=None, reason=f"{plan.path}: would not compile: {match[2]}")
    return found
