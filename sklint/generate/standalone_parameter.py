"""A parameter in a runtime fixture: how it is passed to a kernel, and whether it can be."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sklint.generate.package_entry import Passing
from sklint.parse.lex import lex

Byte = Annotated[int, Meta(ge=0, le=255)]
Value = bool | int | float | str | tuple[Byte, ...]
Kind = Literal["device_buffer", "scalar", "literal", "host_struct"]


class ParameterFixture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A parameter: device memory of `bytes` that are `fill` each, a number, an expression of C++, or the bytes of a
    struct. What tells people more is kept: `dtype`, `shape`, `role`, `description`, `comment`."""

    name: str
    kind: Kind = "device_buffer"
    bytes: Annotated[int, Meta(gt=0)] | None = None
    fill: Byte | None = None
    input_fill: Byte | None = None
    compare: bool = False
    value: Value | None = None
    dtype: str | None = None
    shape: tuple[int, ...] | None = None
    role: str | None = None
    description: str | None = None
    comment: str | None = None

    @property
    def filled_with(self) -> int:
        return self.fill if self.fill is not None else (self.input_fill or 0)


def faults(it: ParameterFixture, of: Passing) -> Iterator[tuple[str, str]]:
    """What keeps a parameter from being passed: the key, and the fact about it."""
    wanted = {"tensor": "device_buffer", "scalar": "scalar", "host_struct": "host_struct"}.get(of.kind, "")
    if not wanted:
        yield "kind", f"is {it.kind}, but {it.name} is a tensor list, whose descriptor only a runtime wrapper prepares"
    elif it.kind not in (wanted, "literal"):
        yield "kind", f"is {it.kind}, but {it.name} is a {of.facts.c_type}; it takes {wanted} or literal"
    if it.fill is not None and it.input_fill is not None:
        yield "input_fill", "is another word for fill, which is given too; keep one of them"
    if it.kind == "device_buffer":
        yield from buffer_faults(it)
        return
    for key, given in (("bytes", it.bytes), ("fill", it.fill), ("input_fill", it.input_fill)):
        if given is not None:
            yield key, f"is for a device_buffer; {it.name} is a {it.kind}"
    if it.compare:
        yield "compare", f"is for a device_buffer; {it.name} is a {it.kind}"
    yield from value_faults(it, of)


def buffer_faults(it: ParameterFixture) -> Iterator[tuple[str, str]]:
    if it.bytes is None:
        yield "", f"has no bytes, the size of the device memory of {it.name}"
    if it.value is not None:
        yield "value", "is for a scalar, literal or host_struct; a device_buffer is filled with fill"


def value_faults(it: ParameterFixture, of: Passing) -> Iterator[tuple[str, str]]:
    if it.value is None:
        yield "", f"has no value, which {it.name} is passed"
    elif it.kind == "host_struct":
        if not isinstance(it.value, tuple):
            yield "value", f"is {shown(it.value)}; a host_struct takes a list of its bytes"
    elif it.kind == "literal" or isinstance(it.value, str):
        text = it.value if isinstance(it.value, str) else ""
        if not (is_expression(text) if it.kind == "literal" else is_number(text, of.scalar == "bool")):
            what = "an expression of C++" if it.kind == "literal" else "a number"
            yield "value", f"is {shown(it.value)}; a {it.kind} takes {what}"
    else:
        yield from number_faults(it, of)


def number_faults(it: ParameterFixture, of: Passing) -> Iterator[tuple[str, str]]:
    right = {"bool": isinstance(it.value, bool), "int": isinstance(it.value, int) and not isinstance(it.value, bool)}
    is_one = isinstance(it.value, int | float) and not isinstance(it.value, bool)
    if not right.get(of.scalar, is_one):
        takes = {"bool": "true or false", "int": "a whole number"}.get(of.scalar, "a number")
        yield "value", f"is {shown(it.value)}; {it.name} is a {of.facts.c_type} and takes {takes}"
    elif of.scalar == "int" and isinstance(it.value, int) and not -(2**63) <= it.value < 2**64:
        yield "value", f"is {it.value}, which no type of C++ has"


def shown(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) < 40 else f"{text[:36]}…"


def is_number(text: str, boolean: bool) -> bool:
    """Whether a text is one number of C++, with a sign or none; or true or false."""
    words = [(it.kind, it.text) for it in lex(text.encode())]
    if boolean:
        return words in ([("name", "true")], [("name", "false")])
    if words[:1] in ([("punct", "-")], [("punct", "+")]):
        words = words[1:]
    return [kind for kind, _ in words] == ["number"]


def is_expression(text: str) -> bool:
    """Whether a text may stand as an argument: tokens of one line, brackets closed, no comment, no comma between."""
    if "//" in text or "/*" in text or "\n" in text:
        return False
    closing: list[str] = []
    words = list(lex(text.encode()))
    for it in words:
        if it.kind in ("directive", "string") or it.text in (";", "\\", "#") or (it.text == "," and not closing):
            return False
        if it.text in PAIRS:
            closing.append(PAIRS[it.text])
        elif it.text in PAIRS.values() and (not closing or closing.pop() != it.text):
            return False
    return bool(words) and not closing


PAIRS = {"(": ")", "[": "]", "{": "}"}
