"""Where in its buffer a tensor begins that an argument indexes, as far as the function itself tells."""

from clang.cindex import Cursor

from sklint.parse.clang import Kind, children, expression_value, kind, referenced
from sklint.parse.reading import Reading
from sklint.parse.set_anew import may_be_set_anew

WHOLE = frozenset(f"AscendC::{it}" for it in ("TQueBind::AllocTensor", "TQueBind::DeQue", "TBuf::Get"))
"""What gives a tensor that begins where its buffer does."""
INDEX = "operator[]"
TENSOR = "AscendC::LocalTensor<"


def tensor_offset(reading: Reading, cursor: Cursor, whole: dict[int, bool]) -> int | None:
    """The elements between the start of a buffer and a local tensor `t[k]`: `k` is a constant, and `t` a variable of
    the function that is what a queue or buffer gave, and nothing else later. None for anything else. `whole` keeps
    what was found of each variable."""
    call = without_conversions(cursor)
    parts = children(call) if kind(call) == Kind.CALL and call.spelling == INDEX else []
    if len(parts) != 3 or not call.type.get_canonical().spelling.startswith(TENSOR):
        return None
    indexed = without_conversions(parts[0])
    variable = referenced(indexed) if kind(indexed) == Kind.DECL_REF else None
    if variable is None or kind(variable) != Kind.VARIABLE or not (offset := expression_value(parts[2])):
        return None
    declaration = variable.data[0]
    if declaration not in whole:
        whole[declaration] = is_whole_buffer(reading, variable)
    return offset if whole[declaration] else None


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
    return not may_be_set_anew(reading, variable, around)
