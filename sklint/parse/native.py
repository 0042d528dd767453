"""The functions of libclang's library that the bindings leave out, or wrap at a cost."""
# pyright: reportPrivateUsage=false

import ctypes

from clang import cindex
from clang.cindex import Cursor, SourceLocation, SourceRange


class Ranges(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(SourceRange)))


def declare(name: str, result: type | None, *arguments: type) -> "ctypes._NamedFuncPointer":
    function = getattr(LIBRARY, name)
    function.restype, function.argtypes = result, list(arguments)
    return function


LIBRARY = ctypes.CDLL(cindex.conf.lib._name)
Visitor = ctypes.CFUNCTYPE(ctypes.c_int, Cursor, Cursor, ctypes.c_void_p)
OUT, UNSIGNED = ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_uint)
expansion_place = declare("clang_getExpansionLocation", None, SourceLocation, OUT, UNSIGNED, UNSIGNED, UNSIGNED)
spelling_place = declare("clang_getSpellingLocation", None, SourceLocation, OUT, UNSIGNED, UNSIGNED, UNSIGNED)
range_start = declare("clang_getRangeStart", SourceLocation, SourceRange)
range_end = declare("clang_getRangeEnd", SourceLocation, SourceRange)
visit_children = declare("clang_visitChildren", ctypes.c_uint, Cursor, Visitor, ctypes.c_void_p)
file_handle = declare("clang_getFile", ctypes.c_void_p, cindex.c_object_p, ctypes.c_char_p)
contents_of_file = declare(
    "clang_getFileContents", ctypes.c_void_p, cindex.c_object_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)
)
ranges_left_out = declare("clang_getSkippedRanges", ctypes.POINTER(Ranges), cindex.c_object_p, ctypes.c_void_p)
drop_ranges = declare("clang_disposeSourceRangeList", None, ctypes.POINTER(Ranges))
referenced_cursor = declare("clang_getCursorReferenced", Cursor, Cursor)
overload_count = declare("clang_getNumOverloadedDecls", ctypes.c_uint, Cursor)
overload_at = declare("clang_getOverloadedDecl", Cursor, Cursor, ctypes.c_uint)
names_inline = declare("clang_Cursor_isInlineNamespace", ctypes.c_uint, Cursor)
file_of_inclusion = declare("clang_getIncludedFile", ctypes.c_void_p, Cursor)
template_kind = declare("clang_Cursor_getTemplateArgumentKind", ctypes.c_int, Cursor, ctypes.c_uint)
specialized_template = declare("clang_getSpecializedCursorTemplate", Cursor, Cursor)
virtual_base = declare("clang_isVirtualBase", ctypes.c_uint, Cursor)
evaluation = declare("clang_Cursor_Evaluate", ctypes.c_void_p, Cursor)
result_kind = declare("clang_EvalResult_getKind", ctypes.c_int, ctypes.c_void_p)
as_integer = declare("clang_EvalResult_getAsLongLong", ctypes.c_longlong, ctypes.c_void_p)
drop_result = declare("clang_EvalResult_dispose", None, ctypes.c_void_p)
Gatherer = ctypes.CFUNCTYPE(ctypes.c_int, Cursor, Cursor, ctypes.py_object)
gather_children = LIBRARY["clang_visitChildren"]  # an object of its own, whose third argument is a list
gather_children.restype, gather_children.argtypes = ctypes.c_uint, [Cursor, Gatherer, ctypes.py_object]
characters = declare("clang_getCString", ctypes.c_char_p, cindex._CXString)
name_of_file = declare("clang_getFileName", cindex._CXString, ctypes.c_void_p)
