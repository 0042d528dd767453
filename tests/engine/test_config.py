import json
from pathlib import Path

import jsonschema
import pytest

from sklint.compile_commands import Flags, read_compile_commands
from sklint.config import Overrides, check_ids
from sklint.error import SklintError
from sklint.finding import Severity
from sklint.resolve import resolver
from sklint.settings import schema_text

RULE = "sk.args-struct-alignas"
KNOWN = {RULE: "spec", "sk.bind-missing": "spec", "sk.bind-target": "spec", "compat.api-unsupported": "compat"}


def put(folder: Path, **files: str) -> Path:
    """Write files, named `team__sklint` for team/sklint.toml and `pyproject` for pyproject.toml."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def on(folder: Path, rule: str, path: str = "a.asc", overrides: Overrides | None = None) -> Severity | bool:
    config = resolver(overrides or Overrides())(folder / path)
    return config.selects(rule, KNOWN[rule], str(folder / path))


def test_the_nearest_file_counts_and_extends_only_what_it_names(tmp_path: Path) -> None:
    put(
        tmp_path,
        sklint=f'[target]\ncann = "9.1"\nchips = ["A3"]\n[rules]\n"{RULE}" = "off"\n',
        team__sklint=f'extend = "../sklint.toml"\n[rules]\n"{RULE}" = "error"\n',
        other__sklint="",
    )
    assert on(tmp_path, RULE) is False
    assert on(tmp_path, RULE, "team/b.asc") is Severity.BLOCKER
    assert on(tmp_path, RULE, "other/c.asc") is True
    team = resolver()(tmp_path / "team" / "b.asc")
    assert team.path == tmp_path / "team" / "sklint.toml"
    assert (team.target.markers, str(team.target.cann)) == (("A3",), "9.1")
    assert resolver()(tmp_path / "other").target.chips == ()


def test_the_same_file_counts_from_every_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, sklint="", team__sklint="")
    for folder, path in ((tmp_path, "team/b.asc"), (tmp_path / "team", "b.asc"), (tmp_path / "team", "../team/b.asc")):
        monkeypatch.chdir(folder)
        assert resolver()(path).path == tmp_path / "team" / "sklint.toml"


def test_a_pyproject_counts_only_with_a_table_of_ours(tmp_path: Path) -> None:
    put(
        tmp_path,
        pyproject='[tool.sklint]\nfail-on = "blocker"\n',
        a__pyproject="[tool.ruff]\n",
        b__pyproject="not [toml",
    )
    assert resolver()(tmp_path / "a" / "x.asc").fail_on is Severity.BLOCKER
    assert resolver()(tmp_path / "b" / "x.asc").path == tmp_path / "pyproject.toml"


def test_sklint_toml_counts_before_pyproject(tmp_path: Path) -> None:
    put(tmp_path, pyproject='[tool.sklint]\nfail-on = "info"\n', sklint="")
    assert resolver()(tmp_path).path == tmp_path / "sklint.toml"


def test_without_a_file_everything_is_checked(tmp_path: Path) -> None:
    config = resolver()(tmp_path)
    assert config.path is None
    assert config.selects(RULE, "spec", "a.asc") is True


def test_paths_count_from_the_file_that_gives_them(tmp_path: Path) -> None:
    put(
        tmp_path,
        sklint='baseline = "b.json"\nrule-packs = ["packs"]\nexclude = ["gen/"]\n',
        team__sklint='extend = "../sklint.toml"\ninclude-dirs = ["inc"]\n',
    )
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "__init__.py").touch()
    config = resolver()(tmp_path / "team")
    assert (config.baseline, config.rule_packs) == (tmp_path / "b.json", (tmp_path / "packs",))
    assert config.include_dirs == (tmp_path / "team" / "inc",)
    assert config.exclude.match(tmp_path / "gen" / "x.asc")
    assert not config.exclude.match(tmp_path.parent / "gen" / "x.asc")


def test_a_circle_of_extend_is_told_with_its_way(tmp_path: Path) -> None:
    put(tmp_path, a__sklint='extend = "../b/sklint.toml"', b__sklint='extend = "../a/sklint.toml"')
    with pytest.raises(SklintError, match=r"circle: \S*a/sklint.toml -> \S*b/sklint.toml -> \S*a/sklint.toml"):
        resolver()(tmp_path / "a")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('\ncompile-commands = "build/no.json"', "compile-commands names build/no.json, which is not there"),
        ('rule-packs = [\n"no"]', "rule-packs names no, which is no rule pack: it has no __init__.py"),
    ],
)
def test_what_a_configuration_names_and_is_not_there_is_told_with_its_line(
    tmp_path: Path, text: str, told: str
) -> None:
    put(tmp_path, sklint=text)
    with pytest.raises(SklintError, match=rf"sklint.toml:2: {told}"):
        resolver()(tmp_path)


def test_extend_of_a_missing_file_is_told_with_its_line(tmp_path: Path) -> None:
    put(tmp_path, sklint='\nextend = "no.toml"')
    with pytest.raises(SklintError, match=r"sklint.toml:2: extend names \S*no.toml, which is not there"):
        resolver()(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('fail_on = "info"', "1: fail_on is not a setting; did you mean fail-on?"),
        ('chips = ["A3"]', "1: chips is not a setting; chips stands in [target]"),
        ("[target]\nchip = []", "2: target.chip is not a setting; did you mean chips?"),
        ('select = "sk"', "1: select is text; it takes a list of texts"),
        ("ignore = [1]", "1: an entry of ignore is a number; it takes text"),
        ('[rules]\n"a.b" = "off"\n"c.d" = "of"', '3: rules.c.d is \'of\'; it takes "off", "on",'),
        ('[rules]\nc.d = "of"', "2: rules.c.d is 'of'; it takes"),
        ('[per-file-ignores]\n"*.h" = "sk"', "2: per-file-ignores.*.h is text; it takes a list of texts"),
        ('\n[target]\nchips = ["A9"]', "3: target chip 'A9' is not known"),
        ('[target]\ncann = "nine"', "2: 'nine' is not a CANN version"),
        ('[target]\nchips = [\n  "A2",\n  "A5x",\n]', "4: target chip 'A5x' is not known; did you mean A3 or A2"),
        ('[target]\nchips = ["A2", ""]', "2: target chip '' is not known"),
        ('[target]\nchips = ["A2; A3"]', "2: target chip 'A2; A3' is several; give each by itself: 'A2', 'A3'"),
        ('[target]\ncann = ""', "2: '' is not a CANN version; versions look like 9.1"),
        ('[target]\ncann = "latest"', "2: 'latest' is not a CANN version"),
        ('exclude = ["!"]', "1: Invalid git pattern"),
        ("a = 1\nb = = 2", "2:5: not valid TOML: Invalid value"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_cure(tmp_path: Path, text: str, told: str) -> None:
    put(tmp_path, sklint=text)
    with pytest.raises(SklintError) as caught:
        resolver()(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'sklint.toml'}:{told}")


def test_a_file_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    (tmp_path / "sklint.toml").write_bytes("# 内核".encode("gb18030"))
    with pytest.raises(SklintError, match="not UTF-8"):
        resolver()(tmp_path)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "sklint.toml").write_bytes(b'\xef\xbb\xbffail-on = "info"\r\n')
    assert resolver()(tmp_path).fail_on is Severity.INFO


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ('select = ["sk.bind"]', ["sk.bind-missing", "sk.bind-target"]),
        ('select = ["sk.bin"]', []),
        ('select = ["compat"]', ["compat.api-unsupported"]),
        ('ignore = ["spec"]', ["compat.api-unsupported"]),
        ('select = ["sk.bind-target"]\nignore = ["sk"]', ["sk.bind-target"]),
        ('select = ["spec"]\nignore = ["sk.bind"]', [RULE]),
        ('ignore = ["all"]\nrules = {"sk.bind-target" = "on"}', ["sk.bind-target"]),
        ('select = ["all"]\nrules = {"sk.bind-target" = "off"}\nignore = ["compat", "sk.bind-missing"]', [RULE]),
        (f'[rules]\n{RULE} = "off"', ["sk.bind-missing", "sk.bind-target", "compat.api-unsupported"]),
        ('[per-file-ignores]\n"*.h" = ["sk"]\n"a.*" = ["sk.bind"]', [RULE, "compat.api-unsupported"]),
    ],
)
def test_the_narrower_of_select_and_ignore_decides(tmp_path: Path, text: str, rules: list[str]) -> None:
    put(tmp_path, sklint=text)
    assert [rule for rule in KNOWN if on(tmp_path, rule)] == rules


def test_what_the_command_line_selects_comes_over_the_file(tmp_path: Path) -> None:
    put(tmp_path, sklint=f'select = ["compat"]\n[rules]\n"{RULE}" = "off"\n"sk.bind-target" = "info"')
    asked = Overrides(select=("sk",), ignore=("sk.bind-missing",))
    found = {rule: on(tmp_path, rule, overrides=asked) for rule in KNOWN}
    assert found == {
        RULE: False,
        "sk.bind-missing": False,
        "sk.bind-target": Severity.INFO,
        "compat.api-unsupported": False,
    }
    assert on(tmp_path, RULE, overrides=Overrides(select=(RULE,))) is True


def test_the_command_line_gives_a_part_of_the_target(tmp_path: Path) -> None:
    put(tmp_path, sklint='[target]\nchips = ["A3"]\ncann = "9.0"\n')
    config = resolver(Overrides(cann="9.1", fail_on="info"))(tmp_path)
    assert (config.target.markers, str(config.target.cann), config.fail_on) == (("A3",), "9.1", Severity.INFO)


def test_a_named_configuration_counts_for_every_file(tmp_path: Path) -> None:
    put(tmp_path, mine='fail-on = "info"', sklint='fail-on = "blocker"')
    assert resolver(only=tmp_path / "mine.toml")(tmp_path / "a.asc").fail_on is Severity.INFO
    with pytest.raises(SklintError, match=r"none.toml: cannot be read"):
        resolver(only=tmp_path / "none.toml")(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'select = [\n  "sk",\n  "sk.bind-traget",\n]',
            "sklint.toml:3: sk.bind-traget names no rule; did you mean sk.bind-t",
        ),
        ('ignore = ["sk.bin"]', "sklint.toml:1: sk.bin names no rule"),
        (
            '[rules]\nsk.bind-misssing = "off"',
            "sklint.toml:2: sk.bind-misssing names no rule; did you mean sk.bind-miss",
        ),
        ('[rules]\n"zzz" = "off"', "sklint.toml:2: zzz names no rule; `sklint rules` lists them"),
        ('[per-file-ignores]\n"*.h" = ["spce"]', "sklint.toml:2: spce names no rule; did you mean spec?"),
    ],
)
def test_ids_that_no_rule_has_are_told(tmp_path: Path, text: str, told: str) -> None:
    config = resolver()(put(tmp_path, sklint=text))
    with pytest.raises(SklintError) as caught:
        check_ids(config, KNOWN)
    assert told in str(caught.value)


def test_ids_of_the_command_line_are_checked_too(tmp_path: Path) -> None:
    with pytest.raises(SklintError, match="command line: foo names no rule"):
        check_ids(resolver(Overrides(select=("foo",)))(tmp_path), KNOWN)


def test_known_ids_prefixes_categories_and_all_are_no_fault(tmp_path: Path) -> None:
    put(tmp_path, sklint=f'select = ["all", "sk.bind", "spec"]\n[rules]\n{RULE} = "off"\n"sk.bind-target" = "on"')
    check_ids(resolver()(tmp_path), KNOWN)


def test_the_schema_for_editors_is_fresh_and_fits() -> None:
    shipped = (Path(__file__).parents[2] / "sklint" / "config.schema.json").read_text("utf-8")
    assert shipped == schema_text()
    schema = json.loads(shipped)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate({"fail-on": "info", "rules": {RULE: "off"}, "target": {"chips": ["A3"]}}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"fail_on": "info"}, schema)


def commands(folder: Path, *entries: dict[str, object]) -> Path:
    path = folder / "compile_commands.json"
    path.write_text(json.dumps(entries), "utf-8")
    return path


def test_a_command_with_blanks_and_hashes_in_its_paths(tmp_path: Path) -> None:
    command = 'bisheng -x asc --npu-arch=dav-2201 -I"inc dir" -c "src dir/a b#1.asc" -o out.o'
    path = commands(tmp_path, {"directory": ".", "command": command, "file": "src dir/a b#1.asc"})
    flags = read_compile_commands(path).flags_for(tmp_path / "src dir" / "a b#1.asc")
    assert flags == Flags(include_dirs=(str(tmp_path / "inc dir"),), arch="dav-2201")


def test_only_what_says_how_to_read_is_taken_from_a_command(tmp_path: Path) -> None:
    (tmp_path / "pre.h").touch()
    arguments = ["bisheng", "-O2", "-I", "inc", "-I../up", "-isystem", "/sys", "-isystemsys2", "-isystem-after", "no"]
    arguments += ["-DA", "-D", "B=1", "-include", "pre.h", "-include-pch", "x", "-std=c++14", "--std", "c++17"]
    arguments += ["-Xclang", "-DNO", "--cce-aicore-arch=dav-c220-vec", "-o", "x.o", "--", "-DNO"]
    path = commands(tmp_path, {"directory": str(tmp_path), "arguments": arguments, "file": "a.asc"})
    assert read_compile_commands(path).flags_for(tmp_path / "a.asc") == Flags(
        include_dirs=(str(tmp_path / "inc"), str(tmp_path.parent / "up")),
        system_dirs=("/sys", str(tmp_path / "sys2")),
        defines=("A", "B=1"),
        forced_includes=(str(tmp_path / "pre.h"),),
        std="c++17",
        arch="dav-c220-vec",
    )


def test_a_command_of_windows_keeps_its_backslashes(tmp_path: Path) -> None:
    command = r'C:\cann\bisheng.exe -DPATH_=C:\inc\a -D"NAME=\"add\"" -D "TWO=a b" -c a.asc'
    path = commands(tmp_path, {"directory": "", "command": command, "file": "a.asc"})
    flags = read_compile_commands(path).flags_for(tmp_path / "a.asc")
    assert flags and flags.defines == (r"PATH_=C:\inc\a", 'NAME="add"', "TWO=a b")


def test_the_first_command_of_a_file_counts_and_others_have_none(tmp_path: Path) -> None:
    entries = [{"directory": "b", "command": f"cc -DN={number}", "file": "../a.asc"} for number in (1, 2)]
    read = read_compile_commands(commands(tmp_path, *entries))
    flags = read.flags_for(tmp_path / "a.asc")
    assert flags and flags.defines == ("N=1",)
    assert read.flags_for(tmp_path / "b.asc") is None


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'[\n{"file": }]', r"compile_commands.json:2:10: not valid JSON: invalid character"),
        (b'[\n{"file": "a.asc"', r"compile_commands.json:2:17: not valid JSON: .* is not closed"),
        (b'[\n{"file": "a.asc"},\n{"command": "x"}]', r"json:3:1: not a compile_commands.json: entry 2 has no file"),
        (b'[\n{"file": "a.asc",\n"directory": 1}]', r"json:3:1: .*directory of entry 1 is a number; it takes text"),
        (b"{}", r"json:1:1: not a compile_commands.json: the whole is an object; it takes a list"),
        (b'[\n{"file": "a.asc", "command": "cc \\"x"}]', r"json:2: command of a.asc: No closing quotation"),
    ],
)
def test_broken_compile_commands_are_told_with_their_place(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "compile_commands.json").write_bytes(content)
    with pytest.raises(SklintError, match=told):
        read_compile_commands(tmp_path / "compile_commands.json").flags_for(tmp_path / "a.asc")


def test_an_option_without_its_value_takes_no_other_option_for_it(tmp_path: Path) -> None:
    path = commands(tmp_path, {"command": "bisheng --npu-arch= -std= -c a.asc", "file": "a.asc"})
    assert read_compile_commands(path).flags_for(tmp_path / "a.asc") == Flags()


def test_missing_compile_commands_are_told(tmp_path: Path) -> None:
    with pytest.raises(SklintError, match="compile-commands cannot be read"):
        read_compile_commands(tmp_path / "compile_commands.json")
