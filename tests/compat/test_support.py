"""A kernel of one line for a sample of the table: a finding exactly where the page says no."""

import json
from collections.abc import Iterator

import pytest
from sklint_compat.tables import LETTERS, calls, interfaces

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.parse.headers import generate
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.api-unsupported"]
EACH = 4
"""How many names are tried for each status and product."""


def functions() -> list[str]:
    """Functions of the device side that one can name without an object."""
    scopes = ("AscendC", "AscendC::Reg", "AscendC::Std", "")
    return [
        name
        for name, support in interfaces().apis.items()
        if name.rpartition("::")[0] in scopes and "/SIMD-API/" in support.page and name.rpartition("::")[2][0].isalpha()
        if "Tiling" not in support.page and "TmpSize" not in support.page and "类型" not in support.page
    ]


def sample() -> Iterator[tuple[str, str, str]]:
    names = functions()
    for product in interfaces().products:
        for letter in LETTERS.values():
            fitting = [it for it in names if interfaces().status(it, product) == letter]
            step = max(1, len(fitting) // EACH)
            yield from ((name, product, letter) for name in fitting[::step][:EACH])


@pytest.mark.parametrize(("name", "product", "status"), list(sample()))
def test_a_call_is_reported_exactly_where_its_page_says_no(name: str, product: str, status: str) -> None:
    source = Source("k.asc", f"__global__ __aicore__ void k(GM_ADDR x) {{ {name}(x); }}\n".encode())
    found = lint(source, RULES, Target.of([product]), OPTIONS).findings
    if status == "mixed" and calls().takes(name, product, 1) is False:
        assert [it.message.partition(" is not")[0] for it in found] == [f"{name} with 1 argument"]
        return
    if status != "no":
        assert not found
        return
    (finding,) = found
    chip = Target.of([product]).chips[0]
    assert finding.severity.value == "blocker" and finding.message == f"{name} is not supported on {chip.product}"
    assert finding.text == name.rpartition("::")[2]
    assert finding.evidence == (interfaces().pages_at + interfaces().page(name),)


KINDS = {name: kind for kind, names in json.loads(generate.TABLE.read_text()).items() for name in names}
OF_HOST_TOO = ("AscendC::printf", "__asc_simt_vf::printf")
"""What host code has from the C library too."""
SIMT, CORES = "__asc_simt_vf::", "__asc_aicore::"
"""What stands before names of functions of threads, and of cores. One that both have is judged as the cores' one."""


def spoken_of(name: str) -> bool:
    """Whether the rule speaks of a name at all: others do of the binding and of what host code calls."""
    return name != "SK_BIND" and not name.startswith("acl") and name not in OF_HOST_TOO


def sections() -> dict[str, list[str]]:
    """The names that pages outside of SIMD-API describe, by the folder of their pages. Of constructors classes tell."""
    found: dict[str, list[str]] = {}
    for name, support in interfaces().apis.items():
        of_both = name.startswith(SIMT) and name.replace(SIMT, CORES) in interfaces().apis
        owner, _, last = name.rpartition("::")
        named = last != owner.rpartition("::")[2] and "~" not in name and "operator" not in name
        if "/SIMD-API/" not in support.page and not of_both and named:
            found.setdefault("/".join(support.page.split("/")[3:5]), []).append(name)
    return found


def beside() -> Iterator[tuple[str, str, str]]:
    """For each section, product and status some names, of each kind."""
    for names in sections().values():
        for product in interfaces().products:
            by_status: dict[tuple[str, str], list[str]] = {}
            for it in names:
                kind = KINDS.get(it, "function")
                by_status.setdefault((interfaces().status(it, product), kind), []).append(it)
            for (status, _), them in by_status.items():
                yield from ((it, product, status) for it in them[:: max(1, len(them) // 2)][:2])


def use(name: str) -> str:
    """A kernel that uses a name as what it is."""
    owner, _, last = name.rpartition("::")
    plain = name.removeprefix(SIMT).removeprefix(CORES)
    match KINDS.get(name):
        case "type":
            body = f"using Used = {name}<int, int>;"
        case "method":
            body = f"{owner} it; it.{last}(x);"
        case _:
            body = f"{plain}(x);"
    head = "__simt_vf__ __aicore__ inline" if name.startswith(SIMT) else "__global__ __aicore__"
    return f"{head} void k(GM_ADDR x) {{ {body} }}\n"


@pytest.mark.parametrize(("name", "product", "status"), list(beside()))
def test_what_other_pages_describe_is_reported_exactly_where_they_say_no(name: str, product: str, status: str) -> None:
    chip, last = Target.of([product]), name.rpartition("::")[2]
    found = [it for it in lint(Source("k.asc", use(name).encode()), RULES, chip, OPTIONS).findings if it.text == last]
    denied = status == "no" and spoken_of(name)
    assert [it.message for it in found] == [f"{name} is not supported on {chip.chips[0].product}"] * denied
    assert all(it.evidence == (interfaces().pages_at + interfaces().page(name),) for it in found)


def test_a_macro_in_small_letters_is_one_of_the_interface() -> None:
    kernel = "{}__global__ __aicore__ void k(GM_ADDR x) {{ ascendc_assert(x != nullptr); }}\n"
    for own in ("", "#define ascendc_assert(x) (x)\n"):
        found = lint(Source("k.asc", kernel.format(own).encode()), RULES, Target.of(["910"]), OPTIONS).findings
        assert [it.text for it in found] == ["ascendc_assert"] * (not own)


OBJECTS = {
    "LocalTensor": "LocalTensor<float>", "GlobalTensor": "GlobalTensor<float>", "TPipe": "TPipe",
    "TQue": "TQue<AscendC::TPosition::VECIN, 1>",
    "TQueBind": "TQueBind<AscendC::TPosition::VECIN, AscendC::TPosition::VECOUT, 1>",
    "TBuf": "TBuf<AscendC::TPosition::VECCALC>", "TBufPool": "TBufPool<AscendC::TPosition::VECCALC, 4>",
    "Hccl": "Hccl<>", "GroupBarrier": "GroupBarrier<AscendC::PipeMode::MTE3_MODE>", "TensorDesc": "TensorDesc<float>",
    "ListTensorDesc": "ListTensorDesc", "KfcWorkspace": "KfcWorkspace", "LocalMemAllocator": "LocalMemAllocator<>",
    "CubeResGroupHandle": "CubeResGroupHandle<int>", "Layout": "Layout<int, int>",
}  # fmt: skip
"""How an object of each class of the interface is declared."""
OF_SUPERKERNEL = "DestroyWithoutPipeAll"
"""What compat.sk-target speaks of."""


def members() -> Iterator[tuple[str, str, str]]:
    """Member functions of every class: for each status and product, whose page has it."""
    known = [name.rpartition("::") for name in interfaces().apis]
    for owner in OBJECTS:
        filed = f"AscendC::{'TQueBind' if owner == 'TQue' else owner}"
        names = [
            last
            for scope, _, last in known
            if scope == filed and last.isalpha() and last not in (owner, OF_SUPERKERNEL)
        ]
        for product in interfaces().products:
            by_status = {interfaces().status(f"AscendC::{owner}::{it}", product): it for it in names}
            yield from ((f"AscendC::{owner}::{name}", product, status) for status, name in by_status.items())


@pytest.mark.parametrize(("name", "product", "status"), list(members()))
def test_a_call_of_a_member_is_reported_exactly_where_its_page_says_no(name: str, product: str, status: str) -> None:
    _, owner, last = name.split("::")
    declared = f"AscendC::{OBJECTS[owner]} it;"
    source = Source("k.asc", f"__global__ __aicore__ void k(GM_ADDR x) {{ {declared} it.{last}(x); }}\n".encode())
    found = lint(source, RULES, Target.of([product]), OPTIONS).findings
    chip = Target.of([product]).chips[0].product
    told = [it.message for it in found if it.text == last]
    filed = interfaces().page(name)
    owner = "TQueBind" if owner == "TQue" else owner  # the base has the member
    assert told == [f"AscendC::{owner}::{last} is not supported on {chip}"] * (status == "no")
    assert all(it.evidence == (interfaces().pages_at + filed,) for it in found if it.text == last)


def counted() -> Iterator[tuple[str, str, int, bool]]:
    """A sample of the numbers of arguments that are known to be there, and not to be, on a product."""
    rows = list(calls().counts.items())
    for name, by_product in rows[:: max(1, len(rows) // 12)]:
        for product, (given, elsewhere) in by_product.items():
            yield name, product, int(given.split()[0]), True
            yield name, product, int(elsewhere.split()[0]), False


@pytest.mark.parametrize(("name", "product", "arguments", "there"), list(counted()))
def test_the_number_of_arguments_decides_where_products_differ(name, product, arguments, there) -> None:
    given = ", ".join(["x"] * arguments)
    source = Source("k.asc", f"__global__ __aicore__ void k(GM_ADDR x) {{ {name}({given}); }}\n".encode())
    found = [it.message for it in lint(source, RULES, Target.of([product]), OPTIONS).findings]
    noun = "argument" if arguments == 1 else "arguments"
    product_name = Target.of([product]).chips[0].product
    told = [f"{name} with {arguments} {noun} is not supported on {product_name}"]
    assert found == ([] if there else told)


GIVEN = {"scalar": "1.0f", "tensor": "t", "AscendC::SELMODE": "AscendC::SELMODE::VSEL_CMPMASK_SPR"}


def call(name: str, given: dict[str, str]) -> str:
    """A call that has what a form asks for."""
    places = [int(it) for it in given if it.isdigit()]
    count = int(given.get("arguments", max([4, *places])))
    arguments = [
        GIVEN.get(it, f"a<{it}>()") for it in (given.get(str(place), "tensor") for place in range(1, count + 1))
    ]
    templates = ["float", *["setting"] * (int(given.get("template arguments", "1")) - 1)]
    return f"{name}<{', '.join(templates)}>({', '.join(arguments)});"


FORMS = [(name, form) for name, forms in calls().forms.items() for form in forms]


@pytest.mark.parametrize("marker", ["950", "A3", "910b", "310p_aicore", "x90"])
@pytest.mark.parametrize(("name", "form"), FORMS, ids=lambda it: it if isinstance(it, str) else "")
def test_the_form_of_a_call_decides_where_products_differ(name, form, marker) -> None:
    head = "template <class T> T a(); struct Setting { int value; }; constexpr Setting setting{1};"
    of_template = {it: f"{it}<float, 2>" if it == "AscendC::MultiCopyParams" else it for it in form.given.values()}
    text = call(name, {key: of_template[it] for key, it in form.given.items()})
    kernel = f"{head}\n__global__ __aicore__ void k(GM_ADDR x) {{ AscendC::LocalTensor<float> t; {text} }}\n"
    chip = Target.of([marker])
    found = [it.message for it in lint(Source("k.asc", kernel.encode()), RULES, chip, OPTIONS).findings]
    if form.status(marker) != "no" or interfaces().status(name, marker) != "mixed":
        assert [it for it in found if " with " in it] == []
        return
    (message,) = found
    assert message.startswith(f"{name} with ") and message.endswith(f" is not supported on {chip.chips[0].product}")


@pytest.mark.parametrize(
    "call",
    [
        "Muls(t, t, 1.0f, 8)", "Muls(t, T(1), t, 8)", "Muls(t, own, t, 8)", "Muls(t, Unknown(t), t, 8)",
        "Muls(t, this->own, t, 8)",        "Unknown u; Muls(t, u, t, 8)", "auto v = Unknown(t); Muls(t, v, t, 8)",
        "Unknown<T> w; Muls(t, w[0], t, 8)",
        "ShiftLeft(t, t, 1, 8)", "ShiftLeft(t, t, own, 8)", "Copy(t, t, 8, 1, {1, 1, 8, 8})", "Copy(t, own, 8)",
        "SyncAll<true>()",         "LoadData(t, t, LoadData2DParams{})", "LoadData(t, t, {0, 1, 0})",
        "Select(t, 1.0f, t, t, t, {})",
        "Div<T>(t, t, t, 8)",
    ],
)  # fmt: skip
def test_a_form_that_the_arguments_do_not_prove_is_not_reported(call: str) -> None:
    kernel = f"""#include "missing.h"
using namespace AscendC;
template <class T> class Op {{ __aicore__ inline void Run(LocalTensor<T> t) {{ {call}; }} Own own; }};
"""
    assert lint(Source("k.asc", kernel.encode()), RULES, Target.of(["A2"]), OPTIONS).findings == ()


TYPES = ("half", "float", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "bfloat16_t")
TYPED = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.data-type"]


@pytest.mark.parametrize("product", ["910b", "A3", "950", "310p_aicore", "910"])
def test_element_types_are_reported_exactly_where_the_page_leaves_them_out(product: str) -> None:
    names = [it for it in calls().types if "Dump" not in it]
    body = "".join(f"{{ LocalTensor<{type}> t; {name}(t, t, t); }}\n" for name in names for type in TYPES)
    text = f"using namespace AscendC;\n__global__ __aicore__ void k(GM_ADDR x) {{\n{body}}}\n"
    source, chip = Source("k.asc", text.encode()), Target.of([product])
    found = [(it.message.partition(" ")[0], it.message.rpartition(" ")[2]) for it in lint(source, TYPED, chip).findings]
    known = {name: calls().element_types(name, product) for name in names}
    assert found == [(name, type) for name in names for type in TYPES if known[name] and type not in known[name]]
