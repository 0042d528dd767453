"""Args structs as they are bound: fields of included files, of templates and of bases, and what fixes write there."""

from pathlib import Path

import pytest

KERNEL = """#include "kernel_operator.h"
{structs}
__global__ __vector__ void k(GM_ADDR a, {type} f, uint32_t n) {{ Go(a, f, n); }}
template <int s> __sk__ __vector__ void k_s(const {args} *p) {{ Go(p->a, p->f, p->n); }}
SK_BIND(k, 4, k_s<0>);
"""
TEMPLATE = "template <typename T> struct P { GM_ADDR a; FIELD; uint32_t n; };"
IDENTITY = "template <typename T> struct Id { using type = T; };\n"
INCLUDING = 'struct P {\n#include "fields.inc"\n};'


def written(project: Path, structs: str, type: str = "bool", args: str = "P") -> Path:
    path = project / "k.asc"
    path.write_text(KERNEL.format(structs=structs, type=type, args=args))
    return path


@pytest.mark.parametrize(
    "fields",
    [
        "GM_ADDR a; alignas(4) bool f; uint32_t n;",
        "// a field's file\nGM_ADDR a;\nalignas(sizeof(int)) bool f; uint32_t n;",
        "#ifdef NEVER\nint f;\n#else\nGM_ADDR a;\n__attribute__((aligned(4))) bool f;\n#endif\nuint32_t n;",
        "#define SLOT alignas(4)\nGM_ADDR a;\nSLOT bool f;\n#undef SLOT\nuint32_t n;",
        "GM_ADDR a; private: alignas(4) bool f; public: struct In { bool f; int g[2]; }; uint32_t n;",
    ],
)
def test_the_alignment_of_a_field_is_read_where_the_field_is_spelled(run, project, fields):
    written(project, INCLUDING)
    (project / "fields.inc").write_text(fields)
    assert run("check", "--select", "sk.args-struct-alignas,sk.args-layout", "k.asc").code == 0


@pytest.mark.parametrize("members", [INCLUDING, 'struct P { GM_ADDR a;\n#include "fields.inc"\n};'])
def test_a_field_of_an_included_file_is_aligned_there_once(run, project, members):
    source = written(project, members)
    before = source.read_text()
    first = "" if "{ GM_ADDR" in members else "GM_ADDR a; "
    fields = project / "fields.inc"
    fields.write_text(f"{first}bool f;\nuint32_t n;\n")
    assert run("check", "--fix", "k.asc").code == 0
    assert fields.read_text() == f"{first}alignas(4) bool f;\nuint32_t n;\n"
    assert run("check", "--fix", "k.asc").out.endswith("Nothing to fix.\n")
    assert source.read_text() == before


def test_a_struct_that_begins_in_another_file_is_read_in_both(run, project):
    written(project, '#include "begin.inc"\nalignas(4) bool f; uint32_t n; };')
    (project / "begin.inc").write_text("struct P { GM_ADDR a;\n")
    assert run("check", "k.asc").code == 0


@pytest.mark.parametrize(
    ("declared", "left"),
    [
        ("T f", "alignas(sizeof(T) < 4 ? 4 : alignof(T)) T f"),
        ("alignas(2) T f", "alignas(sizeof(T) < 4 ? 4 : alignof(T)) T f"),
        ("alignas(8) T f", "alignas(sizeof(T) < 4 ? 4 : alignof(T)) T f"),
        ("const T f", "alignas(sizeof(const T) < 4 ? 4 : alignof(const T)) const T f"),
        ("typename Id<T>::type f", "alignas(sizeof(typename Id<T>::type) < 4 ? 4 : alignof(typename Id<T>::type)) "
         "typename Id<T>::type f"),
        ("bool f", "alignas(4) bool f"),
    ],
)  # fmt: skip
def test_the_field_of_a_template_is_aligned_for_all_its_types(run, project, declared, left):
    source = written(project, IDENTITY + TEMPLATE.replace("FIELD", declared), args="P<bool>")
    expected = source.read_text().replace(f" {declared};", f" {left};")
    assert run("check", "--fix", "k.asc").code == 0
    assert source.read_text() == expected


@pytest.mark.parametrize("declared", ["bool f : 1", "T f : 1", "T f, *g", "mutable T f", "T f[1]"])
def test_what_no_alignment_is_right_for_stays_and_is_told(run, project, declared):
    source = written(project, TEMPLATE.replace("FIELD", declared), args="P<bool>")
    before = source.read_text()
    result = run("check", "--fix", "--select", "sk.args-struct-alignas", "k.asc")
    assert result.code == 1 and "sk.args-struct-alignas" in result.out
    assert source.read_text() == before


@pytest.mark.parametrize(
    ("structs", "message"),
    [
        ("struct __attribute__((packed)) P { GM_ADDR a; uint32_t f; uint64_t n; };",
         "n is at byte 12 of P, its argument at byte 16"),
        ("#pragma pack(push, 1)\nstruct P { GM_ADDR a; uint32_t f; uint64_t n; };\n#pragma pack(pop)",
         "n is at byte 12 of P, its argument at byte 16"),
        ("struct B { GM_ADDR a; uint32_t f; };\n#pragma pack(4)\nstruct P : B { uint64_t n; };\n#pragma pack()", ""),
        ("struct P { GM_ADDR a; uint32_t f; uint64_t n; virtual ~P(); };",
         "a is at byte 8 of P, its argument at byte 0"),
        ("struct P { GM_ADDR a; uint32_t f; uint32_t : 0; uint64_t n; };", ""),
        ("#pragma pack(8)\nstruct P { GM_ADDR a; uint32_t f; uint64_t n; };", ""),
    ],
)  # fmt: skip
def test_a_field_that_packing_moves_is_told_with_both_places(run, project, structs, message):
    path = written(project, structs, "uint32_t")
    path.write_text(path.read_text().replace("uint32_t n)", "uint64_t n)"))
    result = run("check", "--select", "sk.args-layout", "k.asc")
    assert (result.code, message in result.out) == (1 if message else 0, True)


@pytest.mark.parametrize(
    ("field", "clear"),
    [
        ("GM_ADDR y;", True),
        ("alignas(8) GM_ADDR y;", True),
        ("alignas(GM_ADDR) GM_ADDR y;", True),
        ("alignas(16) GM_ADDR y;", False),
        ("alignas(32) uint8_t *y;", False),
        ("__attribute__((aligned(16))) GM_ADDR y;", False),
    ],
)
def test_a_pointer_that_is_aligned_away_from_its_argument_is_told(run, project, field, clear):
    (project / "k.asc").write_text(
        '#include "kernel_operator.h"\nstruct A { GM_ADDR x; ' + field + " };\n"
        "__global__ __vector__ void k(GM_ADDR x, GM_ADDR y) {}\n"
        "template <int part> __sk__ __vector__ void k_sk(const A *args) {}\nSK_BIND(k, 4, k_sk<0>);\n"
    )
    out = run("check", "k.asc", "--select", "sk.args-struct-alignas").out
    assert out.startswith("All clear") is clear and ("which moves it away" in out) is not clear
