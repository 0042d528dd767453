"""What the code of a Python file calls, asserts, imports and names in strings, each with its line."""

import ast
import warnings
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PythonFacts:
    """Names with lines (from 1). `calls` are names with their qualification (`np.isclose`), decorators included;
    `strings` are texts that are used, without docstrings. `readable` is False for what is no Python 3."""

    calls: tuple[tuple[str, int], ...] = ()
    imports: tuple[tuple[str, int], ...] = ()
    strings: tuple[tuple[str, int], ...] = ()
    asserts: tuple[int, ...] = ()
    readable: bool = True

    def called(self, *names: str) -> tuple[tuple[str, int], ...]:
        """The calls whose last name is one of these."""
        return tuple((name, line) for name, line in self.calls if name.rpartition(".")[2] in names)


def python_facts(data: bytes) -> PythonFacts:
    """The facts of a file; none for one that does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nodes = tuple(ast.walk(ast.parse(data)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return PythonFacts(readable=False)
    prose = {id(it.value) for it in nodes if isinstance(it, ast.Expr)}
    calls = [(dotted(it.func), it.lineno) for it in nodes if isinstance(it, ast.Call)]
    calls += [(dotted(one), one.lineno) for it in nodes if isinstance(it, DEFINITIONS) for one in it.decorator_list]
    strings = [
        (it.value, it.lineno)
        for it in nodes
        if isinstance(it, ast.Constant) and isinstance(it.value, str) and id(it) not in prose
    ]
    return PythonFacts(
        calls=in_order((name, line) for name, line in calls if name),
        imports=in_order(one for it in nodes for one in imported(it)),
        strings=in_order(strings),
        asserts=tuple(sorted(it.lineno for it in nodes if isinstance(it, ast.Assert))),
    )


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def dotted(node: ast.expr) -> str:
    """`np.testing.assert_allclose`; the last names alone where what stands before them is no name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""


def imported(node: ast.AST) -> list[tuple[str, int]]:
    if isinstance(node, ast.Import):
        return [(it.name, node.lineno) for it in node.names]
    if isinstance(node, ast.ImportFrom):
        return [(f"{node.module or ''}.{it.name}", node.lineno) for it in node.names]
    return []


def in_order(found: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(set(found), key=lambda it: (it[1], it[0])))
