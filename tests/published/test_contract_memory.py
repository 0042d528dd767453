"""Which tensors a kernel provably reads and writes: through pointers, tensors, fields, helpers and the interface."""

import json
from pathlib import Path

import pytest

HEAD = '#include "kernel_operator.h"\n'
KERNEL = "__global__ __vector__ void f(__gm__ int *x, __gm__ int *y, int n)\n{{\n{body}\n}}\n"

READS_X_WRITES_Y = {
    "elements": "y[n] = x[n];",
    "dereferenced": "*y = *x;",
    "in parentheses": "*(y + n) = *((x) + n);",
    "arithmetic from the left": "*(n + y) = *(n + x);",
    "a cast": "((__gm__ float *)y)[n] = (float)((__gm__ float *)x)[n];",
    "a cast of a sum": "*(__gm__ half *)(y + n) = *reinterpret_cast<__gm__ half *>(x + n);",
    "an address": "*&y[n] = *(&x[n] + 1);",
    "a local": "auto *to = y + n; __gm__ int *from = x; *to++ = *from++;",
    "a local given later": "__gm__ int *to; __gm__ int *from(x); to = y; to[0] = from[0];",
    "a reference": "__gm__ int &to = y[n]; to = x[0];",
    "a helper's reference": "set(y[n], x[0]);",
    "a pointer's reference": "step(y); y[0] = x[0];",
    "an element kept in a field": "Keeps k(x[0]); y[0] = k.n_ + 1;",
    "pointers in the memory": "y[0] = 1; ((__gm__ P *)x)->p[0] = 2; *((__gm__ P *)x)[1].p = 3;",
    "an address as a number": "uint64_t a = (uint64_t)y; *(__gm__ int *)(a + 8) = x[0];",
    "a struct": "((__gm__ S *)y)->a = ((__gm__ S *)x)[n].a;",
    "in conditions": "if (x == nullptr || !y) { return; } if (x[0] > n) { y[0] = 1; }",
    "in a loop": "for (__gm__ int *at = y; at < y + n; ++at) { *at = x[0]; }",
    "in a lambda": "auto put = [&](int at) { y[at] = x[at]; }; put(n);",
    "a helper": "put(y, x, n);",
    "a helper of a helper": "put2(y, n, x);",
    "a template helper": "move<int>(y + n, x);",
    "an object": "Op op; op.Init(x, y); op.Process();",
    "an object by its constructor": "Made op(x, y); op.Run();",
    "an object by its base": "Derived op(y, x); op.Run();",
    "fields of a struct": "Both b; b.from = x; b.to = y; b.to[0] = b.from[0];",
    "by value": "G g; g.SetGlobalBuffer(y); g.SetValue(0, x[0]);",
    "called as an element": "G g; g.SetGlobalBuffer(y); g(3) = x[0];",
    "another tensor": "G g, h; g.SetGlobalBuffer(y); h = g[n]; h.SetValue(0, x[0]);",
    "of another type": "G g; g.SetGlobalBuffer(y); auto h = g.ReinterpretCast<half>(); h.SetValue(0, x[0]);",
    "the pointer of a tensor": "G g; g.SetGlobalBuffer(y); g.GetPhyAddr(0)[1] = x[0];",
    "set by a helper": "G g; attach(g, y); g.SetValue(0, x[0]);",
    "the flush": "y[0] = x[0]; G g; g.SetGlobalBuffer(y); DataCacheCleanAndInvalid<int, LINE>(g);",
    "the hint": "G g; g.SetGlobalBuffer(y); g.SetValue(0, x[0]); g.SetL2CacheHint(CacheMode::CACHE_MODE_NORMAL);",
    "printed": 'y[0] = 1; printf("%d", x[0]);',
    "a macro": "PUT(y, x[n]);",
    "tiling": "y[0] = 1; GET_TILING_DATA(t, x);",
    "read by size alone": "y[0] = x[sizeof(*y)];",
    "a branch of each": "if (n) { y[0] = 1; } else { n = x[0]; }",
}  # fmt: skip

HELPERS = """using namespace AscendC;
using G = GlobalTensor<int>;
constexpr auto LINE = CacheLine::SINGLE_CACHE_LINE;
struct S { int a; };
struct Keeps { __aicore__ inline Keeps(int n) : n_(n) {} int n_; };
struct P { __gm__ int *p; };
__aicore__ inline void set(__gm__ int &to, int what) { to = what; }
__aicore__ inline void step(__gm__ int *&p) { p += 3; }
struct Both { __gm__ int *from; __gm__ int *to; };
#define PUT(to, what) (to)[0] = (what)
__aicore__ inline void put(__gm__ int *to, __gm__ int *from, int n) { to[n] = from[n]; }
__aicore__ inline void put2(__gm__ int *a, int n, __gm__ int *b) { put(a, b, n); }
template <typename T> __aicore__ inline void move(__gm__ T *to, __gm__ T *from) { *to = *from; }
__aicore__ inline void attach(G &g, __gm__ int *p) { g.SetGlobalBuffer(p); }
class Op {
public:
    __aicore__ inline void Init(__gm__ int *x, __gm__ int *y) { xGm.SetGlobalBuffer(x); this->yGm.SetGlobalBuffer(y); }
    __aicore__ inline void Process() { LocalTensor<int> a = q.AllocTensor<int>(); DataCopy(a, xGm[3], 8); Out(a); }
private:
    __aicore__ inline void Out(LocalTensor<int> &a) { DataCopyPad(yGm[2], a, DataCopyExtParams{1, 4, 0, 0, 0}); }
    G xGm, yGm;
    TQue<TPosition::VECIN, 1> q;
};
class Made {
public:
    __aicore__ inline Made(__gm__ int *x, __gm__ int *y) : x_(x), y_{y} {}
    __aicore__ inline void Run() { this->y_[0] = *x_; }
    __gm__ int *x_; __gm__ int *y_;
};
template <typename T> class Base {
protected:
    __aicore__ inline void Set(__gm__ T *p) { out.SetGlobalBuffer(p); }
    GlobalTensor<T> out;
};
class Derived : public Base<int> {
public:
    __aicore__ inline Derived(__gm__ int *y, __gm__ int *x) { Set(y); in = x; }
    __aicore__ inline void Run() { out.SetValue(0, in[0]); }
    __gm__ int *in;
};
"""


def entry(run, body: str, helpers: str = HELPERS):
    Path("k.asc").write_text(HEAD + helpers + KERNEL.format(body=body))
    result = run("write-io-contract", "k.asc")
    return json.loads(result.out)["entries"]["f"]


@pytest.mark.parametrize("body", READS_X_WRITES_Y.values(), ids=READS_X_WRITES_Y)
def test_reads_x_and_writes_y(run, project, body):
    found = entry(run, body)
    assert (found["inputs"], found["outputs"], found.get("undecided")) == (["x"], ["y"], None)


NOT_PROVED = {
    "an unknown function": ("y[0] = 1; Unknown(x);", {"x": "input, output or workspace"}),
    "a function without a body": ("y[0] = 1; declared(x);", {"x": "input, output or workspace"}),
    "an object of an unknown class": ("Unknown<int> op; op.Init(x); y[0] = 1;", {"x": "input, output or workspace"}),
    "written, and then unknown": ("y[0] = 1; Unknown(x, y);", {"x": "input, output", "y": "output or workspace"}),
    "one variable for both": (
        "auto *p = n ? x : y; p[0] = 1;",
        {"x": "input, output or workspace", "y": "input, output or workspace"},
    ),
    "one variable after the other": ("auto *p = x; p = y; *p = 1;", {"x": "input, output", "y": "input, output"}),
    "one class for both": (
        "Op a; a.Init(x, y); Op b; b.Init(y, x); a.Process();",
        {"x": "input, output", "y": "input, output"},
    ),
    "given away in a struct": ("Both b{x, y}; Unknown(b);", {"x": "input, output", "y": "input, output"}),
    "a reference to an element": ("y[0] += 1; change(x[0]);", {"x": "output or workspace", "y": "output or workspace"}),
    "a reference that is read and written": (
        "__gm__ int &e = x[0]; e++; y[0] += 1;",
        {"x": "output or workspace", "y": "output or workspace"},
    ),
    "a result by reference": ("y[0] = 1; at(x) = 1;", {"x": "input, output or workspace"}),
    "a lambda that takes it": (
        "auto Fill = [](__gm__ int *p) { p[0] = p[1]; }; Fill(x); y[0] = 1;",
        {"x": "input, output or workspace"},
    ),
    "either of two": ("y[0] = 1; *(n ? x : y) = 1;", {"x": "input, output", "y": "output or workspace"}),
    "a table of addresses": ("y[0] = 1; ((__gm__ int *)((__gm__ uint64_t *)x)[n])[0] = 1;", {"x": "input, output"}),
    "a table of addresses, cast": (
        "y[0] = 1; *reinterpret_cast<__gm__ int *>(*((__gm__ uint64_t *)x + 1)) = 1;",
        {"x": "input, output"},
    ),
    "an address in a field": ("Both b; b.to = ((__gm__ P *)x)[0].p; b.to[0] = 1; y[0] = 1;", {"x": "input, output"}),
    "commas of template arguments": ("put(twice<int, 2>(y), x, n); y[0] = 1;", {"x": "input, output", "y": "output"}),
    "an address that is kept": (
        "y[0] = 1; uint64_t a = ((__gm__ uint64_t *)x)[n]; *(__gm__ int *)(a + 8) = 1;",
        {"x": "input, output"},
    ),
    "its own address": ("y[0] = 1; Unknown(&x);", {"x": "input, output or workspace"}),
    "returned": ("same(x)[0] = 1; y[0] = 2;", {"x": "input, output or workspace"}),
    "not used": ("y[0] = 1;", {"x": "input or workspace"}),
    "both written and read": ("x[0] += 1; y[0] += x[0];", {"x": "output or workspace", "y": "output or workspace"}),
    "in a branch that is not read": (
        "y[0] = x[0];\n#if defined(A) && !defined(B) && C > 3\nx[0] = 1;\n#endif",
        {"x": "output or workspace", "y": "output or workspace"},
    ),
}
MORE = """__aicore__ void declared(__gm__ int *p);
__aicore__ inline void change(__gm__ int &p) { p += 1; }
template <typename T, int N> __aicore__ inline T *twice(T *p) { return p + N; }
__aicore__ inline __gm__ int &at(__gm__ int *p) { return p[3]; }
__aicore__ inline __gm__ int *same(__gm__ int *p) { return p; }
"""


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_not_proved_is_asked(run, project, name):
    body, asked = NOT_PROVED[name]
    found = entry(run, body, HELPERS + MORE).get("undecided", {})
    questions = {key: it for key, it in found.items() if key != "pybind_return_tensor"}
    assert set(questions) == set(asked)
    for key, it in asked.items():
        assert it in questions[key]


NOT_CODE = ["// x[0] = 1;", "/* x[0] = 1; */", 'printf("x[0] = 1;");', "\n#if 0\nx[0] = 1;\n#endif\n"]


@pytest.mark.parametrize("text", NOT_CODE)
def test_what_is_not_code_is_no_write(run, project, text):
    assert entry(run, f"y[0] = x[0]; {text}")["inputs"] == ["x"]


def test_the_only_tensor_that_is_written_is_an_output_and_an_input_if_it_is_read(run, project):
    found = entry(run, "y[0] += x[0];")
    assert (found["inputs"], found["outputs"], found.get("undecided")) == (["x", "y"], ["y"], None)


def test_a_pointer_to_const_is_an_input_whatever_is_done_with_it(run, project):
    text = "__global__ __vector__ void f(const __gm__ int *x, __gm__ int *y) { Unknown(x); y[0] = 1; }\n"
    Path("k.asc").write_text(HEAD + text)
    assert json.loads(run("write-io-contract", "k.asc").out)["entries"]["f"]["inputs"] == ["x"]


@pytest.mark.parametrize(
    "use",
    [
        "AscendC::SetSysWorkspace((GM_ADDR)x);",
        "auto *user = (__gm__ int *)AscendC::GetUserWorkspace((GM_ADDR)x); user[0] = 1; n = user[1];",
        "AscendC::GlobalTensor<int> g; g.SetGlobalBuffer(x); AscendC::LocalTensor<int> l; AscendC::SyncAll(g, l);",
    ],
)
def test_what_the_framework_takes_as_scratch_is_a_workspace(run, project, use):
    found = entry(run, f"{use} y[0] = 1;")
    assert (found["workspaces"], found["outputs"], found.get("undecided")) == (["x"], ["y"], None)


@pytest.mark.parametrize("define", ["", "#define FAST 1\n"])
def test_a_write_in_one_configuration_is_a_write(run, project, define):
    body = "#ifdef FAST\ny[0] = x[0];\n#else\ny[1] = x[1];\nx[0] = 1;\n#endif"
    found = entry(run, body, define + HELPERS)
    assert "x" not in found["inputs"] or define


def test_both_halves_of_a_mixed_kernel_count(run, project):
    text = (
        "__global__ __mix__(1, 2) void f(__gm__ int *x, __gm__ int *y, __gm__ int *w)\n"
        "{ if ASCEND_IS_AIC { w[0] = x[0]; } if ASCEND_IS_AIV { y[0] = w[0]; } }\n"
    )
    Path("k.asc").write_text(HEAD + text)
    found = json.loads(run("write-io-contract", "k.asc").out)["entries"]["f"]
    assert (found["inputs"], found["outputs"], list(found["undecided"])) == (["x"], ["y"], ["w"])
