"""`sklint targets`: the products there are, for people and for programs."""

import json
from pathlib import Path

import pytest


def test_each_product_is_listed_with_its_names_architecture_and_memory(run):
    result = run("targets")
    assert result.code == 0 and result.err == ""
    block = next(it for it in result.out.split("\n\n") if it.startswith("Atlas A3"))
    assert "names   A3, Atlas A3, ascend910_93" in block
    assert "arch    __NPU_ARCH__ 2201, --npu-arch=dav-2201" in block
    assert "ascend910_9391" in block and "L1 524032 (of 524288)" in block and "(bytes)" in block
    assert "UB 188160 (196352 with --cce-disable-asc-reserved-ubuf, of 196608)" in block
    assert "Source: https://gitcode.com/cann/asc-devkit" in result.out


def test_what_no_document_gives_is_left_out(run):
    block = next(it for it in run("targets").out.split("\n\n") if it.startswith("Kirin X90"))
    assert "--npu-arch" not in block and "UB" not in block


def test_programs_get_json(run):
    given = json.loads(run("targets", "--output-format", "json").out)
    assert given["schema_version"] == 1 and given["source"]
    target = next(it for it in given["targets"] if "A2" in it["names"])
    assert target["npu_arch"] == 2201 and target["npu_arch_option"] == "dav-2201"
    assert target["memory_bytes"]["L0A"] == 65536
    (ub,) = (it for it in target["memory_reserved"] if it["memory"] == "UB")
    assert (ub["whole"], ub["most"], ub["usual"]) == (196608, 196352, 188160)


def test_the_page_on_memory_has_the_same_sizes(run):
    page = Path(__file__).parents[2] / "docs" / "memory-sizes.md"
    rows = [
        [cell.strip() for cell in it.split("|")[1:-1]]
        for it in page.read_text("utf-8").splitlines()
        if it.startswith("|")
    ]
    shown = {(row[0].split()[0], row[1]): [*row[2:4], row[4].partition(" with")[0]] for row in rows if len(row) == 5}
    given = json.loads(run("targets", "--output-format", "json").out)["targets"]
    kept = {(str(it["npu_arch"]), one["memory"]): one for it in given for one in it["memory_reserved"]}
    assert {key: shown[key] for key in kept} == {
        key: [str(it["whole"]), str(it["usual"]), str(it["most"]) if it["options"] else ""] for key, it in kept.items()
    }
    assert len(shown) == len(kept) + 2  # with the two lines of the head


@pytest.mark.parametrize(
    ("option", "given"),
    [*(("--target-chip", it) for it in ("", " ", ",")), *(("--target-cann", it) for it in ("", " "))],
)
def test_a_target_that_is_empty_is_told(run, option, given):
    result = run("check", option, given)
    assert result.code == 2 and result.out == ""
    assert option in result.err and "is empty" in result.err


WRONG = {
    "chip": ("--target-chip", "Ascend910B9", "did you mean 910b or ascend910b4"),
    "chip in a list": ("--target-chip", "A3,A4", "'A4' is not known; did you mean A3 or A2?"),
    "chip that is like no other": ("--target-chip", "A5x", "'A5x' is not known; did you mean A3 or A2"),
    "family": ("--target-chip", "910Z", "'910Z' is not known; did you mean 910 or 910b"),
    "architecture": ("--target-chip", "dav-2202", "did you mean"),
    "architecture that is like no other": ("--target-chip", "dav-9999", "did you mean dav-"),
    "no version": ("--target-cann", "latest", "'latest' is not a CANN version; versions look like 9.1"),
    "version": ("--target-cann", "9.l", "'9.l' is not a CANN version; versions look like 9.1"),
    "version with a word": ("--target-cann", "9.x", "did you mean 9.1?"),
}


@pytest.mark.parametrize(("option", "given", "told"), WRONG.values(), ids=WRONG)
def test_a_target_that_is_wrong_is_told_with_the_nearest_right_one(run, option, given, told):
    result = run("check", option, given)
    assert result.code == 2 and told in result.err and result.err.startswith("error: command line: ")
