"""`sklint validate-operator` and `sklint list-rule-pack`: findings with places, once each; files, keys, exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from sklint.cli.main import main

BAD = """#include "kernel_operator.h"

struct Args { GM_ADDR x; bool keep; };
__global__ __vector__ void add(GM_ADDR x, bool keep) { Work(x, keep); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const Args *a, sk::SkSystemArgs *sys) { Work(a->x, a->keep, sys->skBlockNum); }
SK_BIND(add, 4, add_sk<0>);
"""
GOOD = BAD.replace("bool keep; }", "alignas(4) bool keep; }").replace("skBlockNum", "skNumBlocks")
RULES = ["sk.args-struct-alignas", "sk.sys-args-api-current"]


@pytest.fixture
def asset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "op").mkdir()
    return tmp_path / "op"


def validate(*more: str, asset: str = "op", pack: str = "spec", code: int | None = None) -> dict[str, Any]:
    """Run the command; gives what it writes."""
    done = main(["validate-operator", "--asset", asset, "--output-dir", "out", "--rule-pack", pack, *more])
    report = json.loads(Path("out/operator-validation-findings.json").read_text())
    blockers = any(it["severity"] == "blocker" for it in report["findings"])
    assert done == (int(blockers) if code is None else code)
    return report


def rules(report: dict[str, Any]) -> list[str]:
    return [it["rule_id"] for it in report["findings"]]


def test_findings_have_file_and_line(asset: Path) -> None:
    (asset / "sub").mkdir()
    (asset / "sub" / "k.asc").write_text(BAD)
    report = validate("--stage", "post-bind", "--iteration-index", "2", code=1)
    assert list(report)[:5] == ["schema_version", "skill_source", "stage", "iteration_index", "findings"]
    assert list(report.values())[:4] == [1, "operator-validate", "post-bind", "2"]
    assert rules(report) == RULES
    assert {it["path"] for it in report["findings"]} == {"sub/k.asc"}
    assert [it["range"]["start"]["line"] for it in report["findings"]] == [3, 6]
    assert report["findings"][1]["remediation_hint"] == {
        "kind": "rename-symbol",
        "target_file": "sub/k.asc",
        "old_value": "skBlockNum",
        "new_value": "skNumBlocks",
    }
    page = Path("out/operator-validation-report.md").read_text()
    assert "Stage post-bind, iteration 2, rule pack spec." in page
    assert "### sub/k.asc" in page


@pytest.mark.parametrize("name", ["op", "op/", "./op", "op/k.asc", "absolute"])
def test_paths_count_from_the_asset(name: str, asset: Path) -> None:
    (asset / "k.asc").write_text(BAD)
    report = validate(asset=str(asset) if name == "absolute" else name)
    assert {it["path"] for it in report["findings"]} == {"k.asc"}


@pytest.mark.parametrize(
    "wrap",
    [
        "{}",
        "#include <cstdint>\n#include <vector>\n{}",
        "#include <cstdint>\n{}\nnamespace ascendc_ops {{\nint run_add();\n}}\n",
    ],
)
def test_a_defect_in_copies_is_told_once(wrap: str, asset: Path) -> None:
    """Case e8: the whole output tree, with the source and its copy in csrc."""
    for folder in ("csrc", "csrc/more"):
        (asset / folder).mkdir()
        (asset / folder / "add.asc").write_text(wrap.format(BAD))
    (asset / "k.asc").write_text(BAD)
    report = validate()
    assert rules(report) == RULES
    shift = wrap.index("{}") and wrap[: wrap.index("{}")].count("\n")
    for it, line in zip(report["findings"], (3, 6), strict=True):
        assert it["path"] == "k.asc"
        assert it["evidence"] == [f"copy=csrc/add.asc:{line + shift}", f"copy=csrc/more/add.asc:{line + shift}"]
        assert [other["path"] for other in it["related"]] == ["csrc/add.asc", "csrc/more/add.asc"]


def test_a_repair_reaches_the_copies(asset: Path) -> None:
    (asset / "csrc").mkdir()
    for it in ("k.asc", "csrc/k.asc"):
        (asset / it).write_text(BAD.replace("bool keep; }", "alignas(4) bool keep; }"))
    validate(code=1)
    for _ in range(2):
        assert main(["apply-remediation", "op", "out/operator-validation-findings.json"]) == 0
        assert (asset / "k.asc").read_text() == (asset / "csrc" / "k.asc").read_text() == GOOD
    assert validate(code=0)["findings"] == []


def test_a_pattern_reaches_the_copies(asset: Path) -> None:
    (asset / "csrc").mkdir()
    source = GOOD.replace("alignas(4) bool keep; }", "bool keep; }")
    texts = {"k.asc": source, "csrc/k.asc": f"#include <torch/extension.h>\n{source}"}
    for it, text in texts.items():
        (asset / it).write_text(text)
    hints = [it["remediation_hint"] for it in validate()["findings"]]
    assert [(it["kind"], it["target_file"]) for it in hints] == [("replace-pattern", "k.asc")]
    assert main(["apply-remediation", "op", "out/operator-validation-findings.json"]) == 0
    for it, text in texts.items():
        assert (asset / it).read_text() == text.replace("bool keep; }", "alignas(4) bool keep; }")


def test_an_include_is_added_to_the_copies(asset: Path) -> None:
    (asset / "csrc").mkdir()
    for it in ("k.asc", "csrc/k.asc"):
        (asset / it).write_text(GOOD.replace('#include "kernel_operator.h"', "#include <cstdint>"))
    assert rules(validate(code=0)) == ["includes.kernel-operator-h"]
    assert main(["apply-remediation", "op", "out/operator-validation-findings.json"]) == 0
    after = GOOD.replace('#include "kernel_operator.h"', '#include <cstdint>\n#include "kernel_operator.h"')
    assert (asset / "k.asc").read_text() == (asset / "csrc" / "k.asc").read_text() == after


def test_equal_defects_of_different_files_are_both_told(asset: Path) -> None:
    (asset / "k.asc").write_text(BAD)
    (asset / "l.asc").write_text(BAD.replace("Work(x, keep)", "Work(keep, x)"))
    assert [it["path"] for it in validate()["findings"] if it["rule_id"] == RULES[1]] == ["k.asc", "l.asc"]


def test_an_asset_that_git_ignores_is_checked(asset: Path) -> None:
    (asset.parent / ".git").mkdir()
    (asset.parent / ".gitignore").write_text("op/\n")
    (asset / "k.asc").write_text(BAD)
    assert rules(validate()) == RULES


def test_nothing_to_check_is_no_pass(asset: Path) -> None:
    (asset / "README.txt").write_text("none")
    for pack in ("spec", "compat"):
        report = validate(pack=pack, code=1)
        assert rules(report) == [f"validate.{pack}-pack-error"]
        assert report["findings"][0]["message"] == "no sources below op"


def test_what_cannot_be_read_is_no_pass(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    assert rules(validate(code=0)) == []
    (asset / "k.asc").unlink()
    (asset / "k.asc").symlink_to(asset)
    assert validate(code=1)["findings"][0]["rule_id"] == "validate.spec-pack-error"


def test_compat(asset: Path) -> None:
    (asset / "k.asc").write_text("// sk-arch: dav-2201\n" + GOOD)
    report = validate("--target-chip", "950", pack="compat", code=0)
    assert "compat.arch-alias-mismatch" in rules(report)
    found = report["metadata"]["compat"]
    assert (found["rule_pack"], found["overall_verdict"]) == ("compat", "requires-adaptation")
    assert (found["target_chip"], found["target_chip_known"]) == ("950", True)
    keys = "rule_pack overall_verdict target_chip target_cann target_chip_known recorded_cann_versions"
    more = "source_backed_fields applicable_source_backed_fields checked_rules verification"
    assert list(found) == [*keys.split(), *more.split()]
    quiet = validate(pack="compat", code=0)["metadata"]["compat"]
    assert (quiet["overall_verdict"], quiet["target_chip_known"]) == ("not-verified", False)


@pytest.mark.parametrize(
    ("options", "checked", "unchecked"),
    [
        ((), {"compat.block-count"}, {"compat.api-unsupported", "compat.deprecated-api", "compat.memory-limit"}),
        (("--target-chip", "ascend-9x"), {"compat.block-count"}, {"compat.api-unsupported", "compat.sk-target"}),
        (("--target-chip", "A2"), {"compat.api-unsupported"}, {"compat.deprecated-api", "compat.deprecated-header"}),
        (("--target-cann", "9.1"), {"compat.deprecated-api"}, {"compat.api-unsupported", "compat.data-type"}),
        (("--target-chip", "A2", "--target-cann", "9.1"), {"compat.api-unsupported", "compat.deprecated-api"}, set()),
    ],
)
def test_compat_names_as_checked_what_the_target_says_enough_for(asset: Path, options, checked, unchecked) -> None:
    (asset / "k.asc").write_text(GOOD)
    found = validate(*options, pack="compat", code=0)["metadata"]["compat"]
    assert checked <= {*found["checked_rules"]} and not unchecked & {*found["checked_rules"]}
    known = {*options} & {"A2", "9.1"}
    assert found["applicable_source_backed_fields"] == (found["checked_rules"] if known else [])


def test_an_unknown_chip_is_not_verified(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    report = validate("--target-chip", "ascend-9x", pack="compat", code=0)
    assert report["metadata"]["compat"]["target_chip_known"] is False
    assert report["metadata"]["compat"]["overall_verdict"] == "not-verified"
    assert "target chip ascend-9x is not known; nothing was checked for it" in [it["message"] for it in report["notes"]]


def test_missing_contracts(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    for pack in ("contract", "all"):
        report = validate(pack=pack, code=1)
        found = [(it["rule_id"], it["severity"]) for it in report["findings"] if it["category"] == "contract"]
        assert found == [
            ("contract.asset-layout", "blocker"),
            ("contract.build-context", "blocker"),
            ("contract.verify-context", "warning"),
        ]
        assert report["findings"][0]["finding_id"] == "contract.asset-layout:no-layout-contract-is-given"
        assert report["findings"][0]["remediation_hint"] == {"kind": "human-decision"}
        assert report["findings"][0]["actionable_by"] == ["human"]
    assert validate(pack="spec", code=0)["findings"] == []


def test_what_is_of_no_file_has_a_heading_and_no_place(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    validate(pack="contract", code=1)
    page = Path("out/operator-validation-report.md").read_text("utf-8")
    assert "### In no file\n" in page and "### \n" not in page
    assert [it.partition("|")[2][:2] for it in page.splitlines() if "contract.asset" in it] == ["  "]


UNIT = {"unit_id": "add", "entry_name": "add", "kernel_source": "k.asc"}
LAYOUT = {"schema_version": 1, "status": "ready", "asset_root": "op", "operator_units": [UNIT]}
FLOW = {"name": "wheel", "kind": "sk-native-wheel", "expected_outputs": ["dist/*.whl"]}
BUILD = {"schema_version": 1, "status": "ready", "build_flows": [FLOW]}
VERIFY = {"schema_version": 1, "status": "not-configured", "verify_flows": []}


def contracts(**given: object) -> list[str]:
    """The options for contracts with this in them."""
    told = {"layout": LAYOUT, "build-context": BUILD, "verify-context": VERIFY} | given
    for name, value in told.items():
        Path(f"{name}.json").write_text(value if isinstance(value, str) else json.dumps(value, indent=1))
    return [word for name in told for word in (f"--{name}", f"{name}.json")]


def test_good_contracts(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    assert validate(*contracts(), pack="all", code=0)["findings"] == []


@pytest.mark.parametrize(
    ("changed", "line", "message"),
    [
        ({"schema_version": 2}, 2, "schema_version is 2, 1 is known"),
        ({"status": "done"}, 3, "status is done, not ready, needs-human or not-configured"),
        ({"asset_root": "nowhere"}, 4, "asset_root nowhere is no folder"),
        ({"operator_units": [UNIT, UNIT]}, 12, "unit_id add is given twice"),
        ({"operator_units": [{**UNIT, "unit_id": ""}]}, 7, "unit_id is empty"),
        ({"operator_units": [{**UNIT, "entry_name": "sub"}]}, 8, "k.asc defines no kernel sub; it defines add"),
        (
            {"operator_units": [{**UNIT, "kernel_source": "../k.asc"}]},
            9,
            "kernel_source ../k.asc is outside of the asset",
        ),
        ({"operator_units": [{**UNIT, "host_source": "h.cpp"}]}, 10, "host_source h.cpp is not there"),
        ({"operator_units": [{**UNIT, "tiling_headers": ["/t.h"]}]}, 11, "tiling_headers /t.h is outside of the asset"),
    ],
)
def test_wrong_layouts(changed: dict[str, object], line: int, message: str, asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    (found,) = validate(*contracts(layout=LAYOUT | changed), code=1)["findings"]
    assert (found["rule_id"], found["message"]) == ("contract.asset-layout", message)
    assert (found["path"], found["range"]["start"]["line"]) == ("layout.json", line)


@pytest.mark.parametrize(
    ("name", "text", "rule", "message"),
    [
        ("layout", "{", "contract.asset-layout", "not valid JSON"),
        ("layout", "{}", "contract.asset-layout", "has no schema_version"),
        ("build-context", "[]", "contract.build-context", "takes an object"),
        (
            "build-context",
            {**BUILD, "build_flows": [{**FLOW, "kind": "make"}]},
            "contract.build-context",
            "is make, not",
        ),
        (
            "build-context",
            {**BUILD, "build_flows": [{**FLOW, "expected_outputs": []}]},
            "contract.build-context",
            "no outputs",
        ),
        (
            "build-context",
            {**BUILD, "build_flows": [{**FLOW, "kind": "external-command"}]},
            "contract.build-context",
            "build flow wheel has no command",
        ),
        ("verify-context", {**VERIFY, "verify_flows": [FLOW]}, "contract.verify-context", "is sk-native-wheel, not"),
    ],
)
def test_wrong_contracts(name: str, text: object, rule: str, message: str, asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    (found,) = validate(*contracts(**{name: text}), code=1)["findings"]
    assert (found["rule_id"], found["severity"]) == (rule, "blocker")
    assert message in found["message"]


def test_a_contract_that_is_not_there(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    (found,) = validate("--layout", "nowhere.json", code=1)["findings"]
    assert (found["rule_id"], found["severity"]) == ("contract.asset-layout", "blocker")


@pytest.mark.parametrize(
    "more", [("--asset", "nowhere"), ("--rule-pack", "odd"), ("--target-cann", "x"), ("--output-dir", "f")]
)
def test_what_the_job_is_not_done_for(more: tuple[str, str], asset: Path) -> None:
    Path("f").touch()
    assert main(["validate-operator", "--asset", "op", "--output-dir", "out", *more]) == 2
    assert not Path("out").exists()


def test_lists_the_rules(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["list-rule-pack", "--rule-pack", "spec"]) == 0
    (listed,) = json.loads(capfd.readouterr().out).values()
    assert {"id": "sk.bind-max-splits", "severity": "blocker"}.items() <= listed_by_id(listed)[
        "sk.bind-max-splits"
    ].items()
    assert all(list(it) == ["id", "severity", "description"] and it["description"] for it in listed)


def listed_by_id(listed: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    return {it["id"]: it for it in listed}


def test_lists_the_chips(asset: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["list-rule-pack", "--rule-pack", "compat"]) == 0
    chips = json.loads(capfd.readouterr().out)["chips"]
    assert {"id": "ascend-910b", "cann_versions": ["9.1.0"]} in chips
    (asset / "k.asc").write_text(GOOD)
    every = ",".join(it["id"] for it in chips)
    assert validate("--target-chip", every, pack="compat")["metadata"]["compat"]["target_chip_known"]


def test_a_pack_is_required() -> None:
    assert main(["list-rule-pack"]) == 2
    assert main(["list-rule-pack", "--rule-pack", "odd"]) == 2


IO = {"entries": {"ad": {"outputs": ["x"], "parameters": {"keep": "scalar"}}}}
OF_ASSET = {
    "io-contract": IO,
    "asset-layout": LAYOUT | {"asset_root": "."},
    "build-context": BUILD | {"status": "redy"},
}


def in_asset(asset: Path, **files: object) -> None:
    alone_in_asset(asset, **(OF_ASSET | files))


def alone_in_asset(asset: Path, **files: object) -> None:
    for name, text in files.items():
        (asset / f"operator-{name}.json").write_text(text if isinstance(text, str) else json.dumps(text, indent=1))


@pytest.mark.parametrize("pack", ["contract", "all"])
def test_contracts_in_the_asset_are_checked(pack: str, asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    in_asset(asset)
    report = validate(*contracts(), pack=pack, code=1)
    assert [(it["rule_id"], it["path"], it["range"]["start"]["line"]) for it in report["findings"]] == [
        ("contract.build-context", "operator-build-context.json", 3),
        ("contract.io-contract", "operator-io-contract.json", 3),
    ]
    assert all(it["actionable_by"] == ["human"] for it in report["findings"])
    assert (
        report["findings"][1]["finding_id"] == "contract.io-contract:no-kernel-of-the-asset-is-called-ad-did-you-mean"
    )
    (fix,) = report["findings"][0]["fixes"]
    assert (fix["safety"], fix["edits"][0]["new_text"]) == ("unsafe", '"ready"')
    assert validate(pack="spec", code=0)["findings"] == []


@pytest.mark.parametrize("pack", ["contract", "all"])
def test_a_contract_of_the_asset_counts_as_given(pack: str, asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    alone_in_asset(asset, **{"asset-layout": {**LAYOUT, "asset_root": "."}, "verify-context": VERIFY})
    found = [(it["rule_id"], it["message"]) for it in validate(pack=pack, code=1)["findings"]]
    assert found == [("contract.build-context", "no build-context contract is given")]
    alone_in_asset(asset, **{"build-context": BUILD})
    assert validate(pack=pack, code=0)["findings"] == []


@pytest.mark.parametrize("pack", ["contract", "all"])
@pytest.mark.parametrize(
    ("data", "why"), [(b" " * (64 * 1024 * 1024 + 1), "larger than 64 MB"), (b"{\0}", "it is binary")]
)
def test_a_contract_of_the_asset_that_is_not_checked_is_no_pass(data: bytes, why: str, pack: str, asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    (asset / "operator-build-context.json").write_bytes(data)
    told = contracts()
    (found,) = validate(*told[:2], *told[4:], pack=pack, code=1)["findings"]
    assert (found["rule_id"], found["severity"]) == ("validate.contract-pack-error", "blocker")
    assert found["message"] == f"op/operator-build-context.json: not checked: {why}"
    assert validate(pack="spec", code=0)["findings"] == []


def test_a_contract_of_many_kernels_is_checked(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    entry = {"outputs": ["keep"], "description": "x" * 1000}
    entries = {f"k{number}": entry for number in range(6000)}
    alone_in_asset(asset, **{"io-contract": {"entries": entries}, "asset-layout": {**LAYOUT, "asset_root": "."}})
    assert (asset / "operator-io-contract.json").stat().st_size > 5 * 1024 * 1024
    assert rules(validate(*contracts(), pack="contract", code=1)) == ["contract.io-contract"] * 101


def test_a_contract_that_is_given_and_in_the_asset_is_told_of_once(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    in_asset(asset, **{"io-contract": {"entries": {}}})
    report = validate("--build-context", "op/operator-build-context.json", pack="contract", code=1)
    assert rules(report).count("contract.build-context") == 1
    assert [it["path"] for it in report["findings"] if "redy" in it["message"]] == ["operator-build-context.json"]


def test_a_given_contract_is_read_as_what_it_is_given_as(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    Path("odd.json").write_text(json.dumps(IO))
    report = validate("--layout", "odd.json", "--verify-context", "odd.json", pack="spec", code=1)
    assert [(it["rule_id"], it["message"]) for it in report["findings"]] == [
        ("contract.asset-layout", "the contract has no schema_version, status, asset_root, operator_units"),
        ("contract.verify-context", "the contract has no schema_version, status, verify_flows"),
    ]


def test_a_kernel_of_a_comment_is_no_kernel_of_the_layout(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD + "// __global__ __vector__ void sub(GM_ADDR x) { }\nint sub = 3;\n")
    layout = LAYOUT | {"operator_units": [{**UNIT, "entry_name": "sub"}]}
    (found,) = validate(*contracts(layout=layout), code=1)["findings"]
    assert found["message"] == "k.asc defines no kernel sub; it defines add"


def test_the_configuration_counts_for_contracts(asset: Path) -> None:
    (asset / "k.asc").write_text(GOOD)
    in_asset(asset)
    Path("sklint.toml").write_text('[per-file-ignores]\n"operator-*.json" = ["contract"]\n')
    assert validate(*contracts(), pack="all", code=0)["findings"] == []


def test_lists_the_rules_of_contracts(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["list-rule-pack", "--rule-pack", "contract"]) == 0
    (listed,) = json.loads(capfd.readouterr().out).values()
    names = ["asset-layout", "build-context", "io-contract", "verify-context"]
    assert [(it["id"], it["severity"]) for it in listed] == [(f"contract.{it}", "blocker") for it in names]
