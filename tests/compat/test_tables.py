"""The committed tables: consistent, small, read only where a target asks for them."""

import json
from importlib.resources import files

import pytest
from sklint_compat.rewrites import REWRITES
from sklint_compat.tables import FILED_UNDER, LETTERS, at_stake, calls, interfaces, old_names

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.parse.headers import generate
from sklint.source import Source
from sklint.target import Target, Version, known_products

DATA = files("sklint_compat") / "data"
RULES = [rule for pack in installed_packs() if pack.name == "compat" for rule in pack.rules]


def test_each_table_says_in_its_first_lines_that_it_is_generated_and_from_what() -> None:
    for name in ("interfaces.json", "old_names.json", "at_stake.json", "calls.json"):
        head = (DATA / name).read_text().splitlines()[:3]
        assert "sklint_compat.refresh" in head[1] and "asc-devkit" in head[2]


def test_tables_are_a_few_hundred_kilobytes() -> None:
    assert sum(len((DATA / name).read_bytes()) for name in ("interfaces.json", "old_names.json")) < 450_000
    assert len((DATA / "at_stake.json").read_bytes()) < 60_000


def test_every_interface_has_a_letter_for_every_product_and_a_page() -> None:
    table = interfaces()
    for name, support in table.apis.items():
        assert len(support.letters) == len(table.products) and set(support.letters) <= LETTERS.keys(), name
        assert support.page.startswith("docs/zh/api/") and support.page.endswith(".md"), name


def test_every_product_of_the_table_is_a_target() -> None:
    assert set(interfaces().products) <= {it.marker for it in known_products()}


def test_what_release_notes_call_new_is_a_version_and_is_documented_for_950() -> None:
    for version, names in interfaces().new_on_950.items():
        assert Version.parse(version).release >= (9,)
        assert not [it for it in names if interfaces().status(it, "950") == "no"]


def test_old_names_are_whole() -> None:
    for old in old_names().names:
        assert Version.parse(old.since).release in {(9,), (9, 1)}
        assert not old.rewrite or old.rewrite in REWRITES, old.name
        assert not (old.new and old.advice), old.name
        assert old.name != old.new and set(old.products) <= set(interfaces().products)
        assert ":" in old.source
    assert len(old_names().by_name) == len(old_names().names)
    assert {it.rewrite for it in old_names().names if it.rewrite} == REWRITES.keys()


def test_every_old_name_is_declared_so_that_its_uses_are_resolved() -> None:
    names = {it.name for it in old_names().names if it.name.rpartition("::")[0] in ("", "AscendC")}
    assert names - generate.declared() == set()


def test_a_rename_keeps_its_scope() -> None:
    for old in old_names().names:
        if old.new and not old.rewrite:
            assert old.name.rpartition("::")[0] == old.new.rpartition("::")[0]


def test_new_names_are_documented_or_declared_without_a_page() -> None:
    missing = {it.new for it in old_names().names if it.new and not it.rewrite and not interfaces().support(it.new)}
    types_and_tiling = {it for it in missing if it.startswith(("vector_", "addr_reg")) or "Tiling" in it}
    members = {f"AscendC::DataCopyParams::{it}" for it in ("srcGap", "dstGap")}
    of_host = {f"platform_ascendc::{it}" for it in ("PlatformAscendC::CalcTschNumBlocks", "SocVersion::ASCEND950")}
    assert missing - types_and_tiling <= of_host | members


def test_old_headers_keep_their_folder() -> None:
    for old, new in old_names().headers.items():
        assert not new or old.rpartition("/")[0] == new.rpartition("/")[0]
    assert {it for it, new in old_names().headers.items() if not new} < old_names().headers_apart
    assert old_names().headers_apart <= old_names().headers.keys()


def test_both_cores_of_310p_have_to_agree() -> None:
    table = interfaces()
    split = next(it for it in table.apis if table.status(it, "310p_aicore") != table.status(it, "310p_vectorcore"))
    assert table.status(split, "310p") == "mixed"


def test_every_documented_interface_is_declared_so_that_its_uses_are_resolved() -> None:
    known = generate.declared()
    bases = {f"{it}::" for them in FILED_UNDER.values() for it in them}
    missing = [
        name
        for name, it in interfaces().apis.items()
        if not name.startswith(tuple(bases)) and generate.qualified(name, it.page) not in known | generate.NOT_NAMES
    ]
    assert missing == []


def test_what_the_model_headers_leave_out_is_what_all_products_of_an_architecture_lack() -> None:
    table = interfaces()
    found = {name: lacked_by(name) for name in table.apis if lacked_by(name)}
    assert json.loads(generate.ABSENT.read_text()) == found
    assert {it for them in generate.PRODUCTS.values() for it in them} == {*table.products} - {"x90", "9030"}


def lacked_by(name: str) -> str:
    lacking = [
        arch
        for arch, them in generate.PRODUCTS.items()
        if {interfaces().apis[name].letters[product(it)] for it in them} == {"n"}
    ]
    return " ".join(map(str, lacking))


def product(marker: str) -> int:
    return interfaces().products.index(marker)


OF_CLASSES_BY_HAND = ("AscendC::Hccl::", "AscendC::Layout::", "AscendC::NumericLimits::", "AscendC::Te::BaseTensor::")
NEEDED_BY_OTHERS = {"AscendC::GlobalTensor::ReinterpretCast", "AscendC::is_layout", "complex32", "complex64"}
OF_THE_LIBRARY = {"AscendC::Std::abs", "AscendC::Std::sqrt"}


@pytest.mark.parametrize("arch", [2201, 3510])
def test_what_an_architecture_lacks_is_not_declared_for_it(arch: int) -> None:
    lacking = {name for name, archs in json.loads(generate.ABSENT.read_text()).items() if str(arch) in archs.split()}
    left = {
        it
        for it in lacking & generate.declared(f"-DSKLINT_TARGET_ARCH={arch}")
        if not it.startswith(OF_CLASSES_BY_HAND)
    }
    assert left <= NEEDED_BY_OTHERS | OF_THE_LIBRARY
    assert lacking & generate.declared() > left


def test_an_architecture_alone_is_what_its_products_agree_on() -> None:
    table = interfaces()
    agreed = [it for it in table.apis if table.status(it, "A3") == table.status(it, "910b")]
    assert all(table.status(it, "2201") == table.status(it, "A3") for it in agreed)
    assert {table.status(it, "2201") for it in table.apis.keys() - {*agreed}} == {"mixed"}


def test_what_a_target_decides_is_what_the_products_of_superkernel_disagree_on() -> None:
    table, stake = interfaces(), at_stake()
    differing = {name for name, it in table.apis.items() if {"y", "n"} <= {*it.letters[: len(stake.products)]}}
    assert stake.apis.keys() == differing
    assert all(stake.apis[it] == table.apis[it].letters[: len(stake.products)] for it in differing)
    assert stake.old.keys() == {it.name for it in old_names().names if not it.products and it.of_name_alone}


def test_facts_about_calls_are_of_documented_interfaces_and_do_not_overlap() -> None:
    for name, by_product in calls().counts.items():
        for product, (given, elsewhere) in by_product.items():
            assert interfaces().status(name, product) == "mixed" and not {*given.split()} & {*elsewhere.split()}
    for name, by_product in calls().types.items():
        assert all(interfaces().status(name, it) in ("yes", "mixed", "partial") for it in by_product)


@pytest.mark.parametrize(("target", "read"), [(Target(), 0), (Target.of(["A2"]), 1)])
def test_without_a_target_no_table_is_read(target: Target, read: int) -> None:
    interfaces.cache_clear()
    old_names.cache_clear()
    source = b"__global__ __vector__ void k(GM_ADDR x) { AscendC::SetAtomicNone(); }\n"
    lint(Source("k.asc", source), RULES, target)
    assert interfaces.cache_info().currsize == read and old_names.cache_info().currsize == 0
