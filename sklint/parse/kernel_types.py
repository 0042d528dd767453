"""The words before a function, and which cores they give it to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from clang.cindex import Cursor

from sklint.declared import KernelType
from sklint.parse.brackets import split_commas, split_params
from sklint.parse.clang import Kind, kind
from sklint.parse.evaluate import evaluate
from sklint.parse.reading import Reading
from sklint.source import Span

MARK = "sk:"


@dataclass(frozen=True, slots=True)
class Qualifier:
    """One of the words before a function: `text` such as `vector` or `mix(1,2)`, and where it stands."""

    text: str
    span: Span
    in_macro: bool

    @property
    def name(self) -> str:
        return self.text.partition("(")[0]

    @property
    def arguments(self) -> tuple[str, ...]:
        inner = self.text.partition("(")[2].rpartition(")")[0]
        return tuple(it.strip() for it in split_commas(inner)) if inner else ()


def qualifiers(reading: Reading, parts: Sequence[Cursor]) -> list[Qualifier]:
    found: list[Qualifier] = []
    for it in parts:
        if kind(it) == Kind.ANNOTATE and it.spelling.startswith(MARK):
            start, end = reading.tree.extent(it.extent)
            text = it.spelling[len(MARK) :]
            in_macro = not reading.stands(f"__{text.partition('(')[0]}__", start)
            found.append(Qualifier(text, Span(start.path, start.offset, end), in_macro))
    return found


def kernel_type(reading: Reading, words: Sequence[Qualifier], scope: str) -> KernelType | None:
    """What the words say of the cores, as they are said in `scope`."""
    for it in words:
        if it.name == "mix" and len(it.arguments) == 2:
            numbers = [evaluate(argument, reading.constants_of(scope)) for argument in it.arguments]
            cube, vector = (
                text if number is None else str(number) for text, number in zip(it.arguments, numbers, strict=True)
            )
            return KernelType("mix", (cube, vector), it.span, it.in_macro)
        if it.name == "vector":
            return KernelType("vector", None, it.span, it.in_macro)
        if it.name == "cube":
            return KernelType("cube", None, it.span, it.in_macro)
    return None


TASK_TYPES: dict[str, tuple[Literal["vector", "cube", "mix"], tuple[str, str] | None]] = {
    "KERNEL_TYPE_AIV_ONLY": ("vector", None), "KERNEL_TYPE_AIC_ONLY": ("cube", None),
    "KERNEL_TYPE_MIX_AIV_1_0": ("mix", ("0", "1")), "KERNEL_TYPE_MIX_AIC_1_0": ("mix", ("1", "0")),
    "KERNEL_TYPE_MIX_AIC_1_1": ("mix", ("1", "1")), "KERNEL_TYPE_MIX_AIC_1_2": ("mix", ("1", "2")),
}  # fmt: skip


def from_task_type(task: str, span: Span) -> KernelType | None:
    if task not in TASK_TYPES:
        return None
    kind, ratio = TASK_TYPES[task]
    return KernelType(kind, ratio, span)


def task_type(reading: Reading, parts: Sequence[Cursor]) -> str:
    """The KERNEL_TYPE_* that a KERNEL_TASK_TYPE_DEFAULT in the body names; without one those of its tiling keys."""
    for body in parts:
        if kind(body) != Kind.COMPOUND:
            continue
        start, end = reading.tree.extent(body.extent)
        if not reading.in_project(start.path) or b"KERNEL_TASK_TYPE" not in reading.source(start.path).data:
            continue
        tokens = reading.tokens(start.path, start.offset, end)
        for at, it in enumerate(tokens[:-2]):
            if it.text == "KERNEL_TASK_TYPE_DEFAULT" and tokens[at + 1].text == "(":
                return tokens[at + 2].text
        keyed = (at for at, it in enumerate(tokens) if it.text == "KERNEL_TASK_TYPE" and tokens[at + 1 : at + 2])
        types = (split_params(tokens, at + 1)[1:] for at in keyed if tokens[at + 1].text == "(")
        named = (words[-1].text for type in types for words in type[:1] if words)
        return " and ".join(dict.fromkeys(named))
    return ""
