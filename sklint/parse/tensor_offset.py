"""Where in its buffer a tensor begins that an argument indexes, as far as the function itself tells."""

import re

from clang.cindex import Cursor

from sklint.parse.clang import Kind, children, expression_value, kind, referenced
from sklint.parse.reading import Reading

WHOLE = frozenset(f"AscendC::{it}" for it in ("TQueBind::AllocTensor", "TQueBind::DeQue", "TBuf::Get"))
"""What gives a tensor that begins where its buffer does."""
INDEX = "operator[]"
TENSOR = "AscendC::LocalTensor<"


def tensor_offset(reading: Reading, cursor: Cursor) -> int | None:
    """The elements between the start of a buffer and a local tensor `t[k]`: `k` is a constant, and `t` a variable of
    the function that is what a queue or buffer gave, and nothing else later. None for anything else."""
    call = without_conversions(cursor)
    parts = children(call) if kind(call) == Kind.CALL and call.spelling == INDEX else []
    if len(parts) != 3 or not call.type.get_canonical().spelling.startswith(TENSOR):
        return None
    indexed = without_conversions(parts[0])
    variable = referenced(indexed) if kind(indexed) == Kind.DECL_REF else None
    if variable is None or kind(variable) != Kind.VARIABLE or not is_whole_buffer(reading, variable):
        return None
    return expression_value(parts[2])


def without_conversions(cursor: Cursor) -> Cursor:
    while kind(cursor) == Kind.EXPRESSION and len(inner := children(cursor)) == 1:
        cursor = inner[0]
    return cursor


def is_whole_buffer(reading: Reading, variable: Cursor) -> bool:
    """Whether a local variable is a whole buffer as long as it lives."""
    around = variable.semantic_parent
    last = children(variable)[-1:]
    initial = without_conversions(last[0]) if last else None
    if around is None or kind(around) not in Kind.FUNCTIONS or initial is None:
        return False
    method = referenced(initial) if kind(initial) == Kind.CALL else None
    if method is None or reading.qualified(method) not in WHOLE:
        return False
    (start, end), (_, function_end) = (reading.tree.extent(it.extent) for it in (variable, around))
    after = reading.source(start.path).data[end:function_end] if reading.in_project(start.path) else b""
    name = re.escape(variable.spelling.encode())
    changed = rb"\b%b\s*(?:=[^=]|\.\s*SetAddr)|(?<!&)&\s*%b\b" % (name, name)
    return bool(after) and not re.search(changed, after)
