"""Templates from disk: the shipped ones and those of folders, each read strictly, or with the reason why not."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import msgspec.yaml

from sklint.contract_read import WORDS, listed
from sklint.error import SklintError
from sklint.generate.template_text import FileText, Parameter, TemplateText, faults, meant
from sklint.yaml_place import lines_of, wrong

SHIPPED = Path(__file__).parent.parent / "data" / "templates"
LARGEST = 1024 * 1024  # bytes of a file
KEYS = {key for it in (TemplateText, FileText, Parameter) for key in it.__struct_fields__}


@dataclass(frozen=True)
class Template:
    """A template with the texts of its files, by the paths they are written to; both have placeholders."""

    id: str
    description: str
    path: Path
    parameters: tuple[Parameter, ...]
    files: Mapping[str, str]


@dataclass(frozen=True)
class Broken:
    """A template that cannot be used, and why. `id` is what its file or folder is called."""

    id: str
    path: Path
    error: str


def templates(folders: Sequence[Path] = ()) -> list[Template | Broken]:
    """The shipped templates and those of further folders. SklintError for a folder that is none."""
    found: list[Template | Broken] = []
    for root in (SHIPPED, *folders):
        for path in template_files(root):
            it = template_or_error(path, root)
            first = next((one for one in found if one.id == it.id and isinstance(one, Template)), None)
            if first and isinstance(it, Template):
                it = Broken(it.id, path, f"{path}: the id {it.id} is that of {first.path}")
            found.append(it)
    return found


def template_files(root: Path) -> list[Path]:
    """`<id>.yaml`, or `<id>/template.yaml` for a template that has files of its own."""
    if not root.is_dir():
        raise SklintError(f"{root}: no such folder; --template-dir takes a folder with templates")
    return sorted([*root.glob("*.yaml"), *root.glob("*/template.yaml")])


def template_or_error(path: Path, root: Path) -> Template | Broken:
    try:
        return read_template(path, root)
    except SklintError as error:
        return Broken(path.parent.name if path.name == "template.yaml" else path.stem, path, str(error))


def read_template(path: Path, root: Path) -> Template:
    """A template whose files lie in `root`. SklintError, with the line, for what is wrong in it."""
    text = text_of(path).removeprefix("\ufeff")
    lines = lines_of(text, path)
    try:
        it = msgspec.yaml.decode(text, type=TemplateText)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `")
        steps = tuple(int(number) if number else key for key, number in re.findall(r"\.(\w+)|\[(\d+)\]", where))
        raise wrong(
            path, lines, steps, "has a key that is no text" if where.startswith("key") else in_words(what)
        ) from error
    except (msgspec.DecodeError, ValueError) as error:  # such as a number of a date that is none
        raise SklintError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from error
    for steps, fact in faults(it):
        raise wrong(path, lines, steps, fact)
    return Template(
        it.id, it.description, path, it.parameters, {one.path: own_text(one, path, root) for one in it.files}
    )


def in_words(what: str) -> str:
    """What msgspec says of a value, as a fact in our words."""
    match re.findall(r"`([^`]*)`", what):
        case [name] if "missing" in what:
            return f"has no {name}"
        case [name] if "unknown" in what:
            return f"has the unknown key {name}{meant(name, sorted(KEYS))}"
        case [expected, given]:
            return f"is {'a fraction' if given == 'float' else WORDS.get(given, given)}; it takes {listed(expected)}"
        case _:
            return f"is {what.removeprefix('Invalid enum value ')}; it takes string, int or choice"


def own_text(file: FileText, template: Path, root: Path) -> str:
    """The text of a file, which may lie anywhere in the folder of all templates, but not outside of it."""
    if file.source is None:
        return file.template or ""
    path = template.parent / file.source
    if "\0" in file.source or Path(os.path.realpath(root)) not in Path(os.path.realpath(path)).parents:
        raise SklintError(f"{template}: the source {file.source} of {file.path} is outside of {root}")
    return text_of(path)


def text_of(path: Path) -> str:
    """The text of a file as it is, line ends and byte order mark included."""
    if not path.is_file():
        raise SklintError(f"{path}: is no file")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode()
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SklintError(f"{path}: not UTF-8; save it as UTF-8") from error
    if len(data) > LARGEST:
        raise SklintError(f"{path}: larger than {LARGEST // 1024 // 1024} MB")
    return text
