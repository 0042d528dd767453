"""The instantiations of a template kernel that are bound, and their template arguments."""

import re
from collections.abc import Sequence
from typing import Protocol

from sklint.declared import TemplateParam
from sklint.finding import Finding, Related
from sklint.generate.branches import asked_for, never_taken
from sklint.generate.launch_macros import of_the_build
from sklint.generate.request import BindRequest, problem
from sklint.generate.template_arguments import Arguments, complete, listed
from sklint.model import Kernel, Launch
from sklint.parse.lex import lex
from sklint.parse.specialize import deduced
from sklint.unit import Unit

Seen = tuple[Unit, Kernel]

HALF = re.compile(r"\b_Float16\b")
"""What the model headers make of `half`."""

UNDECLARED = re.compile(r"use of undeclared identifier '(\w+)'")
"""The compiler's words for a name that is not there, such as that of a macro."""

UNREAD = "explicit instantiation of"
"""How its words begin of an instantiation that it takes for one of something else."""

MOST_NAMED = 3

INTEGERS = frozenset(
    "bool char signed unsigned short int long int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t "
    "std :: uintptr_t intptr_t".split()
)
SIGNED = frozenset("signed short int long int8_t int16_t int32_t int64_t".split())


def instantiations(units: Sequence[Seen], request: BindRequest) -> list[Arguments] | Finding:
    """The template arguments to bind a kernel for, as written; a single empty list for one that is no template."""
    kernel = units[0][1]
    if kernel.template is None:
        return [()]
    found = named(kernel, request.targets) or launched(units)
    if isinstance(found, Finding):
        return found
    wrong = next((it for it in found if complete(kernel.template, it) is None), None)
    if wrong is not None:
        text = f"{kernel.name}<{', '.join(wrong)}> does not fit the template parameters of {kernel.name}"
        return problem("template-arguments", kernel.span, text, kernel.qualified)
    if late := declared_late(units, found):
        return late
    if found:
        return found
    places = tuple(
        Related(it.span, "launched here") for unit, kernel in units for it in unit.launches if kernel in it.kernels
    )
    target = target_of(kernel)
    fact = "the arguments of its launches are not known beside it" if places else "no launch in this file says for what"
    missing = undefined([unit for unit, _ in units]) if places else ()
    define = f"define {' and '.join(missing)} as the build does, or " if missing else ""
    text = f"{kernel.name} is a template and {fact}: {define}name the instantiation with --bind-target '{target}'"
    return problem("template-bind-target-required", kernel.span, text, kernel.qualified, places)


def declared_late(units: Sequence[Seen], found: Sequence[Arguments]) -> Finding | None:
    """That an argument names what stands behind the kernel, where its SK_BIND does not know it yet."""
    for unit, kernel in units:
        launches = [it for it in unit.launches if kernel in it.kernels]
        unknown = unit.names_behind(kernel) if found else frozenset[str]()
        words = (it.text for given in found for text in given for it in lex(text.encode()) if it.kind == "name")
        for word in (it for it in words if it in unknown):
            text = f"{word}, which {kernel.name} is launched with, is not known yet where its SK_BIND stands, behind it"
            place = next((it.span for it in launches), kernel.span)
            text = f"{text}: declare {word} before {kernel.name}"
            return problem("template-argument-late", kernel.span, text, kernel.qualified, (Related(place, "a launch"),))
    return None


def undefined(units: Sequence[Unit]) -> tuple[str, ...]:
    """The first macros that the units' own file uses and nothing defines: as values, or in the conditions of branches
    that declare what is missing."""
    macros = {name: None for unit in units for name in undeclared(unit)}
    for region in never_taken(units) if macros else ():
        texts = list(lex(units[0].source.data, region.start, region.end))
        there = macros.keys() & {it.text for it in texts}
        asked = [macro for it in texts if it.kind == "directive" for macro in asked_for(it.text)] if there else []
        macros = {it: None for it in macros if it not in there or not asked}
        macros.update(dict.fromkeys(it.partition("=")[0] for it in asked))
    return tuple(it for it in macros if it.isupper())[:MOST_NAMED]


def undeclared(unit: Unit) -> dict[str, None]:
    """The names that the unit's own file uses and nothing declares."""
    errors = (message for span, message in unit.errors if span.path == unit.source.path)
    return dict.fromkeys(found[1] for it in errors if (found := UNDECLARED.match(it)))


def named(kernel: Kernel, targets: Sequence[str]) -> list[Arguments]:
    """The arguments of those `targets` that name the kernel."""
    found: dict[Arguments, None] = {}
    for target in targets:
        if "<" in target and names_kernel(kernel, target):
            found[listed(target)] = None
    return list(found)


class HasName(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def qualified(self) -> str: ...


def names_kernel(kernel: HasName, target: str) -> bool:
    return target.partition("<")[0].strip().removeprefix("::") in (kernel.name, kernel.qualified)


def launched(units: Sequence[Seen]) -> list[Arguments] | Finding:
    """The distinct arguments of the kernel's launches, as written where they mean the same beside the kernel; else as
    the compiler has them: also those of `template void k<half>(…);` and of `&k<half>`. A macro that another build has
    otherwise stays the macro."""
    found: dict[Arguments, None] = {}
    for unit, kernel in units:
        launches = [it for it in unit.launches if [one.key for one in it.kernels] == [kernel.key]]
        written = [written_arguments(unit, kernel, it) for it in launches]
        if wrong := next((it for it in written if isinstance(it, Finding)), None):
            return wrong
        stated = [it for it in written if it is not None and not isinstance(it, Finding)]
        known = bool(launches) and len(stated) == len(written)
        made = [] if known else [made_arguments(kernel, it) for it in unit.instantiations(kernel.key)]
        if not all(made) or any(words.startswith(f"{UNREAD} '{kernel.name}'") for _, words in unit.errors):
            return []
        found.update(dict.fromkeys(it for it in made or stated if it is not None))
    return list(found)


def written_arguments(unit: Unit, kernel: Kernel, launch: Launch) -> Arguments | Finding | None:
    """A launch's own arguments; None where some are deduced, or name what the kernel's own place does not know."""
    decided = of_the_build(unit, kernel, launch)
    given = decided.written if decided else listed(f"<{','.join(launch.template_arguments or ())}>")
    if given is not None and known_beside(unit, kernel, launch, given, decided is not None):
        return given
    if decided is None:
        return None
    text = f"{decided.macro}, which {kernel.name} is launched with, may be another in another build"
    text = f"{text}: name the instantiation with --bind-target '{target_of(kernel)}'"
    return problem("macro-of-build", kernel.span, text, kernel.qualified, (Related(launch.span, "launched here"),))


def known_beside(unit: Unit, kernel: Kernel, launch: Launch, given: Arguments, late: bool) -> bool:
    """Whether arguments say the same beside the kernel; `late` leaves aside what is declared behind it."""
    params = kernel.template or ()
    if any(deduced(it.name, kernel) for it in params[len(given) :]):
        return False
    local = unit.names_apart(launch.span, kernel) | undeclared(unit).keys()
    local -= unit.names_behind(kernel) if late else frozenset()
    words = [it.text for text in given for it in lex(text.encode())]
    known = all(it not in local for at, it in enumerate(words) if not at or words[at - 1] != "::")
    return known and complete(params, given) is not None


def target_of(kernel: Kernel) -> str:
    """How an instantiation of a kernel is named."""
    return f"{kernel.name}<{', '.join(it.name or 'value' for it in kernel.template or ())}>"


def made_arguments(kernel: Kernel, made: Sequence[str | int]) -> Arguments | None:
    """The arguments the compiler instantiated the kernel with, as text; None where one of them cannot be written."""
    params = kernel.template or ()
    texts = [made_argument(param, it) for param, it in zip(params, made, strict=False)]
    known = tuple(it for it in texts if it)
    return known if len(known) == len(params) == len(made) else None


def made_argument(param: TemplateParam, made: str | int) -> str:
    """A type as kernels name it, a value in the type of its parameter; "" where that is not known."""
    if isinstance(made, str):
        return HALF.sub("half", made) if "(" not in made else ""
    type = [it.text for it in lex(param.declaration.encode()) if it.text not in ("const", param.name)]
    if type == ["bool"]:
        return "true" if made else "false"
    if type and all(it in INTEGERS for it in type) and (made >= 0 or (SIGNED & set(type) and "unsigned" not in type)):
        return str(made)
    return (
        f"static_cast<{''.join(type)}>({made})"
        if type and all(it[0].isalnum() or it == "::" for it in type) and "auto" not in type
        else ""
    )
