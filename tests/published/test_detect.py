"""detect-sk-form: what it says of a source, and what is no code for it."""

import json
from pathlib import Path

import pytest
from adaptation import DATA, write

from sklint.cli.main import main
from sklint.sk_form import file_form

REPORT = "operator-sk-form-analysis.json"
KERNEL = "__global__ __vector__ void add(GM_ADDR x) { Use(x); }\n"
SK = "__sk__ __vector__ void add_sk(const A *a) { }\n"
BIND = "SK_BIND(add, 4, add_sk);\n"

FORMS: dict[str, tuple[str, str]] = {
    "kernel": ("none", KERNEL),
    "bound": ("current-sk-bind", KERNEL + SK + BIND),
    "not bound": ("partial", KERNEL + SK),
    "bound to nothing": ("partial", KERNEL + BIND),
    "no kernel": ("unknown", "int main() { }\n"),
    "SK code without a kernel": ("unknown", SK + BIND),
    "in comments": ("none", KERNEL + "// " + SK + "/* " + BIND + "*/\n"),
    "in a string": ("none", KERNEL + f'const char *a = "{BIND.strip()} __sk__";\n'),
    "in a raw string": ("none", KERNEL + f'const char *a = R"({SK}{BIND})";\n'),
    "switched off": ("none", KERNEL + "#if 0\n" + SK + BIND + "#endif\n"),
    "else of switched off": ("current-sk-bind", KERNEL + "#if 0\n#else\n" + SK + BIND + "#endif\n"),
    "below switched off": ("none", KERNEL + "#if 0\n#ifdef A\n#else\n" + SK + BIND + "#endif\n#endif\n"),
    "elif": ("none", KERNEL + "#ifdef A\n#elif 0\n" + SK + BIND + "#endif\n"),
    "in branches that may be taken": ("current-sk-bind", KERNEL + "#ifdef A\n" + SK + BIND + "#endif\n"),
    "made by a macro": ("none", '#define AIV extern "C" \\\n __global__ __vector__\nAIV void add(GM_ADDR x) { }\n'),
    "bound by a macro": ("current-sk-bind", KERNEL + SK + "#define B(k) SK_BIND(k, 4, k##_sk)\nB(add);\n"),
    "own name of a macro": ("none", KERNEL + "#ifndef SK_BIND\n#define SK_BIND(...)\n#endif\n"),
    "older form": ("partial", KERNEL + SK + BIND + "__spk__ void f() { }\n"),
    "meta section": ("partial", KERNEL + 'int m __attribute__((section(".ascend.meta"))) = 1;\n'),
    "meta section by a macro": (
        "partial",
        KERNEL + '#define META ".ascend.meta"\n[[gnu::section(META)]] int m = 1;\n',
    ),
    "meta section by another name": ("partial", KERNEL + '[[gnu::__section__(".ascend.meta.x")]] int m = 1;\n'),
    "meta printed": ("none", KERNEL + 'void log() { printf(".ascend.meta"); }\n'),
    "meta compared": ("none", KERNEL + 'bool meta(std::string s) { return s == ".ascend.meta"; }\n'),
    "meta in a table": ("none", KERNEL + 'const char *names[] = {".text", ".ascend.meta"};\n'),
    "meta in a comment": ("none", KERNEL + "// .ascend.meta\n"),
    "older type": ("partial", KERNEL + "static const FunLevelKType t __attribute__((used)) = {};\n"),
    "unfinished condition": ("none", KERNEL + "#endif\n#else\n#if 0\n" + SK),
}


@pytest.mark.parametrize("what", FORMS)
def test_form(what: str) -> None:
    form, text = FORMS[what]
    assert file_form("k.asc", text.encode()).form == form
    assert file_form("k.asc", text.replace("\n", "\r\n").encode()).form == form


def detect(asset: Path, folder: Path):
    assert main(["detect-sk-form", str(asset), "--output-dir", str(folder)]) == 0
    return json.loads((folder / REPORT).read_text())


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("96_sk_words_in_comment", "none"),
        ("e6_already_current_pipeline", "current-sk-bind"),
        ("03_kernel_in_raw_string", "none"),
        ("17_qualifier_macro", "none"),
        ("25_kernel_in_header_only", "none"),
        ("c9_v_sk_in_header", "current-sk-bind"),
        ("93_gbk_source", "none"),
    ],
)
def test_cases(name: str, form: str, tmp_path: Path) -> None:
    report = detect(DATA / f"{name}.asc", tmp_path)
    assert report["overall_form"] == form
    assert [it["file"] for it in report["per_file"]] == [f"{name}.asc"]


def test_report_has_the_published_keys(tmp_path: Path) -> None:
    asset = write(tmp_path / "asset", {"add.asc": KERNEL}) / "add.asc"
    assert detect(asset, tmp_path / "out") == {
        "status": "analyzed",
        "asset_path": str(asset),
        "overall_form": "none",
        "per_file": [
            {
                "file": "add.asc",
                "form": "none",
                "has_global": True,
                "has_sk_keyword": False,
                "has_sk_bind": False,
                "has_unsupported_sk_signal": False,
                "notes": [],
            }
        ],
        "ignored_support_files": [],
    }


def test_folder_with_every_kind_of_file(tmp_path: Path) -> None:
    files = {f"k{it}": KERNEL for it in (".asc", ".cpp", ".cc", ".cxx", ".h", ".hpp")}
    report = detect(
        write(tmp_path / "asset", files | {"sub/b.asc": KERNEL + SK + BIND, "readme.md": KERNEL}), tmp_path / "out"
    )
    assert [it["file"] for it in report["per_file"]] == [*sorted(files), "sub/b.asc"]
    assert report["overall_form"] == "mixed"


def test_writes_beside_what_is_there(tmp_path: Path) -> None:
    asset = write(tmp_path, {"add.asc": KERNEL, "out/mine.txt": "x"}) / "add.asc"
    detect(asset, tmp_path / "out")
    assert sorted(it.name for it in (tmp_path / "out").iterdir()) == ["mine.txt", REPORT]


@pytest.mark.parametrize("asset", ["missing", "empty"])
def test_asset_without_sources(asset: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["detect-sk-form", str(tmp_path / asset), "--output-dir", str(tmp_path / "out")]) == 2
    assert not (tmp_path / "out").exists()


def test_the_forms_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asset = write(tmp_path / "op", {"a.asc": KERNEL, "b.asc": KERNEL + SK})
    assert main(["detect-sk-form", str(asset), "--output-dir", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "none     a.asc",
        "partial  b.asc  (there is an __sk__ function, and no SK_BIND)",
        "",
        f"mixed: 2 files. {tmp_path}/out/{REPORT} says more.",
    ]
