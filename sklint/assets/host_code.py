"""What a source registers with the framework and the runtime, as its tokens tell: nothing from comments, strings and
macro definitions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.code_tokens import live_tokens
from sklint.parse.lex import Lexeme
from sklint.source import Source

WORTH = re.compile(
    rb"OP_ADD|IMPL_OP|REGISTER_(?:TILING_DATA_CLASS|OP_AICORE_CONFIG)|AddConfig|TilingFunc|SetTiling|OpTiling|npu_op|aclrt"
    rb"|aclCreate|\bmain\s*\("
)
"""What a source without host code has none of: the cheap question first."""

OP_TYPE_FIRST = ("OP_ADD", "IMPL_OP", "IMPL_OP_OPTILING", "IMPL_OP_INFERSHAPE", "REGISTER_TILING_DATA_CLASS")
"""Macros whose first argument is the operator's type."""

CORE_CONFIG = "REGISTER_OP_AICORE_CONFIG"
TILING_WORDS = ("TilingFunc", "SetTiling", "IMPL_OP_OPTILING", "OpTiling")


@dataclass(frozen=True, slots=True)
class Registered:
    """A macro that names an operator's type."""

    macro: str
    op_type: str
    line: int


@dataclass(frozen=True, slots=True)
class ChipConfig:
    """A chip that an operator is registered for; "" where it is not written as text. `op_type` is "" where the source
    does not tell whose it is."""

    op_type: str
    chip: str
    line: int


@dataclass(frozen=True, slots=True)
class HostCode:
    """What is registered in one source; `tensors` are the names of inputs and outputs. `rtc_line` is the first use of
    the runtime compiler, 0 without one."""

    registered: tuple[Registered, ...] = ()
    configs: tuple[ChipConfig, ...] = ()
    tensors: frozenset[str] = frozenset()
    has_tiling_func: bool = False
    rtc_line: int = 0
    is_program: bool = False  # it has a main function, or uses the runtime
    is_framework: bool = False  # it names npu_op

    @property
    def op_adds(self) -> tuple[Registered, ...]:
        return tuple(it for it in self.registered if it.macro == "OP_ADD")


NOTHING = HostCode()


def host_code(source: Source) -> HostCode:
    if not WORTH.search(source.data):
        return NOTHING
    found = tuple(it for it in live_tokens(source.data) if it.kind != "directive")
    names = [it for it in found if it.kind == "name"]
    rtc = next((it for it in names if it.text.startswith("aclrtc")), None)
    return HostCode(
        registered=tuple(registrations(source, found)),
        configs=tuple(configs(source, found)),
        tensors=frozenset(tensors(found)),
        has_tiling_func=any(it.text in TILING_WORDS or it.text.endswith("TilingFunc") for it in names),
        rtc_line=source.line_at(rtc.start) if rtc else 0,
        is_program=has_main(found) or any(it.text.startswith(("aclrt", "aclCreate")) for it in names),
        is_framework=any(it.text.startswith("npu_op") for it in names),
    )


def has_main(found: Sequence[Lexeme]) -> bool:
    texts = [it.text for it in found]
    return any(texts[at : at + 3] == ["int", "main", "("] for at in range(len(texts)))


def registrations(source: Source, found: Sequence[Lexeme]) -> Iterator[Registered]:
    """The uses of macros that name an operator: `OP_ADD(Name)`, also with more arguments."""
    for at, it in enumerate(found):
        if it.text in OP_TYPE_FIRST and is_use(found, at) and found[at + 2 : at + 3] and found[at + 2].kind == "name":
            yield Registered(it.text, found[at + 2].text, source.line_at(it.start))


def is_use(found: Sequence[Lexeme], at: int) -> bool:
    """Whether a name is called."""
    return [it.text for it in found[at + 1 : at + 2]] == ["("]


def configs(source: Source, found: Sequence[Lexeme]) -> Iterator[ChipConfig]:
    """`AddConfig("chip")` in the class of its operator, and `REGISTER_OP_AICORE_CONFIG(Type, chip, …)`."""
    added = {it.op_type for it in registrations(source, found) if it.macro == "OP_ADD"}
    for at, (it, around) in enumerate(zip(found, classes_around(found), strict=True)):
        if it.text == "AddConfig" and is_use(found, at):
            own = [name for name in around if name in added]
            yield ChipConfig(own[-1] if own else "", written(found[at + 2 : at + 3]), source.line_at(it.start))
        elif it.text == CORE_CONFIG and is_use(found, at) and found[at + 4 : at + 5]:
            yield ChipConfig(found[at + 2].text, written(found[at + 4 : at + 5]), source.line_at(it.start))


def tensors(found: Sequence[Lexeme]) -> Iterator[str]:
    """The names in `Input("x")` and `Output("y")`."""
    for at, it in enumerate(found):
        if (
            it.text in ("Input", "Output")
            and is_use(found, at)
            and [one.kind for one in found[at + 2 : at + 3]] == ["string"]
        ):
            yield found[at + 2].text.strip('"')


def classes_around(found: Sequence[Lexeme]) -> Iterator[tuple[str, ...]]:
    """For each token the names of the classes that it stands in, outermost first."""
    open_braces: list[str] = []
    head, coming = False, ""
    for it in found:
        if it.text in ("class", "struct"):
            head, coming = True, ""
        elif head and it.kind == "name":
            coming = coming if it.text == "final" else it.text
        elif it.text == ":":
            head = False
        elif it.text == "{":
            open_braces.append(coming)
            head, coming = False, ""
        elif it.text in (";", ">", ",", ")") and head:
            head, coming = False, ""
        elif it.text == "}":
            open_braces[-1:] = []
        yield tuple(filter(None, open_braces))


def written(argument: Sequence[Lexeme]) -> str:
    """A chip's name as text or as a bare word."""
    text = argument[0].text if argument else ""
    if argument and argument[0].kind == "string":
        return text.strip('"')
    return text if text.lower().startswith(("ascend", "kirin")) else ""
