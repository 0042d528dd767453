"""A template filled: the values a person gives, and the files they make."""

import string
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from sklint.error import SklintError
from sklint.generate.template_read import Broken, Template
from sklint.generate.template_text import Value, meant, unfit

MANIFEST = "operator-sk-template-manifest.json"
TYPES = {
    "float16": "half",
    "bfloat16": "bfloat16_t",
    "float32": "float",
    **{f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
"""What the values of a parameter `dtype` are called in C++: the placeholder `$ctype`."""


def template_named(id: str, there: Sequence[Template | Broken]) -> Template:
    """The template of that id. SklintError for one that is not there or cannot be used."""
    named = [it for it in there if it.id == id]
    for it in named:
        if isinstance(it, Template):
            return it
    for it in named:
        if isinstance(it, Broken):
            raise SklintError(f"the template {id} cannot be used: {it.error}")
    raise SklintError(f"{id} is no template{meant(id, [it.id for it in there])}")


def values_of(template: Template, given: Sequence[str]) -> dict[str, Value]:
    """The value of each parameter: as given (`name=value`), or its default. SklintError for what is wrong."""
    known = {it.name: it for it in template.parameters}
    asked: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise SklintError(
                f"--param {text}: has no {'name' if equals else '='}; it takes NAME=VALUE{such_as(template)}"
            )
        if name not in known:
            raise SklintError(f"--param {text}: {template.id} has no parameter {name}{meant(name, [*known])}")
        if name in asked:
            raise SklintError(f"--param {text}: {name} is given twice")
        if fact := unfit(known[name], value):
            raise SklintError(f"--param {text}: {name} {fact}")
        asked[name] = value
    missing = [it.name for it in template.parameters if it.name not in asked and it.default is None]
    if missing:
        raise SklintError(f"{template.id} needs a value for {missing[0]}; give it with --param {missing[0]}=…")
    found = {name: asked.get(name, it.default) for name, it in known.items()}
    return {name: int(it) if known[name].kind == "int" else str(it) for name, it in found.items() if it is not None}


def such_as(template: Template) -> str:
    known = [f"{it.name}={it.default}" for it in template.parameters if it.default is not None]
    return f", such as {known[-1]}" if known else ""


def filled(template: Template, values: Mapping[str, Value]) -> dict[str, str]:
    """The files by their paths. SklintError for a path that is not below the output folder."""
    ctype = TYPES.get(str(values.get("dtype")))
    known = {"id": template.id, **({"ctype": ctype} if ctype else {}), **values}
    files: dict[str, str] = {}
    for path, text in template.files.items():
        name = string.Template(path).safe_substitute(known)
        plain = PurePosixPath(name)
        if plain.is_absolute() or ".." in plain.parts or not plain.name or "\0" in name:
            raise SklintError(f"{template.path}: the file {path} would be {name!r}, outside of the output folder")
        if any(
            plain == it or plain in it.parents or it in plain.parents for it in map(PurePosixPath, (*files, MANIFEST))
        ):
            raise SklintError(f"{template.path}: the file {path} would be {plain}, which is another file's place")
        files[str(plain)] = string.Template(text).safe_substitute(known)
    return files
