"""What SK_BIND binds of a template: the parameters and the args struct that the instantiation has which it names."""

from functools import partial

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.declared import Param
from sklint.model import Bound
from sklint.parse.clang import Kind, children, kind
from sklint.parse.reading import Reading
from sklint.parse.structs import pointed_struct
from sklint.parse.types import adjusted, author_spelling, read_type


def with_arguments(reading: Reading, bound: Bound, made: Cursor | None) -> Bound:
    """What is bound, with the parameters and the args struct of the instantiation that it names."""
    keys = {it.key for it in (*bound.kernels, *bound.functions)}
    if made is None or keys != {reading.key(made)}:
        return bound
    cursors = [it for it in children(made) if kind(it) == Kind.PARAMETER]
    params = bound.kernels[0].params if bound.kernels else ()
    return replace(
        bound,
        params=tuple(map(partial(made_param, reading), params, cursors)) if len(params) == len(cursors) else None,
        args=pointed_struct(reading, cursors[0]) if bound.functions and cursors else None,
    )


def made_param(reading: Reading, param: Param, made: Cursor) -> Param:
    """A parameter of a function template as it is in an instantiation."""
    if not param.type.template_dependent:
        return param
    return replace(param, type=adjusted(read_type(reading, made.type, author_spelling(made.type.spelling), False)))
