"""The keys of a configuration file, and the JSON schema of it."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Level = Literal["off", "on", "info", "warning", "blocker", "error"]
FailOn = Literal["blocker", "warning", "info", "error"]
Texts = tuple[str, ...]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    pass


class TargetTable(_Table, frozen=True):
    chips: Annotated[Texts, Meta(description="Products, SoCs or architectures: A2, A3, 950, Ascend910B1, …")] = ()
    cann: Annotated[str | UnsetType, Meta(description="CANN version, such as 9.1 or 9.0.0-beta.1.")] = UNSET


class Settings(_Table, frozen=True):
    """Settings of sklint: sklint.toml, or [tool.sklint] in pyproject.toml. Paths and globs count from its folder."""

    extend: Annotated[str, Meta(description="Another configuration file; the keys here come over its keys.")] = ""
    select: Annotated[Texts, Meta(description="Rules to check: ids, prefixes, categories or all. Empty: all.")] = ()
    ignore: Annotated[Texts, Meta(description="Rules not to check; the narrower of select and ignore decides.")] = ()
    fail_on: Annotated[FailOn, Meta(description="The least severity for exit code 1 (error is blocker).")] = "warning"
    exclude: Annotated[Texts, Meta(description="Files and folders to leave out when walking, as in .gitignore.")] = ()
    include: Annotated[Texts, Meta(description="Further files to check when walking, whatever their suffix.")] = ()
    respect_gitignore: Annotated[bool, Meta(description="Leave out what .gitignore files leave out.")] = True
    baseline: Annotated[str, Meta(description="File of known findings: only new ones are reported.")] = ""
    rule_packs: Annotated[Texts, Meta(description="Folders of rule packs. A pack is code: it will run.")] = ()
    include_dirs: Annotated[Texts, Meta(description="Folders to look for included files in.")] = ()
    defines: Annotated[Texts, Meta(description="Macros: NAME or NAME=VALUE.")] = ()
    compile_commands: Annotated[str, Meta(description="A compile_commands.json; of its commands -D -I -isystem "
                                          "-include -std and the architecture are taken.")] = ""  # fmt: skip
    target: Annotated[TargetTable, Meta(description="What the kernels are built for.")] = TargetTable()
    rules: Annotated[
        dict[str, Level | dict[str, Level]],
        Meta(description="Rule id = off, on, or another severity (error is another word for blocker)."),
    ] = {}
    per_file_ignores: Annotated[
        dict[str, Texts], Meta(description="Glob = rules (ids, prefixes, categories) not to report in those files.")
    ] = {}


def schema_text() -> str:
    """The JSON schema of sklint.toml, for editors: the content of config.schema.json."""
    schema: dict[str, object] = msgspec.json.schema(Settings)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Generated from sklint/settings.py by sklint.settings.schema_text; a test keeps it fresh.",
    }
    return msgspec.json.format(msgspec.json.encode(head | schema), indent=2).decode() + "\n"
