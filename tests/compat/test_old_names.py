# ruff: noqa: E501 (kernel sources stand in strings)
"""Old names: reported for the versions and products they are old for, and a rename leaves a source that is clean."""

import pytest
from sklint_compat.tables import Old, old_names

from sklint.fix import settle
from sklint.lint import lint, read_units, shared_index
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.deprecated-api"]
CALLABLE = [it for it in old_names().names if it.name.rpartition("::")[0] in ("AscendC", "")]
TYPES = {"iter_reg", "vector_f16", "vector_f4e1m2x2", "vector_u8"}
NAMED_ALONE = [it for it in CALLABLE if not it.rewrite and not it.given and it.name not in TYPES]
SAMPLE = [it for it in NAMED_ALONE if it.says != "notice only"] + [
    it for it in NAMED_ALONE if it.says == "notice only"
][::12]


def kernel(old: str) -> Source:
    return Source("k.asc", f"__global__ __aicore__ void k(GM_ADDR x) {{ {old}(x); }}\n".encode())


def product(old: Old) -> str:
    return old.products[0] if old.products else "910b"


def messages(source: Source, chip: str, cann: str) -> list[str]:
    target = Target.of([chip] if chip else [], cann)
    return [it.message for it in lint(source, RULES, target, OPTIONS).findings]


@pytest.mark.parametrize("old", SAMPLE, ids=lambda old: old.name)
def test_an_old_name_is_reported_for_the_versions_that_have_another(old: Old) -> None:
    source = kernel(old.name)
    (message,) = messages(source, product(old), "9.1")
    assert message.startswith(old.name)
    assert messages(source, product(old), "8.5") == []
    assert messages(source, product(old), "") == []
    assert len(messages(source, product(old), "9.0")) == (old.since == "9.0")


@pytest.mark.parametrize("old", [it for it in SAMPLE if it.products], ids=lambda old: old.name)
def test_what_is_old_on_one_product_is_not_reported_for_others(old: Old) -> None:
    assert messages(kernel(old.name), "", "9.1") == []
    assert messages(kernel(old.name), "910b", "9.1") == []


@pytest.mark.parametrize("old", [it for it in SAMPLE if it.new], ids=lambda old: old.name)
def test_a_rename_leaves_a_source_that_parses_and_is_clean(old: Old) -> None:
    source = kernel(old.name)
    target = Target.of([product(old)], "9.1")
    (settled,) = settle(
        {"k.asc": source}, lambda them: lint(them["k.asc"], RULES, target, OPTIONS).findings, unsafe=False
    ).values()
    assert settled.data == kernel(old.new).data
    assert lint(settled, RULES, target, OPTIONS).findings == ()
    (unit,) = read_units(settled, target, OPTIONS, {}, shared_index())
    assert [it.names for it in unit.api_uses if it.callable and not it.names[0].startswith("__")][-1] == (old.new,)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("BlockReduceSum<half>(a, b, 1 + n, 128, 1, 1, 8)", "ReduceDataBlock<AscendC::ReduceType::SUM, half, half>(a, b, 128, 1 + n, 1, 1, 8)"),
        ("PairReduceSum(a, b, n, f(1, 2), 1, 1, 8)", "ReducePairElem<AscendC::ReduceType::SUM>(a, b, f(1, 2), n, 1, 1, 8)"),
        ("WholeReduceMin(a, b, 64, n, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE)", "ReduceRepeat<AscendC::ReduceType::MIN>(a, b, 64, n, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE)"),
        ("WholeReduceSum<half, true, float>(a, b, 64, n, 1, 1, 8)", None),
        ("BlockReduceSum(a, b, n, 128)", None),
        ("SetMMLayoutTransform(true)", "SetMMRowMajor()"),
        ("SetMMLayoutTransform(n > 1)", None),
        ("SetHF32TransMode(false)", "SetHF32TransMode(AscendC::HF32TransMode::NEAREST_EVEN)"),
    ],
)  # fmt: skip
def test_calls_are_rewritten_where_their_arguments_are_understood(before: str, after: str | None) -> None:
    template = "using namespace AscendC;\n__aicore__ inline int f(int, int);\n__global__ __vector__ void k(GM_ADDR x, int n) {{ LocalTensor<half> a, b; {}; }}\n"
    source = Source("k.asc", template.format(before).encode())
    target = Target.of(["A2"], "9.1")
    (finding,) = lint(source, RULES, target, OPTIONS).findings
    assert bool(finding.fixes) == (after is not None)
    (settled,) = settle(
        {"k.asc": source}, lambda them: lint(them["k.asc"], RULES, target, OPTIONS).findings, unsafe=True
    ).values()
    assert settled.data.decode() == template.format(after or before)


def test_a_name_that_the_project_has_too_is_not_given() -> None:
    text = b"namespace mine { void Compares(int); }\n__global__ __vector__ void k(GM_ADDR x) { AscendC::CompareScalar(x); }\n"
    (finding,) = lint(Source("k.asc", text), RULES, Target.of(["A2"], "9.1"), OPTIONS).findings
    assert finding.fixes == ()


def test_a_macro_of_the_project_is_not_edited() -> None:
    text = b"#define NONE() AscendC::SetAtomicNone()\n__global__ __vector__ void k(GM_ADDR x) { NONE(); }\n"
    (finding,) = lint(Source("k.asc", text), RULES, Target.of(["A2"], "9.1"), OPTIONS).findings
    assert finding.text == "NONE" and finding.fixes == ()


FORMS = {
    "AscendC::GatherMask": (
        "t, t, t, 1, AscendC::GatherMaskParams{}",
        "t, t, t, false, 0, AscendC::GatherMaskParams{}, n",
    ),
    "asc_copy_gm2ub_align": ("u, g, 1, 64, 0, 0, false, uint8_t(0), 0, 0", "u, g, 1, 64, 0, 0, false, mode, 0, 0"),
    "asc_copy_ub2gm_align": ("g, u, 1, 64, 0, 0, 0", "g, u, 1, 64, kept, 0, 0"),
    "asc_ndim_copy_gm2ub": ("u, g, 1, 1, 1, 1, 1, 0, 0, false, 0", "u, g, 1, 1, 1, 1, 1, 0, 0, false, mode"),
    "asc_scatter": ("v, u, i, m", "u, v, i, m"),
    "asc_sync_block_wait": ("1", "PIPE_V, 1"),
}
"""The arguments of an old form of a call, and of one that is there to stay."""
VALUES = """AscendC::LocalTensor<half> t; uint64_t n = 0; __ubuf__ uint8_t *u = nullptr; vector_uint8_t v; vector_uint16_t i;
vector_bool m; asc_load_l2_cache_mode mode; asc_store_l2_cache_mode kept;"""


@pytest.mark.parametrize("old", [it for it in old_names().names if it.given], ids=lambda it: it.name)
def test_the_old_form_of_a_call_is_told_and_the_new_one_is_not(old: Old) -> None:
    for arguments, told in zip(FORMS[old.name], (1, 0), strict=True):
        kernel = f"__global__ __aicore__ void k(__gm__ uint8_t *g) {{ {VALUES} {old.name}({arguments}); }}"
        found = messages(Source("k.asc", kernel.encode()), product(old), "9.1")
        assert len(found) == told and all(it.startswith(f"{old.name} with ") for it in found)
        assert messages(Source("k.asc", kernel.encode()), product(old), "9.0") == []


@pytest.mark.parametrize("old", [it for it in CALLABLE if it.name in TYPES], ids=lambda it: it.name)
def test_an_old_type_is_renamed_wherever_it_is_named(old: Old) -> None:
    text = f"struct Op {{ {old.name} *field; }};\n__aicore__ void Use({old.name} &it);\n"
    kernel = f"{text}__global__ __aicore__ void k(GM_ADDR x) {{ {old.name} own; auto n = sizeof({old.name}); }}\n"
    source, target = Source("k.asc", kernel.encode()), Target.of(["950"], "9.1")
    assert len(lint(source, RULES, target, OPTIONS).findings) == 4
    (settled,) = settle(
        {"k.asc": source}, lambda it: lint(it["k.asc"], RULES, target, OPTIONS).findings, unsafe=True
    ).values()
    assert settled.data.decode() == kernel.replace(old.name, old.new)
    assert messages(source, "950", "9.0") == messages(source, "910b", "9.1") == []


def test_arguments_that_changed_places_are_put_right() -> None:
    text = f"__global__ __aicore__ void k(__gm__ uint8_t *g) {{ {VALUES} asc_scatter(v, u, i, m); }}"
    source, target = Source("k.asc", text.encode()), Target.of(["950"], "9.1")
    (settled,) = settle(
        {"k.asc": source}, lambda it: lint(it["k.asc"], RULES, target, OPTIONS).findings, unsafe=True
    ).values()
    assert settled.data.decode() == text.replace("(v, u,", "(u, v,")


MEMBERS = {
    "AscendC::DataCopyParams::srcStride": "srcGap",
    "AscendC::BrcbRepeatParams::blockNumber": "",
    "AscendC::GatherRepeatParams::src0RepStride": "",
    "AscendC::MmadParams::isBias": "",
}


@pytest.mark.parametrize(("name", "new"), MEMBERS.items(), ids=MEMBERS)
@pytest.mark.parametrize(
    "use",
    [
        "{record} it; it.{member} = 1;",
        "{record} it{{}}; auto &same = it; same.{member} = 1;",
        "{record} a[2]; a[1].{member}++;",
        "void Set({record} &p);",
    ],
)
def test_old_members_are_told_of_their_struct_alone(name: str, new: str, use: str) -> None:
    record, _, member = name.rpartition("::")
    text = f"__global__ __aicore__ void k(GM_ADDR x) {{ {use.format(record=record, member=member)} }}"
    own = f"struct Own {{ int {member}; }};\n{text.replace(record, 'Own')}"
    assert len(messages(Source("k.asc", text.encode()), "910b", "9.1")) == ("Set" not in use)
    assert (
        messages(Source("k.asc", own.encode()), "910b", "9.1")
        == messages(Source("k.asc", text.encode()), "910b", "9.0")
        == []
    )


def test_an_old_member_is_told_in_a_template_too() -> None:
    body = "auto &q = this->p; p.srcStride = 1; this->p.dstStride = 2; this->own.dstStride = 3;"
    text = f"struct Own {{ int dstStride; }}; template <class T> struct Op {{ AscendC::DataCopyParams p; Own own; __aicore__ void Run() {{ {body} }} }};"
    found = messages(Source("k.asc", f"{text}\n__global__ __aicore__ void k(GM_ADDR x) {{}}\n".encode()), "910b", "9.1")
    assert len(found) == 2
