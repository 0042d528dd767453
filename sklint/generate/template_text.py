"""A template as it is written: the keys it may have, and what they may hold."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from sklint.selection import nearest
from sklint.yaml_place import Steps

PLACEHOLDER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
DERIVED = frozenset(("id", "ctype"))
"""Placeholders that no parameter has: they follow from the template, and from its `dtype`."""

Value = str | int


class Parameter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a person may choose. `identifier`: its value becomes a name of the code."""

    name: str
    kind: Literal["string", "int", "choice"]
    default: Value | None = None
    allowed: tuple[Value, ...] = ()
    identifier: bool = False
    description: str = ""


class FileText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file to write: its text, or a file that has it, whose path counts from the template's."""

    path: str
    template: str | None = None
    source: str | None = None


class TemplateText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    description: str
    files: tuple[FileText, ...]
    parameters: tuple[Parameter, ...] = ()


def faults(it: TemplateText) -> Iterator[tuple[Steps, str]]:
    """What a template says that cannot be, each after the keys that lead to it."""
    if not it.id.strip():
        yield ("id",), "is empty"
    if not it.files:
        yield ("files",), "is empty, but a template writes at least one file"
    for at, one in enumerate(it.parameters):
        yield from ((("parameters", at, *steps), fact) for steps, fact in faults_of(one))
        if one.name in [before.name for before in it.parameters[:at]]:
            yield ("parameters", at, "name"), f"is {one.name}, which is there already"
    for at, file in enumerate(it.files):
        if (file.template is None) == (file.source is None):
            yield ("files", at), "has to have either template or source"
        if file.path in [before.path for before in it.files[:at]]:
            yield ("files", at, "path"), f"is {file.path}, which is there already"


def faults_of(it: Parameter) -> Iterator[tuple[Steps, str]]:
    if not PLACEHOLDER.fullmatch(it.name):
        yield ("name",), f"is {it.name!r}; it takes letters, digits and _, as its placeholder does"
    if it.name in DERIVED:
        yield ("name",), f"is {it.name}, a placeholder that sklint fills itself"
    if it.kind == "choice" and not it.allowed:
        yield ("kind",), "is choice, but nothing is allowed"
    if it.default is not None and (fact := unfit(it, str(it.default))):
        yield ("default",), fact


def unfit(it: Parameter, value: str) -> str:
    """Why a parameter does not take a value; empty where it does."""
    if it.kind == "int" and not re.fullmatch(r"-?[0-9]{1,18}", value):
        return f"is {value!r}; it takes a whole number of at most 18 digits"
    if it.allowed and value not in map(str, it.allowed):
        return f"is {value!r}; it takes {', '.join(map(str, it.allowed))}"
    if it.identifier and not PLACEHOLDER.fullmatch(value):
        return f"is {value!r}; it takes a name of C++: letters, digits and _, no digit first"
    if any(character < " " or "\ud800" <= character <= "\udfff" for character in value):
        return f"is {value!r}; it takes a single line of UTF-8"
    return ""


def meant(name: str, known: Sequence[str]) -> str:
    """What a person may have meant, as the end of a sentence."""
    near = nearest(name, known)
    return f"; did you mean {near}?" if near else f"; there is {', '.join(known) or 'none'}"
