"""Makes generated.h: permissive declarations for every name of names.json that no header declares by hand.

`python -m sklint.parse.headers.generate` writes generated.h; `... generate refresh API_INDEX` rebuilds names.json.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

from clang import cindex

from sklint.parse.clang import FLAGS, HEADERS, PRELUDE

TABLE = HEADERS / "names.json"
OUTPUT = HEADERS / "generated.h"

# Pages under this heading name members of registration classes; the class is the next part of the path.
REGISTRATION = "原型注册与管理"
# Names whose page gives no scope, and the scope the sources give them.
SCOPES = {
    "Pointer": "AscendC::Te",
    "Conv3D": "Conv3dApi",
    "ExtendCfgInfo": "ops::OpAICPUDef",
    **dict.fromkeys(("GetCurBufSize", "SetCurAddr", "SetCurBufSize"), "AscendC::TBufPoolExtension"),
    **dict.fromkeys(("GetBasicConfig", "GetIBShareNormConfig", "GetMDLConfig", "GetMMConfig", "GetNormalConfig"), "AscendC"),
    **dict.fromkeys(("GetSpecialMDLConfig", "GetBufHandle", "GetTPipePtr", "GmAlloc", "GmFree", "SetKernelMode"), "AscendC"),
}
TILING_SIZES = re.compile(r"(Batch|MultiCore)?MatmulGetTmpBufSize(V2)?")
# Words of a page that are no name: a placeholder, and a form of an operator that has none.
NOT_NAMES = {"ParamStruct", "ops::OpAICoreConfig::operator="}
KINDS = {
    "function": "function", "unknown": "function", "method": "method", "ctor": "method", "operator": "method",
    "macro": "macro", "struct": "type", "class": "type", "union": "type", "enum": "type", "typedef": "type",
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
# Sizes and tiling parameters: plain calls, never template arguments.
PLAIN = re.compile(r"(TmpSize|TmpBufferFactorSize|TilingInfo|TillingInfo|TilingFunc|Spr|SprResult)$")


def qualified(name: str, page: str) -> str:
    """The name with the scope its page leaves out."""
    parts = page.split("/")
    if "::" not in name and REGISTRATION in parts:
        return f"ops::{parts[parts.index(REGISTRATION) + 1]}::{name}"
    if "::" not in name and TILING_SIZES.fullmatch(name):
        return f"matmul_tiling::{name}"
    return f"{SCOPES[name]}::{name}" if name in SCOPES else name


def refresh(index: Path) -> dict[str, list[str]]:
    """The table of names by kind, from an index of documented interfaces (its "apis" object)."""
    table: defaultdict[str, set[str]] = defaultdict(set)
    table["intrinsic"] = set(json.loads(TABLE.read_text())["intrinsic"]) if TABLE.exists() else set()
    for documented, entry in json.loads(index.read_text())["apis"].items():
        name = qualified(documented, entry["pages"][0])
        kind = CORRECTIONS.get(name) or KINDS[entry["kinds"][-1] if name.count("::") > 1 else entry["kinds"][0]]
        if kind == "macro" and name.startswith("asc_"):
            kind = "function"
        if name.startswith("ops::") and name.count("::") > 1 or "TBufPoolExtension" in name:
            kind = "method"
        if name not in NOT_NAMES:
            table[kind].add(name)
    inner = {name for kind in ("type", "function") for name in table[kind] if name.rpartition("::")[0] in table["type"]}
    table["method"] |= inner
    return {kind: sorted(table[kind] - inner if kind != "method" else table[kind]) for kind in sorted(table)}


def declared() -> set[str]:
    """Qualified names that the headers written by hand declare, macros included."""
    unit = cindex.Index.create().parse(str(PRELUDE), [*FLAGS, "-DSKLINT_BY_HAND"], options=1)
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


def declaration(name: str, kind: str) -> str:
    """One line for a name of a scope, without the scope."""
    if kind == "type":
        return f"struct {name} {{ uint64_t config; template <class... A> {name}(A &&...); }};"
    if kind == "intrinsic" or PLAIN.search(name):
        return f"sklint::any {name}(...);"
    return f"SKLINT_OPEN(sklint::any, {name})"


def member(name: str, owner: str) -> str:
    """One member of a class: a constructor, a destructor or an open function."""
    if name == owner:
        return f"    template <class... A> {name}(A &&...);"
    return f"    ~{owner}();" if name.startswith("~") else f"    SKLINT_OPEN(sklint::any, {name})"


def generate(table: dict[str, list[str]]) -> str:
    """The text of generated.h."""
    known = declared()
    macros = [name for name in table["macro"] if name not in known]
    scopes: defaultdict[str, list[str]] = defaultdict(list)
    classes: defaultdict[str, list[str]] = defaultdict(list)
    for name in table["method"]:
        owner, _, method = name.rpartition("::")
        if owner and owner not in known:
            classes[owner].append(method)
    for kind in ("type", "function", "intrinsic"):
        for name in table[kind]:
            scope, _, last = name.rpartition("::")
            if name in known or name in classes or "operator" in last:
                continue
            if scope == "":
                kind_here = "intrinsic" if kind == "function" else kind
            else:
                kind_here = kind
            twin = f"__asc_aicore::{last}"
            shared = scope == "__asc_simt_vf" and twin in table["function"]
            scopes[scope].append(f"using {twin};" if shared else declaration(last, kind_here))
    for owner, methods in classes.items():
        scope, _, last = owner.rpartition("::")
        body = "\n".join(member(method, last) for method in methods)
        scopes[scope].append(f"struct {last} {{\n{body}\n}};")
    lines = ["// Generated by sklint.parse.headers.generate from names.json: do not edit.", "#pragma once"]
    lines += [f"#define {name}(...) ((void)0)" for name in macros]
    for scope, declarations in sorted(scopes.items()):
        lines += [f"namespace {scope} {{"] * bool(scope) + declarations + ["}"] * bool(scope)
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> None:
    if words[:1] == ["refresh"]:
        rows = refresh(Path(words[1]))
        TABLE.write_text(json.dumps(rows, indent=0, ensure_ascii=False) + "\n")
    OUTPUT.write_text(generate(json.loads(TABLE.read_text())))


if __name__ == "__main__":
    main(sys.argv[1:])
