"""Template arguments of launches that are macros which a build chooses: an SK_BIND that spells out what they are in one
build would bind another instantiation than the next build launches."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sklint.body import Token
from sklint.generate.macro_words import behind, use_text, words
from sklint.generate.template_arguments import Arguments, listed, substituted
from sklint.generate.unsettled import chosen, chosen_by_build
from sklint.model import Kernel, Launch
from sklint.parse.brackets import template_end
from sklint.parse.lex import lex
from sklint.source import Source
from sklint.unit import Unit

VALUE = re.compile(r"\s*(?:#\s*define\s+)?\w+\s(.*)", re.S)
DEEPEST = 8
REDEFINES = re.compile(r"#\s*(?:define|undef)\s+(\w+)")


@dataclass(frozen=True, slots=True)
class OfTheBuild:
    """The macro that decides on a launch's arguments, and how the launch writes them; `written` is None where that
    says something else beside the kernel, or not how many arguments they are."""

    macro: str
    written: Arguments | None


def of_the_build(unit: Unit, kernel: Kernel, launch: Launch) -> OfTheBuild | None:
    """The macro of a build in the template arguments of a launch, in the defaults of those it leaves out included."""
    source = unit.file(launch.span.path)
    if source is None or launch.template_arguments is None:
        return None
    if source.text(launch.span) != launch.name.rpartition("::")[2]:
        macro = next((it for it in made_by(unit, source, launch) if chosen_by_build(unit, it)), "")
        return OfTheBuild(macro, None) if macro else None
    end = source.data.find(b"<<<", launch.span.end)
    raw = listed(source.decode(launch.span.end, end)) if end > 0 else ()
    if macro := chosen(unit, words(raw)):
        there = len(raw) == len(launch.template_arguments) and not redefined(unit, kernel, launch, raw)
        return OfTheBuild(macro, raw if there else None)
    macro = chosen(unit, default_words(unit, kernel)) if len(raw) < len(kernel.template or ()) else ""
    return OfTheBuild(macro, None) if macro else None


def in_this_build(unit: Unit, arguments: Arguments) -> Arguments:
    """Template arguments with the values of the macros that have no parameters put in."""
    found = arguments
    for _ in range(DEEPEST):
        values = {name: text for name in words(found) if (text := value(unit, name))}
        if not values:
            break
        found = tuple(substituted(it, values) for it in found)
    return found


def value(unit: Unit, name: str) -> str:
    """What the definition of a macro says behind its name; "" for one with parameters."""
    span = unit.macro_definition(name)
    source = unit.file(span.path) if span else None
    found = VALUE.match(source.text(span)) if source and span else None
    return found[1].strip() if found else ""


def made_by(unit: Unit, source: Source, launch: Launch) -> list[str]:
    """The macros that template arguments come from, where a macro makes the launch."""
    tokens = unit.expansion(launch.span)
    name = launch.name.rpartition("::")[2]
    opening = next((at + 1 for at, it in enumerate(tokens[:-1]) if it.text == name and tokens[at + 1].text == "<"), 0)
    given = tokens[opening : template_end(tokens, opening)[0]] if opening else ()
    use = use_text(source, launch.span.start)
    macros = dict.fromkeys(one for it in words([use]) for one in behind(unit, it))
    ends = [it for it in macros if any(stands_in(unit, it, one) for one in given)]
    return [it for it in macros if any(one in ends for one in behind(unit, it))]


def stands_in(unit: Unit, macro: str, token: Token) -> bool:
    span = unit.macro_definition(macro) if token.in_definition else None
    return span is not None and span.path == token.spelled.path and span.contains(token.spelled)


def redefined(unit: Unit, kernel: Kernel, launch: Launch, raw: Arguments) -> bool:
    """Whether a directive between the kernel and the launch gives a macro of the arguments another meaning."""
    if launch.span.path != kernel.extent.path or launch.span.path != unit.source.path:
        return False
    names = {one for it in words(raw) for one in behind(unit, it)}
    between = lex(unit.source.data, kernel.extent.end, launch.span.start)
    directives = (REDEFINES.match(it.text) for it in between if it.kind == "directive")
    return any(it[1] in names for it in directives if it)


def default_words(unit: Unit, kernel: Kernel) -> Iterator[str]:
    """The words of a kernel's template header."""
    source = unit.file(kernel.extent.path)
    return words([source.decode(kernel.extent.start, kernel.span.start)]) if source else iter(())
