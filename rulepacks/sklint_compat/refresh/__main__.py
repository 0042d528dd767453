"""Makes the tables of data/ from a folder of facts about the documentation: `python -m sklint_compat.refresh FOLDER`.

The folder holds api_index.json (names with the support their pages state), api_support.json and api_dtypes.json (the
pages, and the element types they list), deprecated.json (old names, each with its evidence) and since.json (what
release notes call new), as collected from the asc-devkit repository.
"""

import json
import re
import sys
from pathlib import Path

import msgspec

from sklint_compat.refresh.bare_classes import bare_classes
from sklint_compat.refresh.call_facts import call_facts, read_pages
from sklint_compat.refresh.form_facts import form_facts
from sklint_compat.refresh.partly_old import PARTLY_OLD, Partly
from sklint_compat.refresh.written import FOR_SUPERKERNEL, GENERATED, PRODUCTS, SOURCE, Json, Row, written
from sklint_compat.tables import Interfaces, OldNames

DATA = Path(__file__).parents[1] / "data"
PAGES_AT = "https://gitcode.com/cann/asc-devkit/blob/master/"
CANN = "9.1.0"
LETTERS = {"yes": "y", "no": "n", "mixed": "m", "yes-partial": "p", "no-partial": "p", "conflict": "c", "unknown": "u"}
SINCE = {"after 8.5.0": "9.0"}
"""Where an entry names no version, the headers of 9.1 are what it was read from."""

CONFLICTS = {
    ("AscendC::GetHcclContext", "950"),
    ("AscendC::Hccl::SetCcTiling", "950"),
    ("AscendC::InitSocState", "310b"),
    ("AscendC::LocalMemAllocator::Alloc", "310b"),
    ("AscendC::MatmulImpl::SetLocalWorkspace", "x90"),
    ("AscendC::MatmulImpl::SetLocalWorkspace", "9030"),
    ("GET_TILING_DATA", "910"),
    ("KERNEL_TASK_TYPE_DEFAULT", "310b"),
}
"""Where a page says no, but a header declares the name for every architecture and kernels for the product call it: 950
in ops-transformer (mc2/matmul_all_reduce/op_kernel/arch35, experimental/mc2/all_gather_matmul_v2), 310b in the examples
whose page lists it (01_simd_cpp_api/02_features/99_acl_based/00_acl_compilation: custom_op, parallel_ops_package), x90
and 9030 in ops-transformer (ffn/swin_transformer_ln_qkv_quant, registered for both), 910 in ops-nn (norm/rms_norm,
quant/dynamic_quant and others that are registered for it)."""

IN_C_LIBRARY = re.compile(
    r"assert|(u|ll|ull)?(max|min)|l?labs|is(finite|inf|nan)|signbit|operator.*|"
    r"(?!h|rsqrt|exp10|sinpi|cospi|tanpi|rcbrt|erf.?inv|norm|rnorm|rhypot|fdivide|cyl_)[a-z0-9]+f"
)
"""Names outside every namespace that host code has from the C library too."""

REWRITES = {
    "SetMMLayoutTransform": "choose-call",
    "SetHF32Mode": "choose-argument",
    "SetHF32TransMode": "choose-argument",
    "BlockReduce": "reduce-swap",
    "PairReduce": "reduce-swap",
    "WholeReduce": "reduce",
    "RepeatReduce": "reduce-drop",
    "asc_sync_block_arrive": "drop-second",
}
CHOICES = {
    "SetMMLayoutTransform": "SetMMRowMajor SetMMColumnMajor",
    "SetHF32Mode": "AscendC::HF32Mode::ENABLE AscendC::HF32Mode::DISABLE",
    "SetHF32TransMode": "AscendC::HF32TransMode::NEAREST_ZERO AscendC::HF32TransMode::NEAREST_EVEN",
}
# Entries that only hold for some overloads, arguments or fields, that a rule of another pack reports, or that no
# document calls deprecated. What a table of `partly_old` says of some of these is not left out.
LEFT_OUT = {
    "GatherMask",
    "LoadData",
    "LoadDataWithStride",
    "GetTaskRation",
    "asc_half2int4x2_rd",
    "KERNEL_TASK_TYPE_DEFAULT",
}
KINDS_LEFT_OUT = {"header", "field", "parameter", "overload"}
STATUSES = {
    "renamed": "renamed", "changed": "renamed", "signature-changed": "renamed", "deprecated": "deprecated",
    "deprecated-will-be-removed": "deprecated", "unsupported-and-deprecated": "notice only",
}  # fmt: skip
NOTICES_OF: dict[str, list[Json]] = {"AscendC::TPipe::GetAbsAddr": ["950", "x90"]}
"""Where only the headers of some products carry the deprecation."""


class Evidence(msgspec.Struct):
    path: str
    line: int


class Entry(msgspec.Struct):
    """An entry of deprecated.json, as far as it is read."""

    id: str
    old: str
    new: str | None
    scope: str
    new_scope: str | None
    kind: str
    status: str
    since: str | None
    products: str
    side: str
    fix: str
    evidence: list[Evidence]


class Entries(msgspec.Struct):
    entries: list[Entry]


def interfaces(folder: Path) -> Row:
    index = json.loads((folder / "api_index.json").read_text())["apis"]
    since = json.loads((folder / "since.json").read_text())["apis"]
    new: dict[str, list[Json]] = {}
    for name, entry in since.items():
        new.setdefault(entry["since"], []).append(name)
    documented = {
        name: ("".join(letter(name, it, entry["support"], name in since) for it in PRODUCTS), entry["pages"][0])
        for name, entry in index.items()
        if not IN_C_LIBRARY.fullmatch(name)
    }
    apis: Row = {name: [*row] for name, row in sorted((documented | bare_classes(documented)).items())}
    head: Row = {"generated": GENERATED, "source": SOURCE, "cann": CANN, "pages_at": PAGES_AT}
    return {**head, "products": list(PRODUCTS), "apis": apis, "new_on_950": dict(sorted(new.items()))}


def letter(name: str, product: str, support: dict[str, str], new_on_950: bool) -> str:
    """A page that says no of what release notes call new for 950 disagrees with them."""
    found = LETTERS[support.get(product, "unknown")]
    disputed = (name, product) in CONFLICTS or (new_on_950 and product == "950")
    return "c" if found == "n" and disputed else found


def at_stake(folder: Path) -> Row:
    """What a target decides for the products that SuperKernel is documented for: names that some of them have and some
    do not, and old names."""
    documented = msgspec.json.decode(written(interfaces(folder)), type=Interfaces)
    letters = {name: it.letters[:FOR_SUPERKERNEL] for name, it in documented.apis.items()}
    names = msgspec.json.decode(written(old_names(folder)), type=OldNames).names
    old = [it.name for it in names if not it.products and it.of_name_alone]
    return {
        "generated": GENERATED, "source": SOURCE, "products": list(PRODUCTS[:FOR_SUPERKERNEL]),
        "apis": {name: it for name, it in letters.items() if {"y", "n"} <= {*it}}, "old": dict.fromkeys(old, ""),
    }  # fmt: skip


def old_names(folder: Path) -> Row:
    entries = msgspec.json.decode((folder / "deprecated.json").read_bytes(), type=Entries).entries
    rows = {str(row["name"]): row for entry in entries for row in rows_of(entry)}
    old_headers = [(header(it.old), it) for it in entries if it.kind == "header"]
    headers: Row = {name: it.new or "" for name, it in old_headers}
    apart: list[Json] = [name for name, it in old_headers if it.fix != "replace-pattern"]
    return {
        "generated": GENERATED, "source": SOURCE, "headers_since": "9.1", "headers_source": "include/adv_api",
        "headers_apart": apart, "names": [rows[name] for name in sorted(rows)], "headers": headers,
    }  # fmt: skip


def header(words: str) -> str:
    """The path that an entry names last, as it is included."""
    return words.split()[-1].removeprefix("include/")


def rows_of(entry: Entry) -> list[Row]:
    whole = old_name(entry)
    return [whole] if whole else [partly_old(entry, it) for it in PARTLY_OLD.get(entry.id, ())]


def partly_old(entry: Entry, part: Partly) -> Row:
    only: list[Json] = ["950"] if entry.products == "950" else []
    row: Row = {
        "name": part.name,
        "new": part.new,
        "since": "9.1",
        "says": "announced" if part.soon else "deprecated",
        "source": source_of(entry),
    }
    more: Row = {
        "rewrite": part.rewrite,
        "products": only,
        "advice": part.advice,
        "side": entry.side if entry.side == "host" else "",
        "given": dict[str, Json](part.given),
    }
    return {**row, **{key: value for key, value in more.items() if value}}


def source_of(entry: Entry) -> str:
    return f"{entry.evidence[0].path}:{entry.evidence[0].line}"


def old_name(entry: Entry) -> Row | None:
    """The row of an entry; None for one that a name alone does not decide."""
    if entry.id in PARTLY_OLD:
        return None
    name, _, given = entry.old.partition("(")
    rewrite = next((how for start, how in REWRITES.items() if name.startswith(start)), "")
    words = len(name.split()) == 1 and (not given or rewrite)
    if entry.kind in KINDS_LEFT_OUT or entry.status not in STATUSES or name in LEFT_OUT or not words:
        return None
    advice = entry.new or ""
    new = advice if entry.fix == "rename-symbol" else CHOICES.get(name, advice if rewrite else "")
    qualified = scoped(entry.scope, name)
    row: Row = {
        "name": qualified,
        "new": new if rewrite else scoped(entry.new_scope, new),
        "since": SINCE.get(entry.since or "", "9.1"),
        "says": STATUSES[entry.status],
        "source": source_of(entry),
    }
    only: list[Json] = ["950"] if entry.products == "950" else []
    more: Row = {
        "rewrite": rewrite,
        "products": NOTICES_OF.get(qualified, only),
        "advice": scoped(entry.new_scope, advice) if re.fullmatch(r"[\w:]+", advice) and not new else "",
        "side": entry.side if entry.side == "host" else "",
    }
    return {**row, **{key: value for key, value in more.items() if value}}


def scoped(scope: str | None, name: str) -> str:
    return f"{scope}::{name}" if scope and name else name


def main(folder: Path) -> None:
    (DATA / "interfaces.json").write_text(written(interfaces(folder)))
    pages = read_pages(folder)
    (DATA / "calls.json").write_text(written(call_facts(folder, pages, form_facts(pages))))
    (DATA / "at_stake.json").write_text(written(at_stake(folder)))
    (DATA / "old_names.json").write_text(written(old_names(folder)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
