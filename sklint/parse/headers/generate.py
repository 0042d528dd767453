"""Makes generated.h: permissive declarations for every name of names.json that no header declares by hand.

`python -m sklint.parse.headers.generate` writes generated.h; `... generate refresh API_INDEX` rebuilds names.json;
`... generate absent INTERFACES` rebuilds absent.json from a table of which product has which name. What absent.json
names for an architecture is not declared where that is the target (SKLINT_TARGET_ARCH).
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from clang import cindex

from sklint.parse.translation import FLAGS, HEADERS, PRELUDE

# Names by kind; a function has its result and the shapes of its template parameters where they are known.
Table = dict[str, dict[str, str]]

Absent = dict[str, str]
"""The architectures that lack a name, separated by blanks."""

TABLE = HEADERS / "names.json"
ABSENT = HEADERS / "absent.json"
OUTPUT = HEADERS / "generated.h"

# Pages under this heading name members of registration classes; the class is the next part of the path.
REGISTRATION = "原型注册与管理"
# Names whose page gives no scope, and the scope the sources give them.
SCOPES = {
    "Pointer": "AscendC::Te",
    "Conv3D": "Conv3dApi",
    "ExtendCfgInfo": "ops::OpAICPUDef",
    **dict.fromkeys(("GetCurBufSize", "SetCurAddr", "SetCurBufSize"), "AscendC::TBufPoolExtension"),
    **dict.fromkeys(("GetBufHandle", "GmAlloc", "GmFree", "SetKernelMode"), "AscendC"),
}
TILING_SIZES = re.compile(r"(Batch|MultiCore)?MatmulGetTmpBufSize(V2)?")
# Words of a page that are no name: a placeholder, and operators.
NOT_NAMES = {"ParamStruct", "ops::OpAICoreConfig::operator=", "AscendC::Std::integral_constant::operatorvalue_type"}
KINDS = {
    "function": "function", "unknown": "function", "method": "method", "ctor": "method", "operator": "method",
    "macro": "macro", "struct": "type", "class": "type", "union": "type", "enum": "type", "typedef": "type",
}  # fmt: skip
# The products of each architecture whose interfaces documents list.
PRODUCTS = {
    3510: ("950",), 2201: ("A3", "910b"), 3002: ("310b",), 2002: ("310p_aicore", "310p_vectorcore"), 1001: ("910",),
}  # fmt: skip
# Documented as struct or macro but called like functions, and the other way round.
CORRECTIONS = {
    "AscendC::GetShapeSize": "function",
    "AscendC::EncodeTilingKey": "function",
    "AscendC::Reg::CreateAddrReg": "function",
    "AscendC::Te::GetLayoutPattern": "function",
    "AscendC::CreateCubeResGroup": "function",
    "AscendC::Te::Layout": "type",
    "AscendC::Te::ViewEngine": "type",
    "context_ascendc::KernelRunContextHolder": "type",
}


def qualified(name: str, page: str) -> str:
    """The name with the scope its page leaves out."""
    parts = page.split("/")
    if "::" not in name and REGISTRATION in parts:
        return f"ops::{parts[parts.index(REGISTRATION) + 1]}::{name}"
    if "::" not in name and TILING_SIZES.fullmatch(name):
        return f"matmul_tiling::{name}"
    return f"{SCOPES[name]}::{name}" if name in SCOPES else name


def refresh(index: Path) -> Table:
    """The table rebuilt from an index of documented interfaces (its "apis" object); what the index lacks is kept."""
    kept: Table = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    signatures = kept.get("function", {})
    table: defaultdict[str, dict[str, str]] = defaultdict(dict)
    table |= {kind: kept[kind] for kind in ("intrinsic", "undocumented") if kind in kept}
    for documented, entry in json.loads(index.read_text())["apis"].items():
        name = qualified(documented, entry["pages"][0])
        kind = CORRECTIONS.get(name) or KINDS[entry["kinds"][-1] if name.count("::") > 1 else entry["kinds"][0]]
        if kind == "macro" and name.startswith("asc_"):
            kind = "function"
        owner, _, last = name.rpartition("::")
        if owner.startswith("ops::") or owner in ("AscendC::TBufPoolExtension", last) or owner.endswith(f"::{last}"):
            kind = "method"
        if name not in NOT_NAMES:
            table[kind][name] = signatures.get(name, "")
    for kind in ("type", "function"):
        for name in [name for name in table[kind] if name.rpartition("::")[0] in table["type"]]:
            table["method"][name] = table[kind].pop(name)
    return {kind: dict(sorted(names.items())) for kind, names in sorted(table.items())}


def absent(interfaces: Path) -> Absent:
    """The names that no product of an architecture has, of a table with a letter a product for each: n where a page
    calls it unsupported."""
    table = json.loads(interfaces.read_text())
    columns = {arch: [table["products"].index(it) for it in them] for arch, them in PRODUCTS.items()}
    found = {
        name: " ".join(str(arch) for arch, them in columns.items() if {letters[it] for it in them} == {"n"})
        for name, (letters, _) in table["apis"].items()
    }
    return {name: archs for name, archs in sorted(found.items()) if archs}


def declared(*options: str) -> set[str]:
    """Qualified names that the headers declare, macros included; those by hand alone with -DSKLINT_BY_HAND."""
    unit = cindex.Index.create().parse(str(PRELUDE), [*FLAGS, *options], options=1)
    found: set[str] = set()
    scopes = {"NAMESPACE", "STRUCT_DECL", "CLASS_DECL", "CLASS_TEMPLATE", "LINKAGE_SPEC", "UNEXPOSED_DECL"}

    def visit(cursor: cindex.Cursor, scope: str) -> None:
        for child in cursor.get_children():
            kind, name = child.kind.name, child.spelling
            if kind == "MACRO_DEFINITION":
                found.add(name)
            elif kind in ("LINKAGE_SPEC", "UNEXPOSED_DECL"):
                visit(child, scope)
            elif child.kind.is_declaration() and name:
                path = scope + re.sub(r"<.*", "", name) if "operator" not in name else scope + name
                found.add(path)
                if kind in scopes:
                    visit(child, path + "::")

    visit(unit.cursor, "")
    return found


def twins(scope: str, name: str) -> Iterator[str]:
    """The same name in the namespaces that are searched unasked: one of them declares it, the others refer to it."""
    places = ["", "__asc_aicore::", "__asc_simt_vf::", "__asc_simd_vf::"]
    if scope and scope + "::" in places:
        yield from (place + name for place in places[: places.index(scope + "::")])


def declaration(name: str, kind: str, signature: str) -> str:
    """Declarations of a name in its scope. The signature is "result shape,shape"; see `overloads`."""
    if kind == "type":
        return f"struct {name} {{ uint64_t config; template <class... A> {name}(A &&...); }};"
    if kind != "intrinsic" and not signature:
        return f"SKLINT_OPEN(sklint::any, {name})"
    result, _, shapes = signature.partition(" ")
    result = {"any": "sklint::any", "": "sklint::any"}.get(result, result)
    result = result.replace("_", " ") if result.startswith(("unsigned_", "long_")) else result
    if not shapes:
        return f"{result} {name}(...);"
    return "\n".join(
        f"template <{parameters}, class... A> {result} {name}(A &&...);" for parameters in overloads(shapes.split(","))
    )


def overloads(shapes: list[str]) -> Iterator[str]:
    """Template parameters of each shape; a letter is a parameter: T type, V value, R reference to a constant, P pack.

    Parameters have defaults from where no shorter shape fits any more, so that a call never fits two of them.
    """
    earlier: list[str] = []
    for shape in sorted(shapes, key=len):
        fixed = max((common(shape, other) + 1 for other in earlier), default=0)
        yield ", ".join(parameter(letter, place, place >= fixed) for place, letter in enumerate(shape))
        earlier.append(shape)


def common(left: str, right: str) -> int:
    """The length of the common beginning."""
    return next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))


def parameter(letter: str, place: int, optional: bool) -> str:
    word, default = {"T": ("class", "int"), "V": ("auto", "0"), "R": ("const auto &", "CFG_NORM")}.get(
        letter, ("class...", "")
    )
    return f"{word} P{place}" + f" = {default}" * (optional and default != "")


def member(name: str, owner: str, templates: bool) -> str:
    """One member of a class: a constructor, a destructor or an open function, static as some of them are."""
    if name == owner:
        return f"    template <class... A> {name}(A &&...);"
    if name.startswith("~"):
        return f"    ~{owner}();"
    return f"    SKLINT_OPEN(static sklint::any, {name})" if templates else f"    static sklint::any {name}(...);"


def generate(table: Table, lacking: Absent) -> str:
    """The text of generated.h."""
    known = declared("-DSKLINT_BY_HAND")
    macros = [(name, f"#define {name}(...) ((void)0)") for name in table["macro"] if name not in known]
    scopes: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    classes: defaultdict[str, list[str]] = defaultdict(list)
    for name in table["method"]:
        owner, _, method = name.rpartition("::")
        if owner and owner not in known:
            classes[owner].append(method)
    for kind in ("type", "function", "undocumented", "intrinsic"):
        for name, signature in table.get(kind, {}).items():
            scope, _, last = name.rpartition("::")
            if name in known or name in classes or "operator" in last:
                continue
            twin = next((twin for twin in twins(scope, last) if twin in known or twin in table["function"]), None)
            scopes[scope].append((name, f"using ::{twin};" if twin else declaration(last, kind, signature)))
    for owner, methods in classes.items():
        scope, _, last = owner.rpartition("::")
        members = [(f"{owner}::{it}", member(it, last, templates=scope == "AscendC")) for it in methods]
        body = "\n".join(guarded(members, lacking))
        scopes[scope].append((owner, f"struct {last} {{\n{body}\n}};"))
    lines = [
        "// Generated by sklint.parse.headers.generate from names.json and absent.json: do not edit.",
        "#pragma once",
    ]
    lines += guarded(macros, lacking)
    for scope, declarations in sorted(scopes.items()):
        lines += [f"namespace {scope} {{"] * bool(scope) + guarded(declarations, lacking) + ["}"] * bool(scope)
    return "\n".join(lines) + "\n"


def guarded(declarations: list[tuple[str, str]], lacking: Absent) -> list[str]:
    """The declarations of names, those that architectures lack after the others and left out for these."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name, text in declarations:
        groups[lacking.get(name, "")].append(text)
    lines = groups.pop("", [])
    for archs, texts in sorted(groups.items()):
        condition = " && ".join(f"SKLINT_TARGET_ARCH != {it}" for it in archs.split())
        lines += [f"#if {condition}", *texts, "#endif"]
    return lines


def main(words: list[str]) -> None:
    if words[:1] == ["refresh"]:
        rows = refresh(Path(words[1]))
        TABLE.write_text(json.dumps(rows, indent=0, ensure_ascii=False) + "\n")
    if words[:1] == ["absent"]:
        ABSENT.write_text(json.dumps(absent(Path(words[1])), indent=0, ensure_ascii=False) + "\n")
    OUTPUT.write_text(generate(json.loads(TABLE.read_text()), json.loads(ABSENT.read_text())))


if __name__ == "__main__":
    main(sys.argv[1:])
