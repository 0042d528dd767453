"""The published compatibility matrix (SK_COMPAT_MATRIX_DIR): its facts, its scopes, its metadata, and what is wrong."""

import json
from pathlib import Path

import pytest

KERNEL = """// sk-arch: dav-c220
#include "kernel_operator.h"
int Load(const char *path) { aclFancyLoad(path); other::aclFancyLoad(path); return 0; } // aclFancyLoad
__global__ __mix__(1, 2) void attention(GM_ADDR x) { Work(x); }
__global__ __mix__(0, 1) void add(GM_ADDR x) { Work(x); }
"""
MATRIX = """chip_families:
  - id: ascend-910b
    cann_versions: ["9.0.0", "8.2.0"]
    notes: made up for these tests
    arch_alias: dav-2201
    forbidden_apis: [aclFancyLoad, aclOther]
    supports_mix_aic_aiv: false
    official_sources:
      forbidden_apis: https://www.hiascend.com/a
      supports_mix_aic_aiv: https://support.huawei.com/b
    fact_scopes:
      supports_mix_aic_aiv: {cann: {min: "9.0.0", max: "9.1"}}
  - id: chip-of-tomorrow
    cann_versions: ["9.0.0"]
    arch_alias: dav-9000
    official_sources: {arch_alias: https://hiascend.com/c}
    fact_scopes: {arch_alias: {cann: all}}
"""
FORBIDDEN, MIX, ALIAS = "compat.forbidden-acl-api", "compat.mix-aic-aiv-unsupported", "compat.arch-alias-mismatch"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with an operator and a matrix."""
    (tmp_path / "op").mkdir()
    (tmp_path / "op" / "k.asc").write_text(KERNEL)
    (tmp_path / "矩阵").mkdir()
    (tmp_path / "矩阵" / "made-up.yaml").write_text(MATRIX)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SK_COMPAT_MATRIX_DIR", "矩阵")
    return tmp_path


@pytest.fixture
def validate(run, folder: Path):
    def validate(*options: str, pack: str = "compat") -> dict:
        done = run("validate-operator", "--asset", "op", "--output-dir", "out", "--rule-pack", pack, *options)
        report = json.loads((folder / "out" / "operator-validation-findings.json").read_text())
        assert done.code == int(any(it["severity"] == "blocker" for it in report["findings"])), done.err
        return report

    return validate


def told(report: dict) -> list[tuple[str, int, str]]:
    return [(it["rule_id"], it["range"]["start"]["line"], it["message"]) for it in report["findings"]]


def test_sourced_facts_in_scope_are_findings(validate):
    report = validate("--target-chip", "ascend-910b", "--target-cann", "9.0")
    assert [it for it in told(report) if it[0] != ALIAS] == [
        (FORBIDDEN, 3, "aclFancyLoad is forbidden on ascend-910b"),
        (MIX, 4, "attention is __mix__(1, 2), which ascend-910b does not support"),
    ]
    found = report["metadata"]["compat"]
    assert found["overall_verdict"] == "incompatible" and found["target_chip_known"] is True
    assert found["recorded_cann_versions"] == ["9.0.0", "8.2.0"]
    assert found["source_backed_fields"] == ["forbidden_apis", "supports_mix_aic_aiv"]
    assert found["applicable_source_backed_fields"] == ["forbidden_apis", "supports_mix_aic_aiv"]
    assert found["checked_rules"] == [FORBIDDEN, MIX]
    (forbidden,) = [it for it in report["findings"] if it["rule_id"] == FORBIDDEN]
    assert forbidden["evidence"] == ["https://www.hiascend.com/a"]


@pytest.mark.parametrize(
    ("cann", "applying"),
    [
        ("9.0.0", {FORBIDDEN, MIX}),
        ("9.1", {MIX}),
        ("8.2", {FORBIDDEN}),
        ("9.2", set()),
        ("", set()),
    ],
)
def test_a_fact_counts_for_the_versions_of_its_scope_alone(validate, cann, applying):
    report = validate("--target-chip", "A2", *(("--target-cann", cann) if cann else ()))
    assert {it["rule_id"] for it in report["findings"]} - {ALIAS} == applying
    assert set(report["metadata"]["compat"]["checked_rules"]) == applying


@pytest.mark.parametrize(
    ("scope", "cann", "applies"),
    [
        ('"*"', "", True),
        ("all", "7.0", True),
        ("{all: true}", "", True),
        ('{versions: ["9.1.0"]}', "9.1", True),
        ('{versions: ["9.1.0"]}', "9.0", False),
        ('["8.5", "9.0"]', "9.0.0", True),
        ('{from: "9.0"}', "9.2", True),
        ('{from: "9.0"}', "9.0.0-beta.1", False),
        ('{to: "9.0"}', "9.0.0-beta.1", True),
        ('"9.1"', "9.1.0", True),
    ],
)
def test_every_published_form_of_a_scope(validate, folder, scope, cann, applies):
    text = MATRIX.replace('{cann: {min: "9.0.0", max: "9.1"}}', f"{{cann: {scope}}}")
    (folder / "矩阵" / "made-up.yaml").write_text(text)
    report = validate("--target-chip", "ascend910b1", *(("--target-cann", cann) if cann else ()))
    assert (MIX in {it["rule_id"] for it in report["findings"]}) is applies


def test_a_chip_that_only_the_matrix_knows(validate, run):
    report = validate("--target-chip", "Chip_of_Tomorrow")
    assert told(report) == [(ALIAS, 1, "the source is marked dav-c220, but chip-of-tomorrow is dav-9000")]
    assert report["metadata"]["compat"]["overall_verdict"] == "requires-adaptation"
    assert report["metadata"]["compat"]["target_chip_known"] is True
    told_so = "checked by the matrix of SK_COMPAT_MATRIX_DIR too, for chip-of-tomorrow"
    assert told_so in [it["message"] for it in report["notes"]]
    (hint,) = [it["remediation_hint"] for it in report["findings"]]
    assert (hint["kind"], hint["old_value"], hint["new_value"]) == ("replace-pattern", "dav-c220", "dav-9000")
    checked = run("check", "op", "--target-chip", "chip-of-tomorrow", "--output-format", "json")
    assert ALIAS in {it["rule_id"] for it in json.loads(checked.out)["findings"]}


def test_a_chip_of_no_family_is_not_verified(validate):
    report = validate("--target-chip", "ascend-9x")
    assert report["findings"] == [] and report["metadata"]["compat"]["checked_rules"] == []
    assert report["metadata"]["compat"]["target_chip_known"] is False


def test_what_the_project_declares_is_not_forbidden(validate, folder):
    (folder / "op" / "k.asc").write_text(f"int aclFancyLoad(const char *path);\n{KERNEL}")
    report = validate("--target-chip", "ascend-910b", "--target-cann", "9.0")
    assert FORBIDDEN not in {it["rule_id"] for it in report["findings"]}


OWN = {
    "local": "int g() { int aclFancyLoad = 1; return aclFancyLoad; }",
    "parameter of a lambda": "int g() { auto f = [](int aclFancyLoad) { return aclFancyLoad; }; return f(1); }",
    "capture": "int g() { auto f = [aclFancyLoad = 1] { return aclFancyLoad; }; return f(); }",
    "parameter": "int g(int aclFancyLoad) { return aclFancyLoad; }",
    "parameter of a template": "template <int aclFancyLoad> int g() { return aclFancyLoad; }",
    "local enum": "int g() { enum { aclFancyLoad }; return aclFancyLoad; }",
    "field of a local struct": "int g() { struct S { int aclFancyLoad; S() : aclFancyLoad(1) {} }; return 0; }",
    "method of a local struct": "int g() { struct S { int aclFancyLoad() { return 1; } int h() "
    "{ return aclFancyLoad(); } }; return S().aclFancyLoad(); }",
    "of a lost type": "int g() { Unknown aclFancyLoad = 1; return aclFancyLoad + 1; }",
    "binding": "struct P { int a, b; };\nint g(P p) { auto [aclFancyLoad, b] = p; return aclFancyLoad; }",
    "method": "struct S { int aclFancyLoad(); int h() { return aclFancyLoad(); } };\n"
    "int S::aclFancyLoad() { return 1; }",
    "of a template's class": "template <class T> struct S { T aclFancyLoad(T x);"
    " T h(T x) { return aclFancyLoad(x); } };",
    "namespace": "namespace mine { int aclFancyLoad(int); int g() { return aclFancyLoad(1); } }",
    "using": "namespace mine { int aclFancyLoad(int); }\nusing namespace mine;\nint g() { return aclFancyLoad(1); }",
    "using, lost": "namespace mine { int aclFancyLoad(int); }\nusing mine::aclFancyLoad;\n"
    "int g() { return aclFancyLoad(lost); }",
    "C, defined": 'extern "C" int aclFancyLoad(int x) { return x; }\nint g() { return aclFancyLoad(1); }',
    "variable": "int aclFancyLoad = 1;\nint g() { return aclFancyLoad; }",
    "enumerator": "enum E { aclFancyLoad };\nint g() { return aclFancyLoad; }",
    "macro": "int Mine(int);\n#define aclFancyLoad(x) Mine(x)\nint g() { return aclFancyLoad(1); }",
    "macro of a member": "struct S { int aclFancyLoad(); };\n#define M(s) (s).aclFancyLoad()\n"
    "int g(S s) { return M(s); }",
    "macro of a scope": "#define M(s) other::aclFancyLoad(s)\nint g(int s) { return M(s); }",
    "blanks": "int g(other *x) { return x-> aclFancyLoad() + other:: aclFancyLoad(); }",
    "macro that nothing uses": "#define M(p) aclFancyLoad(p)",
    "in a macro's use": "#define TWICE(x) ((x) + (x))\nint g() { int aclFancyLoad = 1; return TWICE(aclFancyLoad); }",
}
CALLED = {
    "macro of a call": "#define M(p) aclFancyLoad(p, 1, 0)\nint g(void *p) { return M(p); } // <-",
    "macro of the name": "#define aclWrap aclFancyLoad\nint g() { return aclWrap(1); } // <-",
    "macro of a macro": "#define M(p) aclFancyLoad(p)\n#define N(p) (M(p) + 1)\nint g() { return N(1); } // <-",
    "macro of its own name": "#define aclFancyLoad(p) (1 + aclFancyLoad(p))\nint g() { return aclFancyLoad(1); } // <-",
    "argument of a macro": "#define TWICE(x) ((x) + (x))\nint g() { return TWICE(aclFancyLoad(1)); } // <-",
    "own prototype": 'extern "C" int aclFancyLoad(void **, int, int);\n'
    "int g(void **p) { return aclFancyLoad(p, 1, 0); } // <-",
    "own prototypes": 'extern "C" {\nint aclFancyLoad(int);\n}\nint g() { return aclFancyLoad(1); } // <-',
    "beside a method": "struct S { int aclFancyLoad(); };\nint g() { return aclFancyLoad(1); } // <-",
    "beside a namespace": "namespace mine { int aclFancyLoad(int); }\nint g() { return aclFancyLoad(1); } // <-",
    "beside a local": "int h() { int aclFancyLoad = 1; return aclFancyLoad; }\n"
    "int g() { return aclFancyLoad(1); } // <-",
    "global by scope": "struct S { int aclFancyLoad(); int g() { return ::aclFancyLoad(1); } }; // <-",
    "in a choice": "int g(int x) { switch (x) { case 1:aclFancyLoad(x); } return x; } // <-",
}


@pytest.mark.parametrize("code", [*OWN.values(), *CALLED.values()], ids=[*OWN, *CALLED])
def test_what_is_forbidden_is_the_global_function_alone(validate, folder, code):
    (folder / "op" / "k.asc").write_text(f'#include "kernel_operator.h"\n{code}\n')
    report = validate("--target-chip", "ascend-910b", "--target-cann", "9.0")
    lines = [line for line, text in enumerate(code.splitlines(), 2) if "// <-" in text]
    message = "aclFancyLoad is forbidden on ascend-910b"
    assert [it for it in told(report) if it[0] == FORBIDDEN] == [(FORBIDDEN, it, message) for it in lines]


def test_the_families_are_listed(run, folder):
    assert json.loads(run("list-rule-pack", "--rule-pack", "compat").out) == {
        "chips": [
            {"id": "ascend-910b", "cann_versions": ["9.0.0", "8.2.0"]},
            {"id": "chip-of-tomorrow", "cann_versions": ["9.0.0"]},
        ]
    }


WRONG = {
    "unknown field": (
        "notes: made",
        "note: made",
        4,
        "chip_families[0].note is no field of a matrix; did you mean notes",
    ),
    "like no field": (
        "notes: made",
        "x: made",
        4,
        "chip_families[0].x is no field of a matrix; known are id, cann_versions, notes, arch_alias",
    ),
    "number": ('"9.0.0", "8.2.0"', '"9.0.0", 8.2', 3, "cann_versions[1] is float, not str; put it in quotes"),
    "no bool": ("mix_aic_aiv: false", "mix_aic_aiv: maybe", 7, "supports_mix_aic_aiv is str"),
    "http": ("https://www.hiascend.com/a", "http://www.hiascend.com/a", 9, "which is not https"),
    "host": ("https://www.hiascend.com/a", "https://hiascend.com.example/a", 9, "which is not on hiascend.com, su"),
    "user": ("https://www.hiascend.com/a", "https://hiascend.com@x.example/a", 9, "which is not on hiascend.com, su"),
    "source of nothing": (
        "forbidden_apis: https",
        "forbidden_api: https",
        9,
        "official_sources.forbidden_api is no field of a family; did you mean forbidden_apis",
    ),
    "version": ('min: "9.0.0"', 'min: "nine"', 12, "cann.min is no version"),
    "scope": ("{cann: all}", "{cann: {all: true, most: 1}}", 17, "most is no field"),
    "twice": ("chip-of-tomorrow", "ASCEND_910B", 13, "is ASCEND_910B, which is given twice"),
    "key twice": ("notes: made up", "id: other", 4, "chip_families[0].id is given twice"),
    "broken": ("[aclFancyLoad", "[[aclFancyLoad", 7, "not valid YAML"),
    "scope of a field": (
        "{cann: {min",
        "{can: {min",
        12,
        "chip_families[0].fact_scopes.supports_mix_aic_aiv.can is no field of a matrix; did you mean cann",
    ),
    "no scope": ('max: "9.1"', 'max: "8.5"', 12, "supports_mix_aic_aiv.cann holds for no version: 9.0.0 is after 8.5"),
    "no families": ("chip_families", "families", 1, "families is no field of a matrix; did you mean chip_families"),
}


@pytest.mark.parametrize(("old", "new", "line", "fact"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_with_file_line_and_key(run, validate, folder, old, new, line, fact):
    assert old in MATRIX
    (folder / "矩阵" / "made-up.yaml").write_text(MATRIX.replace(old, new, 1))
    place = f"矩阵/made-up.yaml:{line}: "
    for command in (("check", "op"), ("list-rule-pack", "--rule-pack", "compat")):
        result = run(*command)
        assert result.code == 2 and place in result.err and fact in result.err and result.err.count("\n") == 1
    report = validate("--target-chip", "ascend-910b")
    (error,) = [it for it in report["findings"] if it["rule_id"] == "validate.compat-pack-error"]
    assert error["severity"] == "blocker" and fact in error["message"]
    assert (error["path"], error["range"]["start"]["line"]) == ("矩阵/made-up.yaml", line)
    assert [it for it in validate(pack="spec")["findings"] if "pack-error" in it["rule_id"]] == []


@pytest.mark.parametrize("name", ["nowhere", "op", "op/k.asc"])
def test_a_folder_without_a_matrix_is_told(run, validate, monkeypatch, name):
    monkeypatch.setenv("SK_COMPAT_MATRIX_DIR", name)
    result = run("check", "op")
    assert result.code == 2 and f"SK_COMPAT_MATRIX_DIR: {name}: " in result.err
    assert [it["rule_id"] for it in validate()["findings"]] == ["validate.compat-pack-error"]
