"""What macros with arguments make: texts of `#`, names of `##`, and what is further given, as the preprocessor has it."""

# ruff: noqa: E501 - macros and what they make stand as they are, a line each

import pytest

from sklint.generate.verify import Surroundings
from sklint.source import Source
from sklint.testing import OPTIONS


def made(text: str) -> str:
    """What the last line's macro use makes, its tokens with a blank between them."""
    source = Source("k.asc", f'#include "kernel_operator.h"\n{text}\n'.encode())
    (unit,) = Surroundings((), options=OPTIONS).read(source)
    start = source.data.rstrip().rfind(b"\n@") + 1
    return " ".join(it.text for it in unit.expansion(source.span(start + 1, start + 2)))


STR = "#define S(...) #__VA_ARGS__\n#define T(k) #k\n#define W(k) T(k)\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T(1 + 2)", '"1 + 2"'),
        ("T(1+2)", '"1+2"'),
        ("T( 1   +\t2 )", '"1 + 2"'),
        ("T(a /* note */ b)", '"a b"'),
        ("T(a\n  b)", '"a b"'),
        ("T(a\\\nb)", '"ab"'),
        ("T(1 +\\\n2)", '"1 +2"'),
        ("T(1 + \\\n   2)", '"1 + 2"'),
        ('T("a\\"b\\n" \'c\' 3)', '"\\"a\\\\\\"b\\\\n\\" \'c\' 3"'),
        ("T('\"')", '"\'\\"\'"'),
        ("T('\\\\')", "\"'\\\\\\\\'\""),
        ('T(R"x(a"b\\c)x")', '"R\\"x(a\\"b\\\\c)x\\""'),
        ("T(\\n)", '"\\n"'),
        ("T()", '""'),
        ("T(f(a, b))", '"f(a, b)"'),
        ("S(a, b)", '"a, b"'),
        ("S(a ,b)", '"a ,b"'),
        ("S(a,,b)", '"a,,b"'),
        ("S()", '""'),
        ("W(a + b)", '"a + b"'),
        ("W(N +N)", '"64 +64"'),
        ("T(N)", '"N"'),
        ("W(E a)", '"a"'),
        ("W(a E b)", '"a b"'),
        ("W(a E(b))", '"a (b)"'),
        ("W(ADD(a,b))", '"a +b"'),
    ],
)
def test_text_of_an_argument(text: str, expected: str) -> None:
    assert made(f"{STR}#define N 64\n#define E\n#define ADD(x, y) x +y\n@{text}") == expected


@pytest.mark.parametrize(
    ("macro", "text", "expected"),
    [
        ("#define F(n, ...) f(n, ##__VA_ARGS__)", "F(a)", "f ( a )"),
        ("#define F(n, ...) f(n, ##__VA_ARGS__)", "F(a, )", "f ( a , )"),
        ("#define F(n, ...) f(n, ##__VA_ARGS__)", "F(a, int b, c)", "f ( a , int b , c )"),
        ("#define F(n, ...) f(n, ## __VA_ARGS__, 2)", "F(a)", "f ( a , 2 )"),
        ("#define F(...) f(0, ##__VA_ARGS__)", "F()", "f ( 0 )"),
        ("#define F(n, args...) f(n, ##args)", "F(a)", "f ( a )"),
        ("#define F(n, args...) f(n, ##args)", "F(a, b, c)", "f ( a , b , c )"),
        ("#define F(args...) f(args)", "F(a, b)", "f ( a , b )"),
        ("#define F(n, ...) f(n __VA_OPT__(,) __VA_ARGS__)", "F(a)", "f ( a )"),
        ("#define F(n, ...) f(n __VA_OPT__(,) __VA_ARGS__)", "F(a, b)", "f ( a , b )"),
        ("#define F(n, ...) f(n, __VA_ARGS__)", "F(a)", "f ( a , )"),
        ("#define F(n, ...) f(n, __VA_ARGS__)", "F(a, b, , c)", "f ( a , b , , c )"),
    ],
)
def test_arguments_that_are_further_given(macro: str, text: str, expected: str) -> None:
    assert made(f"{macro}\n@{text}") == expected


@pytest.mark.parametrize(
    ("macro", "text", "expected"),
    [
        ("#define F(a, b) a##b", "F(x, 1)", "x1"),
        ("#define F(a, b) a##b", "F(, y)", "y"),
        ("#define F(a, b) a##b", "F(x, )", "x"),
        ("#define F(a, b) [a##b]", "F(, )", "[ ]"),
        ("#define F(a, b) a##_##b(b)", "F(x, y)", "x_y ( y )"),
        ("#define F(a) k##a##_sk", "F()", "k_sk"),
        ("#define F(a, b) a ## b", "F(1 + x, y * 2)", "1 + xy * 2"),
    ],
)
def test_names_that_are_joined(macro: str, text: str, expected: str) -> None:
    assert made(f"{macro}\n@{text}") == expected
