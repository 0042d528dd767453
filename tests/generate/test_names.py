"""Kernels that are called as something in the model headers is."""

import pytest
from binding import bound

HEAD = '#include "kernel_operator.h"\n'
KERNEL = "__global__ __vector__ void {0}(GM_ADDR x, uint32_t n)\n{{\n    Use(x, n);\n}}\n"


@pytest.mark.parametrize("name", ["c10", "at", "torch", "py", "ge", "matmul", "ops", "testing", "optiling"])
def test_namespace_of_headers_that_the_source_has_not(name: str) -> None:
    result = bound(HEAD + KERNEL.format(name))
    assert result.problems == []
    assert f"SK_BIND({name}, 4, {name}_sk<0>, " in result.added


def test_several_of_them_with_launches() -> None:
    launches = "void go(void *s, GM_ADDR x) { at<<<1, nullptr, s>>>(x, 1); c10<<<1, nullptr, s>>>(x, 2); }\n"
    assert bound(HEAD + KERNEL.format("at") + KERNEL.format("c10") + launches).bindings.bound == ("at", "c10")


@pytest.mark.parametrize("name", ["c10", "at", "torch", "sk", "AscendC", "std", "matmul"])
@pytest.mark.parametrize(
    "text",
    [
        "namespace own {{ " + KERNEL + " }}\n",
        "__global__ __vector__ void k(GM_ADDR {0}, uint32_t n)\n{{\n    Use({0}, n);\n}}\n",
        "struct Own {{ int {0}; }};\n__global__ __vector__ void k(GM_ADDR x, Own {0})\n{{\n    Use(x, {0}.{0});\n}}\n",
    ],
)
def test_name_that_hides_a_namespace(text: str, name: str) -> None:
    assert bound(HEAD + text.format(name)).problems == []


@pytest.mark.parametrize("name", ["sk", "AscendC", "std"])
def test_namespace_that_every_kernel_source_has(name: str) -> None:
    assert bound(HEAD + KERNEL.format(name)).problems == [("name-taken", 2)]


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("#include <torch/extension.h>\n", "c10"),
        ("namespace matmul { struct Own {}; }\n", "matmul"),
        ("struct add {};\nint add_custom;\n", "add_custom"),
    ],
)
def test_name_that_the_source_gives_to_something_else(before: str, name: str) -> None:
    assert [it for it, _ in bound(HEAD + before + KERNEL.format(name)).problems] == ["name-taken"]


def test_namespace_that_the_source_uses_beside_a_kernel_of_its_name() -> None:
    use = "at::Tensor run(const at::Tensor &x);\nnamespace own { " + KERNEL.format("at") + "}\n"
    assert bound(HEAD + use).problems == []


@pytest.mark.parametrize("name", ["exp", "sin", "pow", "sqrt", "floor", "log", "round", "abs", "fmax", "min", "max"])
@pytest.mark.parametrize("before", ["", 'extern "C" '])
def test_kernel_called_as_a_function_of_the_c_library(name: str, before: str) -> None:
    result = bound(HEAD + before + KERNEL.format(name))
    assert result.problems == []
    assert f"{name}, 4, {name}_sk<0>, " in result.added


@pytest.mark.parametrize("name", ["Add", "Exp", "Copy", "DataCopy", "Abs"])
@pytest.mark.parametrize("before", ["", 'extern "C" ', "template <typename T>\n"])
def test_kernel_called_as_a_function_that_a_using_directive_makes_known(name: str, before: str) -> None:
    launch = f"void go(void *s, GM_ADDR x) {{ ::{name}<half><<<1, nullptr, s>>>(x, 1); }}\n" if "<" in before else ""
    result = bound(f"{HEAD}using namespace AscendC;\n{before}{KERNEL.format(name)}{launch}")
    assert result.problems == []
    what = f"::{name}<half>" if launch else f"::{name}"
    assert f"SK_BIND({what}, 4, {name}_sk<" in result.added


def test_kernel_called_as_a_function_of_the_project_that_a_using_directive_makes_known() -> None:
    other = "namespace tools { template <typename T> void scale(T x); }\nusing namespace tools;\n"
    result = bound(HEAD + other + KERNEL.format("scale") + KERNEL.format("other"))
    assert result.problems == []
    assert "SK_BIND(::scale, 4, scale_sk<0>, " in result.added
    assert "SK_BIND(other, 4, other_sk<0>, " in result.added


@pytest.mark.parametrize(
    ("space", "name"),
    [("std", "vector"), ("std", "less"), ("std", "queue"), ("AscendC", "TPipe"), ("AscendC", "Matmul")],
)
def test_kernel_called_as_a_type_that_a_using_directive_makes_known(space: str, name: str) -> None:
    result = bound(f"{HEAD}using namespace {space};\n{KERNEL.format(name)}")
    assert result.problems == []
    assert f"SK_BIND(::{name}, 4, {name}_sk<0>, " in result.added


def test_kernel_of_a_namespace_hides_what_a_using_directive_makes_known() -> None:
    result = bound(f"{HEAD}using namespace AscendC;\nnamespace own {{\n{KERNEL.format('Add')}}}\n")
    assert result.problems == []
    assert "SK_BIND(Add, 4, Add_sk<0>, " in result.added


def test_kernel_that_is_overloaded_by_another_one() -> None:
    again = "__global__ __vector__ void exp(GM_ADDR x)\n{\n    Use(x);\n}\n"
    assert {it for it, _ in bound(HEAD + KERNEL.format("exp") + again).problems} == {"overloaded-kernel"}
