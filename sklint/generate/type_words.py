"""The kernel type as an SK function repeats it: a macro that another build may have otherwise stays the macro."""

from collections.abc import Sequence

from sklint.body import Token
from sklint.declared import KernelType
from sklint.generate.macro_words import behind, use_text, word_at, words
from sklint.generate.unsettled import chosen, chosen_by_build, varies
from sklint.model import Kernel
from sklint.parse.brackets import closing
from sklint.parse.spelling import spell
from sklint.source import Source
from sklint.unit import Unit

TYPES = ("__vector__", "__cube__", "__mix__")


def type_words(unit: Unit, kernel: Kernel) -> str:
    """The kernel type as the kernel writes it; a macro's use, where that may be another type in another build."""
    it = kernel.kernel_type
    source = unit.file(it.span.path) if it else None
    if it is None:
        return "__aicore__"
    if source and it.in_macro and decided(unit, source, it) and (made := made_type(unit, source, it)):
        return made
    written = source and it.ratio and not it.in_macro and it.span != kernel.qualifier_span
    return source.text(it.span) if source and written else it.spelling


def decided(unit: Unit, source: Source, type: KernelType) -> str:
    """The macro of a build in the use of the macro that makes a kernel type; "" where there is none."""
    word = word_at(source, type.span.start)
    return word if varies(unit, word) else chosen(unit, words([use_text(source, type.span.start)]))


def made_type(unit: Unit, source: Source, type: KernelType) -> str:
    """The use of a macro that makes a kernel type and nothing else, or what one that makes more has of it; "" where
    another build may have another type there."""
    if only_type(unit.expansion(type.span)):
        return use_text(source, type.span.start)
    made = unit.partly_expanded(type.span, lambda name: chosen_by_build(unit, name)) or ()
    at = next((at for at, it in enumerate(made) if it.text in TYPES), None)
    if at is None or chosen_by_build(unit, word_at(source, type.span.start)):
        return ""
    return spell(made[at : closing(made, at + 1) + 1]) if made[at].text == "__mix__" else made[at].text


def only_type(tokens: Sequence[Token]) -> bool:
    """Whether a macro makes a kernel type and nothing else."""
    return {it.text for it in tokens if it.kind == "name"} <= set(TYPES) and bool(tokens)


def type_varies(unit: Unit, kernel: Kernel) -> bool:
    """Whether a kernel may have another type in another build."""
    return any(varies(unit, one) for it in words([type_words(unit, kernel)]) for one in behind(unit, it))


def untold(unit: Unit, kernel: Kernel) -> str:
    """The macro of a build that makes more of the kernel than a type, so that its use cannot stand for the type."""
    it = kernel.kernel_type
    source = unit.file(it.span.path) if it and it.in_macro and not kernel.in_macro else None
    if it is None or source is None:
        return ""
    macro = decided(unit, source, it)
    return macro if macro and not made_type(unit, source, it) else ""
