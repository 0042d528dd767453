"""What a run says of its coverage: with a target how much was checked, without one only what a target would decide."""

import json
from pathlib import Path

import pytest

KERNEL = '#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x) {{ {} }}\n'
USES = "AscendC::GetBlockIdx(); AscendC::DataCopy(x); AscendC::DataCopy(x); AscendC::LoadData(x);"
TOML, NOT_CHECKED = "(or [target] in sklint.toml)", "not checked: not every target has"
ON_950 = "AscendC::AllocMutexID(); AscendC::Reg::MaskReg mask;"


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Write a kernel with a body into a working directory without configuration."""
    monkeypatch.chdir(tmp_path)
    return lambda body, name="k.asc": (tmp_path / name).write_text(KERNEL.format(body))


def notes(run, *options: str) -> list[str]:
    return [it["message"] for it in json.loads(run("check", "--output-format", "json", *options).out)["notes"]]


def coverage(run, *options: str) -> dict:
    return json.loads(run("check", "--output-format", "json", *options).out)["metadata"]["coverage"]


def test_with_a_target_a_run_says_how_much_it_checked_and_lists_the_rest_on_demand(run, kernel):
    kernel(USES)
    told = "note: 4 uses of the documented interface: 1 checked for the target, 3 unknown (--statistics lists them)\n"
    assert told in run("check", "--target-chip", "A2").out
    assert run("check", "--target-chip", "A2", "--statistics").out == (
        "4 uses of the documented interface, 1 checked for the target, 3 unknown:\n"
        "  2  AscendC::DataCopy\n  1  AscendC::LoadData\nAll clear: 1 file checked.\n"
    )
    assert run("check", "--target-chip", "A2", "--statistics", "--quiet").out == ""


def test_programs_get_the_numbers_and_the_names(run, kernel):
    kernel(USES)
    kernel("AscendC::DataCopy(x);", "other.asc")
    found = coverage(run, "--target-chip", "A3")
    assert (found["api_uses"], found["checked"], found["unknown"]) == (5, 1, 4)
    assert found["unknown_names"] == {"AscendC::DataCopy": 3, "AscendC::LoadData": 1}


def test_several_chips_are_counted_each(run, kernel):
    kernel(f"{USES} AscendC::Add(x);")
    of = {"310p": 0, "A3": 2, "950": 2}
    each = ", ".join(f"{chip} {number} of 5" for chip, number in of.items())
    told = f"5 uses of the documented interface: 0 checked for all chips, 5 unknown ({each}; --statistics lists them)"
    assert told in run("check", "--target-chip", "A3,310p,950").out
    for chip, number in of.items():
        alone, found = (
            coverage(run, "--target-chip", chip),
            coverage(run, "--target-chip", "A3,310p,950")["chips"][chip],
        )
        assert (alone["api_uses"], alone["checked"], alone["unknown_names"]) == tuple(found.values())
        assert found["checked"] == number


def test_what_one_architecture_alone_has_is_counted_for_it_alone(run, kernel):
    kernel("AscendC::GetBlockIdx();\n#if __NPU_ARCH__ == 3510\nAscendC::Reg::MaskReg mask;\n#endif\n")
    found = coverage(run, "--target-chip", "A3,950")
    assert {chip: it["api_uses"] for chip, it in found["chips"].items()} == {"A3": 1, "950": 2}
    assert (found["api_uses"], found["checked"]) == (2, 2)


def test_statistics_name_the_chips_that_a_name_is_unknown_for(run, kernel):
    kernel("AscendC::DataCopy(x); AscendC::DataCopy(x); AscendC::Add(x);")
    out = run("check", "--target-chip", "A3,310p", "--statistics").out
    assert "  2  AscendC::DataCopy (310p, A3)\n  1  AscendC::Add (310p)\n" in out


def test_names_of_one_product_are_one_chip(run, kernel):
    kernel(USES)
    assert "chips" not in coverage(run, "--target-chip", "Ascend910B1,Ascend910B2")


def test_kept_results_have_their_coverage(run, kernel):
    kernel(USES)
    assert coverage(run, "--target-chip", "A3") == coverage(run, "--target-chip", "A3")


def test_what_is_ignored_is_not_counted(run, kernel):
    kernel(USES)
    assert coverage(run, "--target-chip", "A3", "--ignore", "compat")["api_uses"] == 0
    assert notes(run, "--target-chip", "A3", "--select", "sk") == []


@pytest.mark.parametrize("body", ["", "Work(x);", "AscendC::GetBlockIdx(); AscendC::PipeBarrier<PIPE_ALL>();"])
def test_without_a_target_nothing_is_said_of_what_every_target_has(run, kernel, body):
    kernel(body)
    assert notes(run) == []


@pytest.mark.parametrize(
    ("body", "note"),
    [
        ("AscendC::AllocMutexID();", f"without --target-chip {TOML} AscendC::AllocMutexID is {NOT_CHECKED} it"),
        (ON_950, f"without --target-chip {TOML} AscendC::AllocMutexID and 1 more name are {NOT_CHECKED} them"),
        ("AscendC::SetAtomicNone();", f"without --target-cann {TOML} AscendC::SetAtomicNone is {NOT_CHECKED} it"),
    ],
)
def test_without_a_target_one_short_note_names_what_it_would_decide(run, kernel, body, note):
    kernel(body)
    kernel(body, "again.asc")
    assert notes(run) == [note]


def test_both_halves_of_a_target_are_one_note(run, kernel):
    kernel(f"{ON_950} AscendC::SetAtomicNone();")
    (note,) = notes(run)
    assert note.startswith(f"without --target-chip and --target-cann {TOML} AscendC::AllocMutexID and 2 more names")
    assert [it for it in notes(run, "--target-chip", "950", "--target-cann", "9.1") if it.startswith("without")] == []


@pytest.mark.parametrize(
    "body",
    [
        f"/* {ON_950} */",
        f'const char *s = "{ON_950}";',
        f"\n#if __NPU_ARCH__ == 3510\n{ON_950}\n#endif\n",
        "\n#if 0\nAscendC::SetAtomicNone();\n#endif\n",
    ],
)
def test_what_is_no_use_or_guarded_by_its_architecture_needs_no_target(run, kernel, body):
    kernel(body)
    assert notes(run) == []


def test_validate_operator_has_the_coverage_in_its_metadata(run, kernel):
    kernel(USES)
    run("validate-operator", "--asset", "k.asc", "--output-dir", "out", "--target-chip", "A2")
    report = json.loads(Path("out/operator-validation-findings.json").read_text())
    assert report["metadata"]["coverage"]["unknown"] == 3


def test_what_a_tiling_template_is_declared_with_is_of_the_host_and_not_counted(run, kernel):
    declared = "ASCENDC_TPL_ARGS_DECL(Op, ASCENDC_TPL_DTYPE_DECL(T, 1));\nASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL());\n"
    kernel(USES)
    before = coverage(run, "--target-chip", "A2")
    Path("k.asc").write_text(declared + Path("k.asc").read_text())
    assert coverage(run, "--target-chip", "A2") == before
