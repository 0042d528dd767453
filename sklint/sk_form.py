"""How far a file is adapted to a SuperKernel: which of the marking words stand in its code."""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from sklint.parse.lex import Lexeme, lex

Form = Literal["none", "current-sk-bind", "partial", "unknown", "mixed"]

META = ".ascend.meta"
ATTRIBUTED = ("FunLevelMixCoreType", "FunLevelKType")
"""Types of the variables that an older form puts beside a kernel, with an attribute."""

VALUES = [[it] for it in (",", "=", "<<", "+", "return", "==", "!=", "{", "?", ":")]
"""What stands before a string that is a value."""

WORDS = re.compile(rb"__global__|__sk__|SK_BIND|__spk__|FunLevel|ascend\.meta")
DEFINE = re.compile(r"#\s*define\s+(\w+)(?:\([^)]*\))?(.*)", re.DOTALL)
NEVER = re.compile(r"#\s*(?:el)?if\s+(?:0|false)\s*(?://.*|/\*.*)?$")
OPENS, TURNS, CLOSES = (re.compile(rf"#\s*{word}") for word in ("if", "(?:else|elif)", "endif"))


class FileForm(msgspec.Struct, frozen=True):
    """What one file has, under the names of the published report."""

    file: str
    form: Form
    has_global: bool
    has_sk_keyword: bool
    has_sk_bind: bool
    has_unsupported_sk_signal: bool
    notes: tuple[str, ...] = ()


def file_form(name: str, *texts: bytes) -> FileForm:
    """The form of a file with that name, whose text is the first; the others are headers that are a part of it.
    Comments, strings and `#if 0` branches are no code."""
    tokens = [it for data in texts for it in code(data)]
    words = {it.text for it in tokens if it.kind == "name"}
    kernel, keyword, bind = "__global__" in words, "__sk__" in words, called(tokens, "SK_BIND")
    unsupported = unsupported_words(tokens, words)
    form, note = told(kernel, keyword, bind, unsupported)
    return FileForm(name, form, kernel, keyword, bind, bool(unsupported), (note,) if note else ())


def overall(forms: list[FileForm]) -> Form:
    """The form that all files share, or `mixed`."""
    first = forms[0].form
    return first if all(it.form == first for it in forms) else "mixed"


def has_kernel_words(data: bytes) -> bool:
    """Whether a file's code has any word of a kernel or of its binding."""
    if not WORDS.search(data):
        return False
    it = file_form("", data)
    return it.has_global or it.has_sk_keyword or it.has_sk_bind or it.has_unsupported_sk_signal


def told(kernel: bool, keyword: bool, bind: bool, unsupported: list[str]) -> tuple[Form, str]:
    if not kernel:
        return "unknown", "no __global__ entry detected"
    if keyword and bind and not unsupported:
        return "current-sk-bind", ""
    if unsupported:
        return "partial", f"{' and '.join(unsupported)} belongs to another form of SuperKernel code"
    if keyword:
        return "partial", "there is an __sk__ function, and no SK_BIND"
    return ("partial", "there is an SK_BIND, and no __sk__ function") if bind else ("none", "")


def unsupported_words(tokens: list[Lexeme], words: set[str]) -> list[str]:
    """What stands in the code of forms that nobody generates any more."""
    found = ["__spk__"] if "__spk__" in words else []
    found += [it for it in ATTRIBUTED if attributed(tokens, it)]
    return found + ([META] if any(names_section(tokens, at) for at in range(len(tokens))) else [])


def names_section(tokens: list[Lexeme], at: int) -> bool:
    """Whether a token is the name of the section of an older form, given to an attribute or to a macro; not where it is
    only a value that code handles."""
    if tokens[at].kind != "string" or META not in tokens[at].text:
        return False
    before = [it.text for it in tokens[max(0, at - 2) : at]]
    return before[-2:-1] in (["section"], ["__section__"]) if before[-1:] == ["("] else before[-1:] not in VALUES


def attributed(tokens: list[Lexeme], word: str) -> bool:
    """Whether `word name __attribute__` stands in the code."""
    return any(
        it.text == word and [one.text for one in tokens[at + 2 : at + 3]] == ["__attribute__"]
        for at, it in enumerate(tokens)
    )


def called(tokens: list[Lexeme], name: str) -> bool:
    return any(
        it.text == name and [one.text for one in tokens[at + 1 : at + 2]] == ["("] for at, it in enumerate(tokens)
    )


# code


def code(data: bytes) -> Iterator[Lexeme]:
    """The tokens of a file, those that its macros are defined as included, without branches that are switched off."""
    off: list[bool] = []
    for it in lex(data):
        if it.kind == "directive":
            turn(off, it.text)
            if not any(off):
                yield from defined(it.text)
        elif not any(off):
            yield it


def turn(off: list[bool], directive: str) -> None:
    """Enter or leave a branch: `off` tells of each open condition whether its branch is switched off for good."""
    if CLOSES.match(directive):
        off[-1:] = []
    elif OPENS.match(directive):
        off.append(bool(NEVER.match(directive)))
    elif TURNS.match(directive) and off:
        off[-1] = bool(NEVER.match(directive))


def defined(directive: str) -> Iterator[Lexeme]:
    """What a macro is defined as."""
    match = DEFINE.match(directive.replace("\\\r\n", " ").replace("\\\n", " "))
    yield from lex(match[2].encode()) if match else ()
