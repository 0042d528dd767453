from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklint.error import SklintError
from sklint.target import Target, Version, known_products, resolve_chip


@pytest.mark.parametrize(
    ("text", "marker", "arch", "option"),
    [
        ("A2", "910b", 2201, "dav-2201"),
        ("ascend-910b", "910b", 2201, "dav-2201"),
        ("Ascend910B1", "910b", 2201, "dav-2201"),
        ("ascend910b4-1", "910b", 2201, "dav-2201"),
        ("A3", "A3", 2201, "dav-2201"),
        ("Atlas A3", "A3", 2201, "dav-2201"),
        ("910_9391", "A3", 2201, "dav-2201"),
        ("950", "950", 3510, "dav-3510"),
        ("Ascend950PR_9599", "950", 3510, "dav-3510"),
        ("dav-3510", "950", 3510, "dav-3510"),
        ("310p_vectorcore", "310p_vectorcore", 2002, "dav-2002"),
        ("Ascend310P3", "310p", 2002, "dav-2002"),
        ("ascend910a", "910", 1001, None),
        ("Kirin X90", "x90", 3003, None),
    ],
)
def test_a_chip_is_found_by_any_of_its_names(text: str, marker: str, arch: int, option: str | None) -> None:
    chip = resolve_chip(text)
    assert (chip.name, chip.marker, chip.arch, chip.option) == (text, marker, arch, option)


@given(st.data())
def test_case_and_separators_of_a_chip_do_not_count(data: st.DataObject) -> None:
    product = data.draw(st.sampled_from(known_products()))
    name = data.draw(st.sampled_from((*product.names, *product.soc_names)))
    spelled = "".join(data.draw(st.sampled_from((it.lower(), it.upper(), f"-{it}", f"{it}_", f" {it}"))) for it in name)
    assert resolve_chip(spelled).marker == product.marker


def test_an_arch_of_products_that_differ_asks_which_one() -> None:
    with pytest.raises(SklintError, match=r"dav-2201.*A3 \(Atlas A3.*\) or A2 \(Atlas A2"):
        resolve_chip("dav-2201")


def test_an_unknown_chip_is_told_with_the_nearest_and_all_products() -> None:
    with pytest.raises(
        SklintError, match=r"ascend950pr_9598.*did you mean ascend950pr_9599.*known are 950, A3, A2, 310b"
    ):
        resolve_chip("ascend950pr_9598")


def test_a_target_keeps_each_chip_arch_and_product_once() -> None:
    target = Target.of(["A3", "A2", "A3", "950"], "9.1")
    assert [chip.name for chip in target.chips] == ["A3", "A2", "950"]
    assert target.archs == (2201, 3510)
    assert target.markers == ("A3", "910b", "950")
    assert str(target.cann) == "9.1"


def test_no_target_is_an_empty_one() -> None:
    assert Target.of() == Target()


def test_versions_are_ordered_as_they_were_released() -> None:
    released = ["8.0.RC3.alpha002", "8.0.RC3", "8.0.0", "8.5.0.alpha001", "8.5.0-beta.1", "8.5.0", "9.0.0-beta.1"]
    released += ["9.0.0-beta.2", "9.0.0-rc.1", "9.0.0", "9.1", "9.1.1", "9.10"]
    assert all(Version.parse(a) < Version.parse(b) for a, b in pairwise(released))


def test_missing_parts_of_a_version_are_zero() -> None:
    assert Version.parse("9.1") == Version.parse("9.1.0") == Version.parse("v9.1.0.0")


@given(st.lists(st.integers(0, 99), min_size=1, max_size=4), st.lists(st.integers(0, 99), min_size=1, max_size=4))
def test_releases_compare_number_by_number(a: list[int], b: list[int]) -> None:
    padded = [it + [0] * (4 - len(it)) for it in (a, b)]
    first, second = (Version.parse(".".join(map(str, it))) for it in (a, b))
    assert (first < second) == (padded[0] < padded[1])
    assert (first == second) == (padded[0] == padded[1])


@given(st.sampled_from(["alpha", "beta", "RC"]), st.integers(0, 999), st.sampled_from([".", "-"]))
def test_what_comes_before_a_release_is_older(stage: str, number: int, separator: str) -> None:
    assert Version.parse("9.0") < Version.parse(f"9.1.0{separator}{stage}{number:03}") < Version.parse("9.1")


@pytest.mark.parametrize("text", ["", "9.", "nine", "9.1.0-gamma1", "9.1 9.2", "9,1"])
def test_what_is_no_version_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(SklintError, match=r"is not a CANN version; versions look like 9\.1"):
        Version.parse(text)
