"""The forms of a call that products have apart: told by the types and numbers of its arguments, each with its page."""

from sklint_compat.refresh.call_facts import Page
from sklint_compat.refresh.written import PRODUCTS, Json, Row

MEMORY = "docs/zh/api/SIMD-API/基础API/Memory矢量计算/"
MATRIX = "docs/zh/api/SIMD-API/基础API/矩阵计算（ISASI）/"
SYNC = "docs/zh/api/SIMD-API/基础API/同步控制/核间同步/"
CONFIGURED = "传入config的原型"

Given = dict[str, str]
"""What a call has to have: an argument by its number from 1, any of them, or the number of arguments or of template
arguments; what is told of it comes first. A type is one of the documents, or `scalar` or `tensor`."""

FORMS: dict[str, tuple[tuple[Given, str, str], ...]] = {
    "AscendC::Adds": (({"2": "scalar"}, f"{MEMORY}基础算术/Adds（灵活标量位置）.md", ""),),
    "AscendC::Muls": (({"2": "scalar"}, f"{MEMORY}基础算术/Muls（灵活标量位置）.md", ""),),
    "AscendC::Maxs": (({"2": "scalar"}, f"{MEMORY}基础算术/Maxs（灵活标量位置）.md", ""),),
    "AscendC::Mins": (({"2": "scalar"}, f"{MEMORY}基础算术/Mins（灵活标量位置）.md", ""),),
    "AscendC::Compares": (({"2": "scalar"}, f"{MEMORY}比较与选择/Compares（灵活标量位置）.md", ""),),
    "AscendC::Select": (
        ({"3": "scalar", "5": "AscendC::SELMODE"}, f"{MEMORY}比较与选择/Select（灵活标量位置）.md", ""),
    ),
    "AscendC::ShiftLeft": (({"3": "tensor"}, f"{MEMORY}逻辑计算/ShiftLeft（左移位数为Tensor）.md", ""),),
    "AscendC::ShiftRight": (({"3": "tensor"}, f"{MEMORY}逻辑计算/ShiftRight（右移位数为Tensor）.md", ""),),
    "AscendC::Copy": (
        ({"arguments": "3", "1": "tensor", "2": "tensor"}, f"{MEMORY}数据搬运/Copy（UBToUB连续数据搬运）.md", ""),
    ),
    "AscendC::Div": (({"template arguments": "2", "arguments": "4"}, f"{MEMORY}基础算术/Div.md", CONFIGURED),),
    "AscendC::Ln": (({"template arguments": "2", "arguments": "3"}, f"{MEMORY}基础算术/Ln.md", CONFIGURED),),
    "AscendC::Rsqrt": (({"template arguments": "2", "arguments": "3"}, f"{MEMORY}基础算术/Rsqrt.md", CONFIGURED),),
    "AscendC::Sqrt": (({"template arguments": "2", "arguments": "3"}, f"{MEMORY}基础算术/Sqrt.md", CONFIGURED),),
    "AscendC::Reciprocal": (
        ({"template arguments": "2", "arguments": "3"}, f"{MEMORY}基础算术/Reciprocal.md", CONFIGURED),
    ),
    "AscendC::SyncAll": (({"template arguments": "2"}, f"{SYNC}SyncAll.md", "硬同步（支持config指定流水）原型"),),
    "AscendC::DataCopy": (
        ({"3": "AscendC::MultiCopyParams"}, f"{MEMORY}数据搬运/DataCopy（GMToUB多维数据搬运NDDMA）.md", ""),
        ({"3": "AscendC::Dn2NzParams"}, f"{MATRIX}矩阵计算的搬入/DataCopy（GMToL1随路转换-DN2NZ搬运）.md", ""),
    ),
    "AscendC::LoadData": (
        ({"3": "AscendC::LoadData2DParamsV2"}, f"{MATRIX}矩阵计算的搬入/LoadData_2D_V2.md", ""),
        ({"5": "AscendC::LoadData2DMxParams"}, f"{MATRIX}矩阵计算的搬入/LoadData_2D_MX.md", ""),
    ),
}
"""The prototypes of these pages take what no other page of the name takes. The text after a page is the prototype's row
in its support table, where that has several."""


def form_facts(pages: list[Page]) -> Row:
    """By name its forms: what a call has to have, a letter a product, and the page."""
    by_doc = {it.doc: it for it in pages}
    return {
        name: [[dict[str, Json](given), letters(by_doc[doc], label), doc] for given, doc, label in forms]
        for name, forms in sorted(FORMS.items())
    }


def letters(page: Page, label: str) -> str:
    support = next(it.support for it in page.variants or [] if it.label == label) if label else page.support
    said = (support.get(it) for it in PRODUCTS)
    return "".join("m" if it == "mixed" else "u" if it is None else "y" if it else "n" for it in said)
