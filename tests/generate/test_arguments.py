"""Parameters and template arguments as their text has them: values in braces, comparisons, what stands further down."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

from dataclasses import replace

import msgspec
import pytest
from binding import AROUND, bound

from sklint.generate.request import BindRequest
from sklint.testing import OPTIONS

HEAD = '#include "kernel_operator.h"\n\nstruct P { int a; };\n'


@pytest.mark.parametrize(
    ("params", "fields"),
    [
        ("GM_ADDR y, P p = P{1}, int (*fn)(int, int) = nullptr", ["GM_ADDR y", "P p", "int (*fn)(int, int)"]),
        ("GM_ADDR y, P p = {1}, int n = 2", ["GM_ADDR y", "P p", "int n"]),
        ("GM_ADDR y, bool b = 3 < 4, bool c = 4 > 3", ["GM_ADDR y", "alignas(4) bool b", "alignas(4) bool c"]),
        ("GM_ADDR y, int n = [] { int q[2] = {1, 2}; return q[0]; }(), int m = (1, 2)", ["GM_ADDR y", "int n", "int m"]),
        ("GM_ADDR y, const P p = P{2}, int a[4] = nullptr", ["GM_ADDR y", "P p", "int *a"]),
        ("GM_ADDR y, int n = 8 >> 1, int m = sizeof(P)", ["GM_ADDR y", "int n", "int m"]),
    ],
)  # fmt: skip
def test_default_values_end_where_they_end(params: str, fields: list[str]) -> None:
    for head in ("__global__ __vector__ void k", "#define HEAD(n) __global__ __vector__ void n\nHEAD(k)"):
        result = bound(f"{HEAD}{head}({params}) {{ Use(y); }}\n")
        assert result.problems == []
        struct = result.added.partition("struct KArgs {\n")[2].partition("};")[0]
        assert [it.strip() for it in struct.split(";")[:-1]] == fields


def test_half_written_parameters_do_not_take_the_rest_of_the_file() -> None:
    assert bound(f"{HEAD}__global__ __vector__ void k(GM_ADDR y, int n {{ Use(y); }}\n").bindings.edits == ()


def launching(template: str, params: str, *launches: str) -> str:
    calls = " ".join(f"{it};" for it in launches)
    return f"{HEAD}template <{template}> __global__ __vector__ void k({params}) {{ Use(y); }}\nenum Mode {{ BACK = -1, WIDE = 3 }};\n#define WIDTH 7\nvoid go(void *s, GM_ADDR y) {{ {calls} }}\n"


@pytest.mark.parametrize(
    ("template", "params", "launches", "targets"),
    [
        ("bool B", "GM_ADDR y", ["k<(3 > 2)><<<1, nullptr, s>>>(y)"], ["k<(3 > 2)>"]),
        ("int N = (3 > 2), typename T = half", "GM_ADDR y", ["k<><<<1, nullptr, s>>>(y)", "k<2, float><<<1, nullptr, s>>>(y)"], ["k<>", "k<2, float>"]),
        ("bool B = 4 < 3", "GM_ADDR y", ["k<><<<1, nullptr, s>>>(y)"], ["k<>"]),
        ("int N", "GM_ADDR y", ["k<BACK><<<1, nullptr, s>>>(y)", "k<WIDE><<<1, nullptr, s>>>(y)", "k<WIDTH><<<1, nullptr, s>>>(y)"], ["k<-1>", "k<3>", "k<7>"]),
        ("typename T = int", "GM_ADDR y, T n", ["k<<<1, nullptr, s>>>(y, 1.0f)"], ["k<float>"]),
        ("int N, typename T = int", "GM_ADDR y, T n", ["k<3><<<1, nullptr, s>>>(y, 2.0f)"], ["k<3, float>"]),
        ("int N = 1, typename... Ts", "GM_ADDR y", ["k<><<<1, nullptr, s>>>(y)"], ["k<>"]),
    ],
)  # fmt: skip
def test_launches_are_bound_with_their_arguments(
    template: str, params: str, launches: list[str], targets: list[str]
) -> None:
    result = bound(launching(template, params, *launches))
    assert result.problems == []
    named = [it.partition("SK_BIND(")[2].partition(", 4, k_sk")[0] for it in result.added.splitlines() if "SK_B" in it]
    assert named == targets


def test_comparison_that_is_a_default_is_in_parentheses_where_it_is_an_argument() -> None:
    added = bound(launching("bool B = 4 < 3", "GM_ADDR y", "k<><<<1, nullptr, s>>>(y)")).added
    assert "SK_BIND(k<>, 4, k_sk<(4 < 3), 0>, " in added


def test_target_with_a_comparison() -> None:
    request = BindRequest(targets=("k<(3 > 2)>",))
    assert "SK_BIND(k<(3 > 2)>, 4, k_sk<(3 > 2), 0>, " in bound(launching("bool B", "GM_ADDR y"), request).added


def test_type_that_is_declared_behind_the_kernel() -> None:
    text = launching("typename T", "GM_ADDR y").replace("void go", "struct Late {};\nvoid go")
    result = bound(text.replace("y) {  }", "y) { k<Late><<<1, nullptr, s>>>(y); }"))
    assert result.problems == [("template-argument-late", 4)]
    assert "declare Late before k" in result.bindings.problems[0].message


def test_names_of_another_namespace_are_written_in_full() -> None:
    text = (
        f"{HEAD}namespace types {{ struct Mine {{}}; }}\n"
        "template <typename T> __global__ __vector__ void k(GM_ADDR y) { Use(y); }\n"
        "namespace types { void go(void *s, GM_ADDR y) { k<Mine><<<1, nullptr, s>>>(y); } }\n"
    )
    result = bound(text)
    assert result.problems == []
    assert "SK_BIND(k<types::Mine>, 4, k_sk<types::Mine, 0>, " in result.added


BUILT = "#ifndef ELEM\n#define ELEM float\n#endif\n"
CHOSEN = "#ifdef FAST\n#define ELEM half\n#else\n#define ELEM float\n#endif\n"


@pytest.mark.parametrize(
    ("macros", "template", "launch", "target"),
    [
        (BUILT, "typename T", "k<ELEM>", "k<ELEM>"),
        (CHOSEN, "typename T", "k<ELEM>", "k<ELEM>"),
        (f"{BUILT}#define ALSO ELEM\n", "typename T", "k<ALSO>", "k<ALSO>"),
        (f"{BUILT}#define OF(n) Pair<ELEM, n>\n", "typename T", "k<OF(3)>", "k<OF(3)>"),
        (f"{BUILT}#define SAME(t) t\n", "typename T", "k<SAME(ELEM)>", "k<SAME(ELEM)>"),
        ("#ifndef N\n#define N 8\n#endif\n", "typename T, int M", "k<float, N * 2>", "k<float, N * 2>"),
        (BUILT, "typename T, int M = 4", "::k<ELEM>", "k<ELEM>"),
        ("#define ELEM float\n", "typename T", "k<ELEM>", "k<float>"),
        ("#define N 8\n#ifdef N\n#endif\n#define ELEM float\n", "typename T, int M", "k<ELEM, N>", "k<ELEM, N>"),
    ],
)
def test_macro_that_a_build_chooses_stays_the_macro(macros: str, template: str, launch: str, target: str) -> None:
    more = "4, " if "= 4" in template else ""
    pair = "template <typename T, int N> struct Pair { T values[N]; };\n"
    text = macros + launching(template, "GM_ADDR y", f"{launch}<<<1, nullptr, s>>>(y)").replace(HEAD, HEAD + pair)
    result = bound(text)
    assert result.problems == []
    assert f"SK_BIND({target}, 4, {target.replace('k<', 'k_sk<')[:-1]}, {more}0>, " in result.added


def test_macro_that_is_given_from_outside_stays_the_macro() -> None:
    text = launching("typename T, int M", "GM_ADDR y", "k<ELEM, N><<<1, nullptr, s>>>(y)")
    options = msgspec.structs.replace(OPTIONS, defines=("ELEM=float", "N=3"))
    assert "SK_BIND(k<ELEM, N>, 4, k_sk<ELEM, N, 0>, " in bound(text, around=replace(AROUND, options=options)).added


@pytest.mark.parametrize(
    ("macros", "template", "launch", "macro"),
    [
        ("#ifndef TYPES\n#define TYPES float, 8\n#endif\n", "typename T, int M", "k<TYPES><<<1, nullptr, s>>>(y)", "TYPES"),
        (f"{BUILT}#define GO k<ELEM><<<1, nullptr, s>>>(y)\n", "typename T", "GO", "ELEM"),
        (f"{BUILT}#define GO(t) k<t><<<1, nullptr, s>>>(y)\n", "typename T", "GO(ELEM)", "ELEM"),
        ("#ifdef FAST\n#define GO k<half><<<1, nullptr, s>>>(y)\n#else\n#define GO k<float><<<1, nullptr, s>>>(y)\n#endif\n", "typename T", "GO", "GO"),
        (BUILT, "typename T, typename P = ELEM", "k<int><<<1, nullptr, s>>>(y)", "ELEM"),
    ],
)  # fmt: skip
def test_macro_that_a_build_chooses_and_that_sk_bind_cannot_name(
    macros: str, template: str, launch: str, macro: str
) -> None:
    result = bound(macros + launching(template, "GM_ADDR y", launch))
    assert [name for name, _ in result.problems] == ["macro-of-build"]
    assert result.bindings.problems[0].message.startswith(f"{macro}, which k is launched with, may be another")


@pytest.mark.parametrize(
    ("between", "problem"),
    [
        ("#undef ELEM\n#define ELEM half\n", "macro-of-build"),
        ("", ""),
    ],
)
def test_macro_that_means_something_else_beside_the_kernel(between: str, problem: str) -> None:
    text = BUILT + launching("typename T", "GM_ADDR y", "k<ELEM><<<1, nullptr, s>>>(y)").replace(
        "void go", f"{between}void go"
    )
    assert [name for name, _ in bound(text).problems] == ([problem] if problem else [])


def test_macro_of_a_launch_that_makes_it_beside_others_of_the_build() -> None:
    macros = "#ifndef BLOCKS\n#define BLOCKS 8\n#endif\n#define GO(t) k<t><<<BLOCKS, nullptr, s>>>(y)\n"
    result = bound(macros + launching("typename T", "GM_ADDR y", "GO(float)", "GO(half)"))
    assert result.problems == []
    assert [it.split(",")[0] for it in result.added.splitlines() if "SK_B" in it] == [
        "SK_BIND(k<float>",
        "SK_BIND(k<half>",
    ]


@pytest.mark.parametrize(
    ("template", "launch", "target"),
    [
        ("typename T, int M = 4", "::k<float>", "k<float>"),
        ("typename T, int M = 4", "return ::k<float>", "k<float>"),
        ("typename T, int A = 4, int D = 5", "k<float>", "k<float>"),
    ],
)
def test_launch_that_names_the_global_namespace(template: str, launch: str, target: str) -> None:
    result = bound(launching(template, "GM_ADDR y", f"{launch}<<<1, nullptr, s>>>(y)"))
    assert result.problems == []
    assert f"SK_BIND({target}, 4, k_sk<float, 4, " in result.added


# instantiations that no launch makes

TYPED = '#include "kernel_operator.h"\ntemplate <typename T, int N = 3>\n__global__ __vector__ void k(__gm__ T *x) { Use(x, N); }\n'


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("template __global__ __vector__ void k<half>(__gm__ half *x);\n", ["k<half, 3>"]),
        (
            "template __global__ __vector__ void k<half>(__gm__ half *x);\n"
            "template __vector__ __global__ void k<float, 8>(__gm__ float *);\n",
            ["k<half, 3>", "k<float, 8>"],
        ),
        (
            "using Fn = void (*)(__gm__ float *);\nFn table[] = {k<float>, &k<float, 2>};\n",
            ["k<float, 3>", "k<float, 2>"],
        ),
    ],
)
def test_template_is_bound_for_what_the_file_instantiates(text: str, targets: list[str]) -> None:
    result = bound(TYPED + text)
    assert result.problems == []
    assert [it for it in result.added.splitlines() if it.startswith("SK_BIND(")] == [
        f"SK_BIND({it}, 4, {', '.join(f'k_sk{it[1:-1]}, {part}>' for part in range(4))});" for it in targets
    ]


@pytest.mark.parametrize(
    "text",
    [
        "template <typename T> void run(void *s) { k<T><<<1, nullptr, s>>>(nullptr); }\n",
        "extern template __global__ __vector__ void k<half>(__gm__ half *x);\n",
        "template __global__ __vector__ void k<half>(__gm__ half *x);\ntemplate void k<float>(__gm__ float *x);\n",
    ],
)
def test_instantiation_that_is_not_known_is_asked_for(text: str) -> None:
    assert bound(TYPED + text).problems == [("template-bind-target-required", 3)]


# template parameters that are templates

HOLDERS = '#include "kernel_operator.h"\ntemplate <typename T> struct Acc { T v; };\ntemplate <int N, typename T> struct Vec { T v[N]; };\n'


@pytest.mark.parametrize(
    ("params", "field", "given", "name"),
    [
        ("typename T, template <typename> class C", "C<T> e", "half, Acc", "template<typename> class C"),
        ("template <typename> class C, typename T", "C<T> e", "Acc, half", "template<typename> class C"),
        ("template <typename U> typename C", "C<half> e", "Acc", "template<typename U> typename C"),
        ("template <int, typename> class C, int N", "C<N, half> e", "Vec, 3", "template<int, typename> class C"),
    ],
)
def test_template_parameter_that_is_a_template(params: str, field: str, given: str, name: str) -> None:
    text = f"template <{params}>\n__global__ __vector__ void k(GM_ADDR x, {field}) {{ Use(x, e.v); }}\n"
    launch = f"void go(void *s) {{ k<{given}><<<1, nullptr, s>>>(nullptr, {{}}); }}\n"
    result = bound(HOLDERS + text + launch)
    assert result.problems == []
    assert f"SK_BIND(k<{given}>, 4, k_sk<{given}, 0>, " in result.added
    assert result.added.count(name) == 2


def test_value_parameter_behind_a_template_parameter_that_is_a_template() -> None:
    text = "template <template <typename> class C = Acc, bool B = (1 > 0)>\n__global__ __vector__ void k(GM_ADDR x) { Use(x, B); }\n"
    result = bound(HOLDERS + text + "void go(void *s) { k<><<<1, nullptr, s>>>(nullptr); }\n")
    assert result.problems == []
    assert "SK_BIND(k<>, 4, k_sk<Acc, (1 > 0), 0>, " in result.added
