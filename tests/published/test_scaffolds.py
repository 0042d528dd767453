"""adapt-sk-binding-scaffold and generate-sk-source-scaffold: what they write, and what they leave alone."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from delivery import BINDING, BOUND, CMAKE, KERNEL, OPERATOR, SK, SOURCE, TILE, analyzed, asset, report, tree

from sklint.cli.main import main
from sklint.delivery.cmake_text import commands


def binding(folder: Path, files: dict[str, str], *more: str, code: int = 0) -> Any:
    """The binding scaffold's report, of an operator that is analysed first."""
    analyzed(asset(folder / "op", files), folder / "out", *more)
    assert main(["adapt-sk-binding-scaffold", str(folder / "out")]) == code
    return report(folder / "out", f"{BINDING}.json")


def bound_by_command(path: Path, *more: str) -> bytes:
    """The file as `sklint bind --write` leaves it; it is put back."""
    before = path.read_bytes()
    assert main(["bind", str(path), *more, "--write"]) == 0
    after = path.read_bytes()
    path.write_bytes(before)
    return after


def test_it_is_what_bind_writes(tmp_path: Path) -> None:
    found = binding(tmp_path, OPERATOR)
    made = tree(tmp_path / "out" / BINDING)
    assert sorted(made) == ["README.md", "original/add.asc", "original/tile.h", "src/add_sk_binding.asc"]
    assert made["src/add_sk_binding.asc"] == bound_by_command(tmp_path / "op/add.asc", "--kernel", "add")
    assert made["original/add.asc"] == (tmp_path / "op/add.asc").read_bytes()
    assert found["status"] == "generated"
    assert found["entries"] == [
        {
            "entry_name": "add",
            "qualified_name": "add",
            "source_file": "add.asc",
            "line": 3,
            "status": "generated",
            "scaffold_file": f"{BINDING}/src/add_sk_binding.asc",
            "include_dirs": ["original"],
        }
    ]


def test_members_named_as_parameters_stay(tmp_path: Path) -> None:
    """The published scaffold makes `tile.args->x` of `tile.x`."""
    binding(tmp_path, OPERATOR)
    text = (tmp_path / "out" / BINDING / "src/add_sk_binding.asc").read_text()
    assert "GM_ADDR x = args->x;" in text
    assert text.count("tile.x = lim;") == 2
    assert "alignas(4) int16_t lim;" in text
    assert "tile.args" not in text


def test_it_is_clean_of_the_rules_where_it_lies(tmp_path: Path, run: Any) -> None:
    files = {"kernels/add.asc": KERNEL.replace("tile.h", "../inc/tile.h"), "inc/tile.h": TILE}
    found = binding(tmp_path, files)
    [entry] = found["entries"]
    folders = [str(tmp_path / "out" / BINDING / it) for it in entry["include_dirs"]]
    (tmp_path / "out" / "sklint.toml").write_text(f"include-dirs = {folders!r}\n")
    done = run("check", tmp_path / "out" / entry["scaffold_file"], "--fail-on", "info", "--ignore", "compat")
    assert (done.code, done.out) == (0, "All clear: 1 file checked.\n"), done.out
    (tmp_path / "out" / "sklint.toml").unlink()
    assert run("bind", tmp_path / "out" / entry["scaffold_file"], "-I", folders[0]).err.startswith("Nothing to bind")


def test_two_kernels_of_one_file_and_equal_names(tmp_path: Path) -> None:
    text = """#include "kernel_operator.h"
    namespace a { __global__ __vector__ void f(GM_ADDR x) { } }
    namespace b { __global__ __cube__ void f(GM_ADDR x) { } }
    __global__ __vector__ void g(GM_ADDR x) { }
    """
    other = '#include "kernel_operator.h"\n__global__ __vector__ void g(GM_ADDR y) { }\n'
    found = binding(tmp_path, {"one.asc": text, "sub/two.asc": other})
    assert [Path(it["scaffold_file"]).name for it in found["entries"]] == [
        "a_f_sk_binding.asc",
        "b_f_sk_binding.asc",
        "g_sk_binding.asc",
        "sub_two_asc_g_sk_binding.asc",
    ]
    made = tree(tmp_path / "out" / BINDING)
    assert b"SK_BIND(f, 4" in made["src/a_f_sk_binding.asc"]
    assert made["src/a_f_sk_binding.asc"].count(b"SK_BIND") == 1
    assert made["src/b_f_sk_binding.asc"] == bound_by_command(tmp_path / "op/one.asc", "--kernel", "b::f")


def test_names_that_meet_after_all(tmp_path: Path) -> None:
    head = '#include "kernel_operator.h"\n'
    kernels = [f"__global__ __vector__ void {name}(GM_ADDR x) {{ }}" for name in ("a_f", "f", "F")]
    text = f"{head}{kernels[0]}\nnamespace a {{ {kernels[1]} }}\nnamespace b {{ {kernels[1]} }}\n{kernels[2]}\n"
    found = binding(tmp_path, {"k.asc": text})
    names = [it["scaffold_file"].lower() for it in found["entries"]]
    assert len(set(names)) == len(names) == 4
    for it in found["entries"]:
        made = (tmp_path / "out" / it["scaffold_file"]).read_bytes()
        assert made == bound_by_command(tmp_path / "op/k.asc", "--kernel", it["qualified_name"])


def test_only_kernels_without_a_binding(tmp_path: Path) -> None:
    more = "__global__ __vector__ void mul(GM_ADDR x) { }\n"
    found = binding(tmp_path, BOUND | {"add.asc": KERNEL + SK + more})
    assert [it["entry_name"] for it in found["entries"]] == ["mul"]


def test_a_kernel_of_a_header_that_its_source_binds(tmp_path: Path) -> None:
    files = {"add.h": KERNEL, "tile.h": TILE, "add.asc": '#include "add.h"\n' + SK}
    assert binding(tmp_path, files)["status"] == "not-needed"


def test_a_kernel_of_a_header(tmp_path: Path) -> None:
    files = {"add.h": "#pragma once\n" + KERNEL, "tile.h": TILE, "add.asc": '#include "add.h"\n'}
    found = binding(tmp_path, files)
    assert [(it["source_file"], it["status"]) for it in found["entries"]] == [("add.h", "generated")]
    assert tree(tmp_path / "out" / BINDING)["src/add_sk_binding.asc"] == bound_by_command(tmp_path / "op/add.h")


def test_not_needed(tmp_path: Path) -> None:
    found = binding(tmp_path, BOUND)
    assert (found["status"], found["entries"], found["written_files"]) == ("not-needed", [], [])
    assert not (tmp_path / "out" / BINDING).exists()
    page = (tmp_path / "out" / f"{BINDING}.md").read_text()
    assert f"sklint generate-sk-source-scaffold {tmp_path}/out" in page


F = "__global__ __vector__ void f(GM_ADDR x"
BLOCKED: dict[str, tuple[list[tuple[str, int]], str]] = {
    "SIMT": ([("simt-kernel", 2)], "__global__ __launch_bounds__(64) void f(float *x) { }\n"),
    "no type": ([("kernel-type", 2)], "__global__ void f(GM_ADDR x) { }\n"),
    "a template": ([("template-bind-target-required", 3)], f"template <typename T>\n{F}) {{ }}\n"),
    "a branch": (
        [("conditional-declaration", 3), ("conditional-declaration", 2)],
        f"{F}\n#ifdef A\n, int y\n#endif\n) {{ }}\n",
    ),
    "one of two": ([("kernel-type", 3)], f"{F}) {{ }}\n__global__ void g(GM_ADDR x) {{ }}\n"),
}  # fmt: skip


@pytest.mark.parametrize("what", BLOCKED)
def test_blocked_with_places(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places, text = BLOCKED[what]
    found = binding(tmp_path, {"sub/f.asc": '#include "kernel_operator.h"\n' + text}, code=1)
    assert (found["status"], found["reasons"]) == ("blocked", ["sk_binding_scaffold_entry_parse_failed"])
    told = [(it["rule_id"], it["path"], it["range"]["start"]["line"]) for it in found["findings"]]
    assert told == [(f"codegen.{rule}", "sub/f.asc", line) for rule, line in places]
    assert not (tmp_path / "out" / BINDING).exists()
    printed, page = capsys.readouterr().out, (tmp_path / "out" / f"{BINDING}.md").read_text()
    for rule, line in places:
        assert f"`sub/f.asc:{line}` `codegen.{rule}`: " in page
        assert f"  sub/f.asc:{line}:" in printed
    assert str(tmp_path / "out" / f"{BINDING}.md") in printed


def test_blocked_where_the_parser_does_not_see_a_kernel(tmp_path: Path) -> None:
    op = asset(tmp_path / "op")
    (op / "new.asc").write_bytes("\n__global__ __vector__ void 加(GM_ADDR x) { }\n".encode("gb18030"))
    analyzed(op, tmp_path / "out")
    assert main(["adapt-sk-binding-scaffold", str(tmp_path / "out")]) == 1
    [finding] = report(tmp_path / "out", f"{BINDING}.json")["findings"]
    assert (finding["rule_id"], finding["path"]) == ("codegen.source-not-read", "new.asc")
    assert finding["range"]["start"]["line"] == 2


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"CMakeLists.txt": CMAKE}, "no_supported_operator_source_files"),
        ({"a.asc": "int a;\n"}, "kernel_entries_missing"),
    ],
)
def test_blocked_where_the_analysis_is(files: dict[str, str], reason: str, tmp_path: Path) -> None:
    found = binding(tmp_path, files, code=1)
    assert (found["status"], found["reasons"]) == ("blocked", [reason])


def test_bytes_stay(tmp_path: Path) -> None:
    op = asset(tmp_path / "op")
    text = KERNEL.replace("Tile tile;", "Tile tile;  // 加法").replace("\n", "\r\n").rstrip().encode("gb18030")
    (op / "add.asc").write_bytes(text)
    analyzed(op, tmp_path / "out")
    assert main(["adapt-sk-binding-scaffold", str(tmp_path / "out")]) == 0
    made = tree(tmp_path / "out" / BINDING)
    assert made["original/add.asc"] == text
    assert made["src/add_sk_binding.asc"].startswith(text)
    assert b"\n" not in made["src/add_sk_binding.asc"].replace(b"\r\n", b"")
    assert made["src/add_sk_binding.asc"].count("加法".encode("gb18030")) == 2


def test_again_is_the_same_and_follows_the_source(tmp_path: Path) -> None:
    binding(tmp_path, OPERATOR)
    first = tree(tmp_path / "out")
    assert main(["adapt-sk-binding-scaffold", str(tmp_path / "out")]) == 0
    assert tree(tmp_path / "out") == first
    binding(
        tmp_path, OPERATOR | {"mul.asc": '#include "kernel_operator.h"\n__global__ __cube__ void mul(GM_ADDR x) { }\n'}
    )
    assert "src/mul_sk_binding.asc" in tree(tmp_path / "out" / BINDING)
    binding(tmp_path, BOUND | {"mul.asc": ""})
    assert not (tmp_path / "out" / BINDING).exists()
    assert sorted(it.name for it in (tmp_path / "out").iterdir()) == [
        f"{BINDING}.json",
        f"{BINDING}.md",
        "operator-sk-conversion-analysis.json",
        "operator-sk-conversion-analysis.md",
    ]


@pytest.mark.parametrize("what", ["an edit", "a file", "a link"])
def test_what_somebody_changed_is_not_overwritten(what: str, tmp_path: Path, run: Any) -> None:
    binding(tmp_path, OPERATOR)
    folder, out = tmp_path / "out" / BINDING, tmp_path / "out"
    path = folder / ("src/add_sk_binding.asc" if what == "an edit" else "src/mine.asc")
    if what == "a link":
        path.symlink_to(folder / "README.md")
    else:
        path.write_text("mine")
    analyzed(asset(tmp_path / "op", OPERATOR | {"tile.h": TILE + "\n"}), out)
    before = tree(out)
    done = run("adapt-sk-binding-scaffold", out)
    assert done.code == 2
    assert (
        f"{path}: was {'changed since it was' if what == 'an edit' else 'not'} generated; move {folder} away"
        in done.err
    )
    assert tree(out) == before


@pytest.mark.parametrize("what", ["a file", "a link", "a report that is a folder", "a stranger"])
def test_what_is_in_the_way(what: str, tmp_path: Path, run: Any) -> None:
    out = tmp_path / "out"
    analyzed(asset(tmp_path / "op"), out)
    match what:
        case "a file":
            (out / BINDING).write_text("mine")
        case "a link":
            (tmp_path / "mine").mkdir()
            (out / BINDING).symlink_to(tmp_path / "mine")
        case "a stranger":
            (out / "mine.txt").write_text("mine")
        case _:
            (out / f"{BINDING}.md").mkdir()
    before = tree(tmp_path)
    done = run("adapt-sk-binding-scaffold", out)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert tree(tmp_path) == before


def full(*_given: object, **_named: object) -> str:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("command", ["adapt-sk-binding-scaffold", "generate-sk-source-scaffold"])
def test_a_disk_that_is_full_at_the_reports_leaves_the_scaffold_before(
    command: str, tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, out = OPERATOR if "binding" in command else BOUND, tmp_path / "out"
    analyzed(asset(tmp_path / "op", files), out)
    assert run(command, out).code == 0
    analyzed(asset(tmp_path / "op", files | {"tile.h": TILE + "\n"}), out)
    before = tree(out)
    monkeypatch.setattr(tempfile, "mkstemp", full)
    assert run(command, out).code == 2
    assert tree(out) == before
    monkeypatch.undo()
    assert run(command, out).code == 0
    assert tree(out) != before


def test_support_folders_are_copied(tmp_path: Path, run: Any) -> None:
    asset(tmp_path / "shared", {"tile.h": TILE})
    files = {"deep/er/add.asc": KERNEL.replace("tile.h", "common/tile.h")}
    found = binding(tmp_path, files, "--support-dir", f"common={tmp_path}/shared")
    assert tree(tmp_path / "out" / BINDING)["support/common/tile.h"] == TILE.encode()
    [entry] = found["entries"]
    assert entry["include_dirs"] == ["original/deep/er", "original", "support"]
    words = [it for name in entry["include_dirs"] for it in ("-I", tmp_path / "out" / BINDING / name)]
    assert "1 kernel bound already" in run("bind", tmp_path / "out" / entry["scaffold_file"], *words).err


def test_the_operator_is_not_changed(tmp_path: Path) -> None:
    op = asset(tmp_path / "op")
    before = tree(op)
    for _ in range(2):
        analyzed(op, op / "operator-out")
        assert main(["adapt-sk-binding-scaffold", str(op / "operator-out")]) == 0
        assert main(["generate-sk-source-scaffold", str(op / "operator-out")]) == 1
    assert {path: data for path, data in tree(op).items() if not path.startswith("operator-out/")} == before


# generate-sk-source-scaffold


def sources(folder: Path, files: dict[str, str], *more: str, code: int = 0) -> Any:
    analyzed(asset(folder / "op", files), folder / "out", *more)
    assert main(["generate-sk-source-scaffold", str(folder / "out")]) == code
    return report(folder / "out", f"{SOURCE}.json")


def test_sources_are_copied_byte_for_byte(tmp_path: Path) -> None:
    op = asset(tmp_path / "op", BOUND | {"host/run.cpp": "int run() { return 0; }\n", "host/run.h": "int run();"})
    (op / "host" / "说明.h").write_bytes("// 加法\r\nint a;".encode("gb18030"))
    found = sources(tmp_path, BOUND)
    made = tree(tmp_path / "out" / SOURCE)
    names = ["add.asc", "host/run.cpp", "host/run.h", "host/说明.h", "tile.h"]
    assert sorted(made) == sorted(["CMakeLists.txt", *(f"src/{it}" for it in names)])
    assert all(made[f"src/{it}"] == (op / it).read_bytes() for it in names)
    assert found["status"] == "generated"
    assert [it["path"] for it in found["copied_sources"]] == sorted(f"{SOURCE}/src/{it}" for it in names)
    assert [(it["source"], it["language"]) for it in found["cmake"]["compile_units"]] == [
        (f"{SOURCE}/src/add.asc", "asc"),
        (f"{SOURCE}/src/host/run.cpp", "c++"),
    ]


def test_the_cmake_project_finds_its_compiler(tmp_path: Path) -> None:
    sources(tmp_path, BOUND)
    text = (tmp_path / "out" / SOURCE / "CMakeLists.txt").read_text()
    found = {it.name: it.arguments for it in commands(text)}
    assert found["find_package"] == ("ASC", "REQUIRED")
    assert found["project"] == ("operator_sk_source", "LANGUAGES", "ASC", "CXX")
    assert ("SK_KERNELS", "src/add.asc") in [it.arguments for it in commands(text) if it.name == "set"]
    assert "-std=c++17" in found["target_compile_options"]


def test_the_cmake_project_calls_the_compiler_that_was_given(tmp_path: Path) -> None:
    compiler = tmp_path / "ca nn" / "tools/bisheng_compiler/bin/bisheng"
    compiler.parent.mkdir(parents=True)
    compiler.write_text("")
    asset(tmp_path / "inc", {"a.h": ""})
    given = ("--ascend-cann-path", str(tmp_path / "ca nn"), "--ascend-arch", "dav-2201", "--ascend-compile-option")
    more = (*given, '-DNAME="a; b ]=]"', "--include-dir", str(tmp_path / "inc"))
    found = sources(tmp_path, BOUND | {"内 核.cpp": "int f();\n"}, *more)
    text = (tmp_path / "out" / SOURCE / "CMakeLists.txt").read_text("utf-8")
    sets = {it.arguments[0]: it.arguments[1:] for it in commands(text) if it.name == "set"}
    assert sets["SK_COMPILER"] == (str(compiler),)
    assert sets["SK_ARCH"] == ("--npu-arch=dav-2201",)
    assert sets["SK_FLAGS"][:2] == ('-DNAME="a\\; b ]=]"', "-std=c++17")
    assert f"-I{tmp_path}/inc" in sets["SK_FLAGS"]
    assert [it.arguments for it in commands(text) if it.name == "sk_compile"] == [
        ("asc", "add.asc"),
        ("c++", "内 核.cpp"),
    ]
    assert [it["object"] for it in found["cmake"]["compile_units"]] == ["objects/add.asc.o", "objects/内 核.cpp.o"]


def test_what_is_not_copied_or_compiled_is_told(tmp_path: Path) -> None:
    asset(tmp_path, {"outer.h": "int outer;\n"})
    found = sources(tmp_path, BOUND | {"tile.h": '#include "../outer.h"\n' + TILE, "old.cce": "int a;\n"})
    assert found["external_includes"] == [f"{tmp_path}/outer.h"]
    assert [it["file"] for it in found["uncompiled_sources"]] == ["old.cce"]
    assert str(tmp_path / "op") in found["cmake"]["include_dirs"]
    page = (tmp_path / "out" / f"{SOURCE}.md").read_text()
    assert f"`{tmp_path}/outer.h`, which `tile.h` includes, is not copied" in page
    assert "`old.cce` is copied and not compiled" in page


def test_a_link_is_copied_as_the_file_it_leads_to(tmp_path: Path) -> None:
    asset(tmp_path / "shared", {"tile.h": TILE})
    op = asset(tmp_path / "op", {name: text for name, text in BOUND.items() if name != "tile.h"})
    (op / "tile.h").symlink_to(tmp_path / "shared" / "tile.h")
    sources(tmp_path, {})
    path = tmp_path / "out" / SOURCE / "src" / "tile.h"
    assert (path.is_symlink(), path.read_text()) == (False, TILE)


@pytest.mark.parametrize(
    ("files", "reasons"),
    [
        (OPERATOR, ["sk_binding_contract"]),
        ({"add.asc": KERNEL + SK}, ["build_contract", "test_contract"]),
        ({"CMakeLists.txt": CMAKE}, ["no_supported_operator_source_files"]),
    ],
)
def test_sources_blocked(files: dict[str, str], reasons: list[str], tmp_path: Path) -> None:
    found = sources(tmp_path, files, code=1)
    assert (found["status"], found["reasons"], found["written_files"]) == ("blocked", reasons, [])
    assert not (tmp_path / "out" / SOURCE).exists()
    page = (tmp_path / "out" / f"{SOURCE}.md").read_text()
    assert all(f"`{it}`" in page for it in reasons)


def test_sources_again(tmp_path: Path, run: Any) -> None:
    sources(tmp_path, BOUND)
    first = tree(tmp_path / "out")
    assert run("generate-sk-source-scaffold", tmp_path / "out").code == 0
    assert tree(tmp_path / "out") == first
    (tmp_path / "out" / SOURCE / "CMakeLists.txt").write_text("mine")
    done = run("generate-sk-source-scaffold", tmp_path / "out")
    assert done.code == 2
    assert "CMakeLists.txt: was changed since it was generated" in done.err
    assert (tmp_path / "out" / SOURCE / "CMakeLists.txt").read_text() == "mine"


def test_from_nothing_to_sources(tmp_path: Path) -> None:
    """The way that the pages tell: scaffold, take over, analyse again, generate."""
    found = binding(tmp_path, OPERATOR)
    [entry] = found["entries"]
    assert (
        main(["bind", str(tmp_path / "op" / entry["source_file"]), "--kernel", entry["qualified_name"], "--write"]) == 0
    )
    analysis = analyzed(tmp_path / "op", tmp_path / "out")
    assert analysis["status"] == "ready-for-sk-generation"
    assert main(["generate-sk-source-scaffold", str(tmp_path / "out")]) == 0
    assert tree(tmp_path / "out" / SOURCE)["src/add.asc"] == tree(tmp_path / "out" / BINDING)["src/add_sk_binding.asc"]
