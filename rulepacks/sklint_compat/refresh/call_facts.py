"""What the arguments of a call decide: their number, and the types of the elements of tensors."""

from pathlib import Path

import msgspec

from sklint_compat.refresh.written import GENERATED, PRODUCTS, SOURCE, Json, Row


class Prototype(msgspec.Struct):
    name: str
    params: tuple[int, int]


class Variant(msgspec.Struct):
    """A row of a support table that tells prototypes apart."""

    label: str
    support: dict[str, bool | str]


class Page(msgspec.Struct):
    """A page of api_support.json, as far as it is read."""

    doc: str
    qualified: list[str]
    support: dict[str, bool | str]
    prototypes: list[Prototype]
    variants: list[Variant] | None = None


class Pages(msgspec.Struct):
    pages: list[Page]


class Types(msgspec.Struct):
    product: str
    subject: str | None
    types: list[str]
    has_tail_condition: bool


class TypedPage(msgspec.Struct):
    """A page of api_dtypes.json."""

    doc: str
    dtypes: list[Types]


class Typed(msgspec.Struct):
    apis: list[TypedPage]


def call_facts(folder: Path, pages: list[Page], forms: Row) -> Row:
    """What a call's arguments decide: how many of them an interface of the C API takes on a product and how many only
    on others, the element types that a vector operation takes on a product, and the forms that have pages apart."""
    by_name: dict[str, list[Page]] = {}
    for page in pages:
        for name in page.qualified:
            by_name.setdefault(name, []).append(page)
    typed = {it.doc: it for it in msgspec.json.decode((folder / "api_dtypes.json").read_bytes(), type=Typed).apis}
    counts = {name: counted(name, them) for name, them in sorted(by_name.items()) if name.startswith("asc_")}
    types = {name: element_types(them, typed) for name, them in sorted(by_name.items()) if "::" in name}
    return {
        "generated": GENERATED, "source": SOURCE,
        "counts": {name: row for name, row in counts.items() if row},
        "types": {name: row for name, row in types.items() if row},
        "forms": forms,
    }  # fmt: skip


def read_pages(folder: Path) -> list[Page]:
    return msgspec.json.decode((folder / "api_support.json").read_bytes(), type=Pages).pages


def counted(name: str, pages: list[Page]) -> Row:
    """By product, the numbers of arguments that pages which list it give, and those that only others give; nothing for
    a product that a page does not decide."""
    found: Row = {}
    for product in PRODUCTS:
        given: dict[bool, set[int]] = {True: set(), False: set()}
        decided = True
        for page in pages:
            said = page.support.get(product)
            ranges = [it.params for it in page.prototypes if it.name == name]
            decided = decided and isinstance(said, bool) and bool(ranges)
            if isinstance(said, bool):
                given[said] |= {number for low, high in ranges for number in range(low, high + 1)}
        if decided and given[True] and given[False] - given[True]:
            found[product] = [numbers(given[True]), numbers(given[False] - given[True])]
    return found


def numbers(of: set[int]) -> Json:
    return " ".join(map(str, sorted(of)))


def element_types(pages: list[Page], typed: dict[str, TypedPage]) -> Row:
    """By product, the element types of the tensors, where one page alone has the product and states them for all."""
    found: Row = {}
    for product in PRODUCTS:
        live = [it for it in pages if it.support.get(product) is not False]
        page = typed.get(live[0].doc) if len(live) == 1 else None
        rows = [it for it in page.dtypes if it.product == product] if page else []
        if len(rows) == 1 and rows[0].subject in ("T", "T和U") and not rows[0].has_tail_condition:
            found[product] = " ".join(rows[0].types)
    return found
