"""The run of `sklint generate-from-template`: a template filled, checked and written, and what comes next."""

import os
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from sklint.cli.output import say
from sklint.cli.published import fill_folder, json_text
from sklint.error import SklintError
from sklint.generate.template_check import errors_in
from sklint.generate.template_fill import MANIFEST, filled, template_named, values_of
from sklint.generate.template_read import templates

CONTRACT = "operator-io-contract.json"


def run(id: str, given: Sequence[str], folder: Path, template_folders: Sequence[Path]) -> None:
    """Write the folder. SklintError where nothing is written."""
    template = template_named(id, templates(template_folders))
    values = values_of(template, given)
    refuse_taken(folder)
    files = {name: text.encode() for name, text in filled(template, values).items()}
    if errors := errors_in(files, folder):
        chosen = ", ".join(f"{name}={value}" for name, value in values.items())
        raise SklintError(f"{id} with {chosen} would not compile: {errors[0]}; nothing is written")
    manifest = {
        "status": "generated",
        "template_id": template.id,
        "parameters": values,
        "output_dir": os.path.realpath(folder),
        "written_files": [os.path.realpath(folder / name) for name in files],
    }
    fill_folder(folder, {**files, MANIFEST: json_text(manifest)})
    say("".join(f"Wrote {folder / name}\n" for name in (*files, MANIFEST)) + next_steps(folder, files))


def refuse_taken(folder: Path) -> None:
    """SklintError where the folder is none, or is not empty."""
    if folder.is_dir():
        if there := sorted(it.name for it in folder.iterdir()):
            raise SklintError(f"{folder}: is not empty ({', '.join(there[:3])}); give another --output-dir")
    elif os.path.lexists(folder):
        raise SklintError(f"{folder}: is no folder; give another --output-dir")
    try:
        os.path.realpath(folder).encode()
    except UnicodeEncodeError as error:
        raise SklintError(f"{folder}: its name is not UTF-8; give another --output-dir") from error


def next_steps(folder: Path, files: Iterable[str]) -> str:
    """What to type to go on from a folder, where it has a kernel with its contract."""
    kernel = next((name for name in files if name.endswith(".asc")), "")
    if not kernel or CONTRACT not in files:
        return ""
    asset, contract = shlex.quote(str(folder)), shlex.quote(str(folder / CONTRACT))
    out = shlex.quote(f"{folder}-sk" if folder.name else "../operator-sk")
    return (
        "\nNext: make the kernel yours, then\n"
        f"  sklint check {asset}\n"
        f"  sklint bind {shlex.quote(str(folder / kernel))}\n"
        f"  sklint adapt-sk-from-global {asset} --io-contract {contract} --output-dir {out}\n"
    )
