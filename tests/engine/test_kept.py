"""What an edit leaves as it was is not read again, and is what reading everything again would give."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sklint.lint import check_units, read_units, shared_index
from sklint.model import Bound, Function
from sklint.packs import installed_packs
from sklint.parse.kept import edit_between
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS
from sklint.unit import Unit

ROOT = Path(__file__).parents[2]
RULES = [rule for pack in installed_packs() for rule in pack.rules]
TEXT = """#include "kernel_operator.h"
#define CALL(f, ...) f(__VA_ARGS__)
#define KERNEL(name) __global__ __vector__ void name(GM_ADDR x) { Later(x); }
using namespace AscendC;
constexpr int TILE = 8;
static __aicore__ int Size(int n) { return n * TILE; }
static __aicore__ constexpr int Half(int n) { return n / 2; }
static __aicore__ auto Given(int n) { return n; }
template <typename T, int N>
struct Worker {
    int start = Size(N);
    TPipe *pipe;
    T held[N];
    __aicore__ T First() { return held[0]; }
    __aicore__ void Init(GM_ADDR x, TPipe *p) { pipe = p; CALL(Size, N); Run<Half(4)>(x); }
    template <int M> __aicore__ void Run(GM_ADDR x) { if constexpr (M > 1) { Size(M); } else { Later(x); } }
    __aicore__ void Later(GM_ADDR x);
};
template <typename T, int N> __aicore__ void Worker<T, N>::Later(GM_ADDR x) { auto n = Given(N); Size(n); }
static __aicore__ void Later(GM_ADDR x) { Size(GetBlockIdx()); }
KERNEL(small)
__global__ __vector__ void work(GM_ADDR x, int64_t n)
{
    TPipe pipe;
#if TILE_IS_BIG
    Later(x);
#endif
    Worker<half, 4> worker; worker.Init(x, &pipe);  // 起 😀
}
struct WorkArgs { GM_ADDR x; int64_t n; };
template <int part>
__sk__ __vector__ void work_sk(const WorkArgs *args)
{
    TPipe pipe;
    Worker<half, 4> worker; worker.Init(args->x, &pipe);
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(work, 4, work_sk<0>);
constexpr int MASK = Half(8);
namespace tied { SK_BIND(::small, MASK, work_sk<0>, work_sk<1>); }
struct { int first; } unnamed;
struct Holder { struct { int inner; } held; int Inner() { return held.inner + unnamed.first; } };
static __aicore__ int Local(int n) { struct { int b; } v; auto f = [](int k) { return k; }; return f(n) + v.b; }
static __aicore__ int After(int n) { return [=](int k) { return Size(k); }(n); }
"""
BOUND = """#define BIND(kernel, ...) SK_BIND(kernel, __VA_ARGS__)
template <typename T> __global__ __vector__ void fill(GM_ADDR x, T v) { Later(x); }
template <typename T> struct FillArgs { GM_ADDR x; alignas(4) T v; };
template <typename T, int part> __sk__ __vector__ void fill_sk(const FillArgs<T> *args) { Later(args->x); }
namespace tied {
BIND(fill<half>, MASK, fill_sk<half, 0>, fill_sk<half, 1>);
void Late() { BIND(fill<int>, 0, fill_sk<int, 0>); }
}
"""
BROKEN = (
    "Unknown start;",
    "int start = missing;",
    "Unknown Odd() { return Unknown(); }",
    "void Odd(Unknown x);",
    "static constexpr int M = missing;",
    "int start = Size(N, N, N);",
    "Known::type start;",
    "typename T::type start;",
)
SOURCES = (
    *(it.encode() for it in (TEXT, TEXT + BOUND)),
    *(TEXT.replace("int start = Size(N);", it).encode() for it in BROKEN[:3]),
    (ROOT / "examples" / "scale_rows.asc").read_bytes(),
)
PIECES = (
    b"", b" ", b"x", b";", b"}", b"{", b"Size(2);", b"/*", b"*/", b"\n", b"#define Size(n) n\n", b"\n#if 0\n",
    b"\nint q = Half(6); ", b"extern int unnamed; ", b"SK_BIND(small, 0, work_sk<1>); ",
    b"auto v = Given(3); Worker<float, 2> other; ", b"return 3; ", b'"', b"\\\n", b"\xff", b"void Later(GM_ADDR); ",
    "数".encode(), b"(", b"Later(x); ", b"#endif\n", b"return 1.5f; ",
)  # fmt: skip


@st.composite
def histories(draw: st.DrawFn) -> list[bytes]:
    """A source and what a few edits make of it, one after the other."""
    texts = [draw(st.sampled_from(SOURCES))]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(texts[-1])))
        end = at + draw(st.sampled_from((0, 0, 0, 1, 4, 30)))
        texts.append(texts[-1][:at] + draw(st.sampled_from(PIECES)) + texts[-1][end:])
    return texts


def told(functions: Sequence[Function]) -> list[Function]:
    """The functions without what reads their bodies."""
    return [replace(it, load_body=None) for it in functions]


def bound(unit: Unit) -> list[object]:
    """The bindings without what reads the bodies of what they bind."""

    def plain(it: Bound) -> Bound:
        kernels, functions, others = map(told, (it.kernels, it.functions, it.others))
        return replace(it, kernels=tuple(kernels), functions=tuple(functions), others=tuple(others))

    return [
        replace(it, kernel=it.kernel and plain(it.kernel), parts=tuple(map(plain, it.parts))) for it in unit.bindings
    ]


def same(texts: list[bytes]) -> int:
    """Reads each text after the one before and anew, and compares what the two know; how many bodies were kept."""
    units = read_units(Source("typed.asc", texts[0]), Target(), OPTIONS, {}, shared_index())
    check_units(units, RULES, Target())
    kept = 0
    for text in texts[1:]:
        source = Source("typed.asc", text)
        fresh = read_units(source, Target(), OPTIONS, {}, shared_index())
        trial = [it.reader.reading for it in read_units(source, Target(), OPTIONS, {}, shared_index(), units)]
        kept += sum(it.kept(key) is not None for it in trial for key in it.functions)
        units = read_units(source, Target(), OPTIONS, {}, shared_index(), units)
        assert check_units(units, RULES, Target()).findings == check_units(fresh, RULES, Target()).findings
        for after, anew in zip(units, fresh, strict=True):
            assert told(after.kernels) == told(anew.kernels), text
            assert told(after.sk_functions) == told(anew.sk_functions), text
            assert bound(after) == bound(anew), text
            taking = (told(it.functions_taking("AscendC::TPipe")) for it in (after, anew))
            assert next(taking) == next(taking), text
            for name in anew.reader.reading.classes:
                assert after.record(name) == anew.record(name), (name, text)
            for key in anew.reader.reading.functions:
                assert told([after.function(key)]) == told([anew.function(key)]), (key, text)
                assert after.function(key).body == anew.function(key).body, (key, text)
            for key in anew.reader.reading.initializers:
                assert after.function(key).body == anew.function(key).body, (key, text)
    return kept


@settings(max_examples=60)
@given(histories())
def test_what_is_kept_is_what_reading_again_gives(texts: list[bytes]) -> None:
    same(texts)


def edited(old: str, new: str) -> int:
    assert TEXT.count(old) == 1
    return same([TEXT.encode(), TEXT.replace(old, new).encode()])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Later(x);\n#endif", "Later(x); Size(3);\n#endif"),
        ("worker.Init(args->x, &pipe);", "worker.Init(args->x, &pipe); Size(1);"),
        ("return n * TILE;", "return n;"),
        ("Worker<half, 4> worker; worker.Init(x", "Worker<float, 4> worker; worker.Init(x"),
        ("// 起 😀", "// 落"),
        ("worker.Init(x, &pipe);  //", "Worker<int, 2> more; more.Init(x, &pipe); more.First();  //"),
        ("TPipe pipe;\n#if", "TPipe pipe;\n\n#if"),
        ("return [=]", "int k = 0; return [=]"),
        ("auto n = Given(N);", "auto n = Size(N) + missing;"),
    ],
)
def test_an_edit_inside_a_body_keeps_the_others(old: str, new: str) -> None:
    assert edited(old, new) >= 5


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return n / 2;", "return n / 4;"),
        ("{ return n; }", "{ return n * 1.5f; }"),
        ("int64_t n;", "int64_t m;"),
        ("int Size(int n)", "int Size(long n)"),
        ("    Later(x);\n#endif", "#define Size(n) 1\n    Later(x);\n#endif"),
        ("    Later(x);\n#endif", "    Later(x);\n#else\n#endif"),
        ("int n) { return n * TILE; }", "int n) { return n * TILE; } int more;"),
        ("return n * TILE;", "return n; } static int third() { return 1;"),
        ("worker.Init(x, &pipe);", "worker.Init(x, &pipe); /*"),
        ("KERNEL(small)", "KERNEL(tiny)"),
        ("return n * TILE;", "void Later(GM_ADDR); return n * TILE;"),
        ("return n * TILE;", "{ int Half(int); } return n * TILE;"),
        ("return n * TILE;", "extern int TOTAL; return n * TILE;"),
        ("[=](int k) { return Size(k); }(n); }", "[=](int k) { return Size(k); }(n);"),
    ],
)
def test_an_edit_that_may_change_what_others_mean_keeps_nothing(old: str, new: str) -> None:
    assert edited(old, new) == 0


@pytest.mark.parametrize("broken", ['int start =" Size(N);', *BROKEN])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"    TPipe pipe;\n#if", b'"    TPipe pipe;\n#if'),
        (b"    TPipe pipe;\n#if", b"    Worker<half, 4> first; TPipe pipe;\n#if"),
        (b"return n * TILE;", b"Worker<half, 4> first; return n;"),
        (b"Worker<half, 4> worker; worker.Init(x", b"Size(3); (void)(x"),
        (b"Worker<half, 4> worker; worker.Init(args", b"Size(3); (void)(args"),
    ],
)
def test_a_broken_class_is_to_each_what_it_is_when_all_is_read_again(broken: str, old: bytes, new: bytes) -> None:
    """Who uses it first is told of it, and nobody else."""
    text = TEXT.replace("int start = Size(N);", broken).encode()
    assert old in text
    same([text, text.replace(old, new)])


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize(("old", "new"), [("TPipe pipe;\n#if", "TPipe  pipe;\n#if"), ("n * TILE;", "n + 1 * TILE;")])
def test_a_broken_class_that_is_used_as_before_keeps_the_others(broken: str, old: str, new: str) -> None:
    text = TEXT.replace("int start = Size(N);", broken)
    assert same([text.encode(), text.replace(old, new).encode()]) >= 5


def test_a_header_that_changes_keeps_nothing(tmp_path: Path) -> None:
    header = tmp_path / "size.h"
    path = str(tmp_path / "typed.asc")
    header.write_text("inline int Size(int n) { return n; }\n", encoding="utf-8")
    first = b'#include "size.h"\nint One() { return Size(1); }\nint Two() { return Size(2); }\n'
    before = read_units(Source(path, first), Target(), OPTIONS, {}, shared_index())
    for it in before[0].reader.reading.functions:
        assert before[0].function(it).body
    second = Source(path, first.replace(b"Size(2)", b"Size(3)"))
    (kept,) = read_units(second, Target(), OPTIONS, {}, shared_index(), before)
    assert kept.reader.reading.kept((path, first.index(b"One"), "One"))
    header.write_text("inline int Size(long n) { return n; }\n", encoding="utf-8")
    (anew,) = read_units(second, Target(), OPTIONS, {}, shared_index(), before)
    assert anew.reader.reading.kept((path, first.index(b"One"), "One")) is None


@given(st.binary(max_size=12), st.binary(max_size=12))
def test_the_edit_between_two_texts_makes_one_of_the_other(before: bytes, after: bytes) -> None:
    edit = edit_between("f", before, after)
    assert before[: edit.start] + after[edit.start : edit.start + edit.length] + before[edit.end :] == after
    assert len(before) + edit.growth == len(after)
