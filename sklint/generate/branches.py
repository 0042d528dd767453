"""Branches that no configuration takes: macros to define so that they are read, and kernels that stay unread."""

import re
from collections.abc import Iterator, Sequence

from sklint.finding import Finding
from sklint.generate.request import problem
from sklint.parse.lex import Lexeme, lex
from sklint.source import Source, Span
from sklint.unit import Unit

CONDITION = re.compile(r"#\s*(?:ifdef\s+(\w+)|(?:el)?if\b(.*))")
COMPARED = re.compile(r"\b([A-Za-z_]\w*)\s*(==|>=?)\s*(\d+)\b")
NAME = re.compile(r"(?<![\w.])(!?\s*)(?:defined\s*\(?\s*)?([A-Za-z_]\w*)")
DEFINED = re.compile(r"#\s*define\s+(\w+)")
NEVER = re.compile(r"#\s*(?:el)?if\s+(?:0|false)\b")
TARGETS_OWN = ("__NPU_ARCH__", "__CCE_AICORE__", "__DAV_")
MOST = 8
"""So many readings more, at most: each costs a parse."""


MEANINGFUL = frozenset(
    "GetBlockNum get_block_num get_block_idx block_num block_idx asc_get_block_num asc_get_block_idx TPipe Destroy "
    "DestroyWithoutPipeAll KERNEL_TASK_TYPE_DEFAULT KERNEL_TASK_TYPE".split()
)
"""Words in a branch nobody reads that say the SK function needs a change there."""


def further_macros(units: Sequence[Unit]) -> list[str]:
    """One macro a reading, such as `FAST=1`: what branches with kernels, or within kernels, ask for."""
    found: dict[str, None] = {}
    for region in never_taken(units):
        if matters(units, region):
            found.update(dict.fromkeys(asked_in(units[0].source, region)))
    return list(found)[:MOST]


def asked_in(source: Source, region: Span) -> Iterator[str]:
    """The macros that the directives of a region ask for."""
    directives = (it.text for it in lex(source.data, region.start, region.end) if it.kind == "directive")
    return (macro for it in directives for macro in asked_for(it))


def never_taken(units: Sequence[Unit]) -> Iterator[Span]:
    """What each unit leaves out, but for what is switched off for good."""
    return (it for it in left_out(units) if not NEVER.match(units[0].source.text(it)))


def left_out(units: Sequence[Unit]) -> Iterator[Span]:
    """What all units leave out. One may take a branch that another leaves out together with those beside it."""
    regions = list(units[0].inactive if units else ())
    for unit in units[1:]:
        common = (
            Span(one.path, max(one.start, other.start), min(one.end, other.end))
            for one in regions
            for other in unit.inactive
        )
        regions = [it for it in common if it.start < it.end]
    yield from regions


def matters(units: Sequence[Unit], region: Span) -> bool:
    """Whether a region holds kernels, is within one, gives another meaning to a word of one, or says something that SK
    functions may not call."""
    source = units[0].source
    kernels = [kernel for unit in units for kernel in unit.kernels if kernel.extent.path == source.path]
    if any(it.extent.contains(region) for it in kernels):
        return True
    code = list(lex(source.data, region.start, region.end))
    words = {it.text for it in code if it.kind == "name"}
    if "__global__" in words or words & MEANINGFUL:
        return True
    named = {it.text for kernel in kernels for it in lex(source.data, kernel.extent.start, kernel.extent.end)}
    return not named.isdisjoint(meant(code))


def meant(code: Sequence[Lexeme]) -> Iterator[str]:
    """The macros and the names of types that a text defines."""
    for at, it in enumerate(code):
        if it.kind == "directive" and (macro := DEFINED.match(it.text)):
            yield macro[1]
        elif it.text == "using" and at + 1 < len(code):
            yield code[at + 1].text
        elif it.text == "typedef":
            end = next((end for end in range(at, len(code)) if code[end].text == ";"), len(code))
            yield code[end - 1].text


def asked_for(text: str) -> Iterator[str]:
    """The macros in the condition of a directive, with a value that it may want."""
    match = CONDITION.match(text.replace("\\\n", " "))
    if match is None:
        return
    if match[1]:
        yield f"{match[1]}=1"
        return
    condition = match[2].partition("//")[0]
    values = {name: str(int(least) + (how == ">")) for name, how, least in COMPARED.findall(condition)}
    for negated, name in NAME.findall(condition):
        if not negated.strip() and name != "defined" and not name.startswith(TARGETS_OWN):
            yield f"{name}={values.get(name, '1')}"


def unread_kernels(units: Sequence[Unit]) -> list[Finding]:
    """Kernels in branches that no reading takes."""
    source = units[0].source
    found: list[Finding] = []
    for region in never_taken(units):
        for it in defined_names(source, region):
            text = f"{it.text} is in a branch that is not read: define what the branch asks for"
            found.append(problem("unread-kernel", source.span(it.start, it.end), text, it.text))
    return found


def defined_names(source: Source, region: Span) -> Iterator[Lexeme]:
    """The names of the functions that a text defines as `__global__`."""
    tokens = [it for it in lex(source.data, region.start, region.end) if it.kind != "directive"]
    for at, it in enumerate(tokens):
        if it.text == "__global__" and it.kind == "name":
            yield from defined_name(tokens[at:])


def defined_name(tokens: Sequence[Lexeme]) -> Iterator[Lexeme]:
    """The last name with parameters before the body, where there is a body."""
    level, name = 0, None
    for at, it in enumerate(tokens):
        if level == 0 and it.text == "(" and not tokens[at - 1].text.startswith("__"):
            name = tokens[before_arguments(tokens, at - 1)]
        level += (it.text == "(") - (it.text == ")")
        if level == 0 and it.text in (";", "{", "}"):
            yield from [name] if name and it.text == "{" else []
            return


def before_arguments(tokens: Sequence[Lexeme], last: int) -> int:
    """The index of the name whose template arguments end at `last`, as in `k<float>(`; `last` where none do."""
    level = 0
    for at in range(last, 0, -1):
        level += tokens[at].text.count(">") - tokens[at].text.count("<")
        if level <= 0:
            return at if at == last else at - 1
    return last
