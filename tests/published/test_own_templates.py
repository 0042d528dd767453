"""Templates of one's own: the published format and files beside it, and what is wrong with a template."""

import json
import os
from pathlib import Path

import pytest
from adaptation import generate, write

MANIFEST = "operator-sk-template-manifest.json"

OWN = """id: copy
description: as published, with the texts inside
parameters:
  - {name: dtype, kind: choice, allowed: [int64, float32]}
  - {name: tile, kind: int, default: 8}
  - {name: title, kind: string, default: none}
files:
  - path: src/$dtype/$id.txt
    template: |
      $id $ctype $tile $title $unknown $$ ${tile}x $1
"""


def own(folder: Path, text: str = OWN, name: str = "copy.yaml") -> Path:
    return write(folder / "own", {name: text}) / name


def test_published_format_with_placeholders(run, tmp_path) -> None:
    own(tmp_path)
    result = generate(run, "copy", tmp_path / "op", "dtype=int64", "title=a=b $dtype", own=tmp_path / "own")
    assert result.code == 0 and "Next:" not in result.out
    text = (tmp_path / "op" / "src" / "int64" / "copy.txt").read_text()
    assert text == "copy int64_t 8 a=b $dtype $unknown $ 8x $1\n"
    assert json.loads((tmp_path / "op" / MANIFEST).read_text())["parameters"] == {
        "dtype": "int64", "tile": 8, "title": "a=b $dtype",
    }  # fmt: skip


def test_values_of_own_templates(run, tmp_path) -> None:
    own(tmp_path)

    def told(*params: str) -> str:
        result = generate(run, "copy", tmp_path / "op", *params, own=tmp_path / "own")
        assert result.code == 2 and not (tmp_path / "op").exists()
        return result.err

    assert "copy needs a value for dtype; give it with --param dtype=…" in told()
    assert "tile is '8k'; it takes a whole number" in told("dtype=int64", "tile=8k")
    assert "title is 'a\\nb'; it takes a single line" in told("dtype=int64", "title=a\nb")
    assert "title is '\\udcff'; it takes a single line of UTF-8" in told("dtype=int64", "title=\udcff")
    assert "tile is '999" in told("dtype=int64", f"tile={'9' * 5000}")


def test_file_in_the_place_of_a_folder(run, tmp_path) -> None:
    own(tmp_path, OWN + "  - {path: src, template: x}\n")
    result = generate(run, "copy", tmp_path / "op", "dtype=int64", own=tmp_path / "own")
    assert result.code == 2 and "the file src would be src, which is another file's place" in result.err
    assert [it.name for it in tmp_path.iterdir()] == ["own"]


def test_files_that_are_none_do_not_hang(run, tmp_path) -> None:
    own(tmp_path)
    os.mkfifo(tmp_path / "own" / "fifo.yaml")
    (tmp_path / "own" / "folder.yaml").mkdir()
    (tmp_path / "own" / "link.yaml").symlink_to("link.yaml")
    listed = json.loads(run("list-templates", "--template-dir", tmp_path / "own").out)["templates"]
    broken = [it for it in listed if "error" in it]
    assert [it["error"] for it in broken] == [f"{it['path']}: is no file" for it in broken] and len(broken) == 3


@pytest.mark.parametrize("path", ["../x.txt", "/x.txt", "a/../../x.txt", ".", "$title", MANIFEST])
def test_path_that_is_not_in_the_output_folder(run, tmp_path, path) -> None:
    own(tmp_path, OWN.replace("src/$dtype/$id.txt", path))
    result = generate(run, "copy", tmp_path / "op", "dtype=int64", "title=../y", own=tmp_path / "own")
    assert result.code == 2 and "own/copy.yaml: the file" in result.err
    assert [it.name for it in tmp_path.iterdir()] == ["own"]


ALIASES = "a: &a [b, b, b, b, b, b, b, b, b, b]\n" + "".join(
    f"{it}: &{it} [{', '.join([f'*{before}'] * 10)}]\n" for before, it in zip("abcd", "bcde", strict=True)
)
BROKEN = {
    "no YAML": ("id: [", 1, "not valid YAML: "),
    "another shape": ("- id", 1, "the file is a list; it takes an object"),
    "nothing": ("", 1, "the file is nothing; it takes an object"),
    "no id": (OWN.replace("id: copy\n", ""), 1, "the file has no id"),
    "unknown key": (OWN.replace("description", "describe"), 1, "unknown key describe; did you mean description?"),
    "key twice": (OWN + "id: other\n", 11, "id is given twice"),
    "kind": (OWN.replace("kind: int", "kind: integer"), 5, "[1].kind is 'integer'; it takes string, int or choice"),
    "fraction": (OWN.replace("default: 8", "default: 0.5"), 5, "[1].default is a fraction; it takes a number or text"),
    "no list": (OWN[: OWN.index("files")] + "files: x\n", 7, "files is text; it takes a list"),
    "keys that are no text": ("1: x\n", 1, "the file has a key that is no text"),
    "keys that are no text at all": ("? [a]\n: 1\n", None, "not valid YAML: while constructing a mapping in"),
    "character": ("id: z\0", None, "not valid YAML: unacceptable character #x0000"),
    "two texts": ("---\nid: a\n---\nid: b\n", 3, "not valid YAML: but found another document"),
    "more digits": (OWN.replace("default: 8", f"default: {9**30}"), 5, "at most 18 digits"),
    "object of Python": ("id: !!python/object:os.system x\n", None, "copy.yaml: not valid YAML: "),
    "default": (OWN.replace("default: 8", "default: x"), 5, "parameters[1].default is 'x'; it takes a whole number"),
    "choice of nothing": (OWN.replace(", allowed: [int64, float32]", ""), 4, "[0].kind is choice, but nothing"),
    "parameter twice": (OWN.replace("name: tile", "name: dtype"), 5, "[1].name is dtype, which is there already"),
    "name of a parameter": (OWN.replace("name: tile", "name: ti-le"), 5, "parameters[1].name is 'ti-le'"),
    "placeholder of ours": (OWN.replace("name: tile", "name: ctype"), 5, "parameters[1].name is ctype"),
    "no file": (OWN[: OWN.index("files")] + "files: []\n", 7, "files is empty"),
    "text of nothing": (OWN[: OWN.index("    template")], 8, "files[0] has to have either template or source"),
    "source outside": (OWN[: OWN.index("    template")] + "    source: ../x\n", None, "the source ../x of src/"),
    "source missing": (OWN[: OWN.index("    template")] + "    source: x\n", None, "own/x: is no file"),
    "without end": (ALIASES, None, "more than 10000 values"),
    "in itself": ("id: &a [*a]\n", None, "nested too deep"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_broken_template_is_listed_with_its_error(run, tmp_path, what) -> None:
    text, line, message = BROKEN[what]
    path = own(tmp_path, text)
    listed = json.loads(run("list-templates", "--template-dir", tmp_path / "own").out)["templates"]
    assert list(listed[-1]) == ["id", "path", "error"] and listed[-1]["path"] == str(path)
    assert message in listed[-1]["error"]
    assert line is None or listed[-1]["error"].startswith(f"{path}:{line}: ")
    assert all("error" not in it for it in listed[:-1])
    result = generate(run, "copy", tmp_path / "op", own=tmp_path / "own")
    assert result.code == 2 and "the template copy cannot be used: " in result.err


def test_bytes_that_are_no_text_and_a_folder_that_is_none(run, tmp_path) -> None:
    own(tmp_path).write_bytes(b"id: \xff\n")
    listed = json.loads(run("list-templates", "--template-dir", tmp_path / "own").out)["templates"]
    assert listed[-1]["error"].endswith("copy.yaml: not UTF-8; save it as UTF-8")
    result = run("list-templates", "--template-dir", tmp_path / "none")
    assert result.code == 2 and "none: no such folder" in result.err


def test_id_that_is_taken_leaves_the_first(run, tmp_path) -> None:
    own(tmp_path, OWN.replace("id: copy", "id: add_custom"))
    listed = json.loads(run("list-templates", "--template-dir", tmp_path / "own").out)["templates"]
    assert listed[-1]["id"] == "add_custom" and "the id add_custom is that of" in listed[-1]["error"]
    assert generate(run, "add_custom", tmp_path / "op", own=tmp_path / "own").code == 0


def test_folder_of_a_template_with_files_of_its_own(run, tmp_path) -> None:
    text = OWN[: OWN.index("    template")] + "    source: text.in\n"
    own(tmp_path, text, "copy/template.yaml")
    write(tmp_path / "own", {"copy/text.in": "\ufeff$ctype\r\n"})
    assert generate(run, "copy", tmp_path / "op", "dtype=float32", own=tmp_path / "own").code == 0
    assert (tmp_path / "op" / "src" / "float32" / "copy.txt").read_bytes() == "\ufefffloat\r\n".encode()


KERNEL = """id: mine
description: a kernel
files:
  - path: k.asc
    template: |
      #include "HEADER"
      __global__ __vector__ void k(GM_ADDR x) { AscendC::TPipe pipe; Mine mine; }
"""


def test_kernel_that_does_not_compile_is_not_written(run, tmp_path) -> None:
    own(tmp_path, KERNEL.replace("HEADER", "kernel_operator.h"), "mine.yaml")
    result = generate(run, "mine", tmp_path / "op", own=tmp_path / "own")
    assert result.code == 2 and "k.asc:2: unknown type name 'Mine'; nothing is written" in result.err
    assert not (tmp_path / "op").exists()


def test_error_in_a_header_has_its_place_there(run, tmp_path) -> None:
    header = "  - path: inc/mine.h\n    template: |\n      #pragma once\n      struct Mine { Other other; };\n"
    own(tmp_path, KERNEL.replace("HEADER", "inc/mine.h") + header, "mine.yaml")
    result = generate(run, "mine", tmp_path / "op", own=tmp_path / "own")
    assert result.code == 2 and "op/inc/mine.h:2: unknown type name 'Other'; nothing is written" in result.err
    own(tmp_path, KERNEL.replace("HEADER", "inc/mine.h") + header.replace("Other", "int"), "mine.yaml")
    assert generate(run, "mine", tmp_path / "op", own=tmp_path / "own").code == 0


def test_nothing_is_said_of_names_that_an_unknown_header_may_have(run, tmp_path) -> None:
    own(tmp_path, KERNEL.replace("HEADER", "of_the_team.h"), "mine.yaml")
    assert generate(run, "mine", tmp_path / "op", own=tmp_path / "own").code == 0
