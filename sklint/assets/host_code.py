"""What a source registers with the framework and the runtime, as its tokens tell: nothing from comments, strings and
macro definitions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from sklint.assets.core_configs import ChipConfig, core_configs, is_use
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

TILING_WORDS = ("TilingFunc", "SetTiling", "IMPL_OP_OPTILING", "OpTiling")


@dataclass(frozen=True, slots=True)
class Registered:
    """A macro that names an operator's type."""

    macro: str
    op_type: str
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
    registered = tuple(registrations(source, found))
    return HostCode(
        registered=registered,
        configs=tuple(core_configs(source, found, {it.op_type for it in registered if it.macro == "OP_ADD"})),
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
        if it.text in OP_TYPE_FIRST and is_use(found, at):
            argument = takewhile(lambda one: one.text not in (",", ")"), found[at + 2 :])
            names = [one.text for one in argument if one.kind == "name"]
            yield from [Registered(it.text, names[-1], source.line_at(it.start))] if names else []


def tensors(found: Sequence[Lexeme]) -> Iterator[str]:
    """The names in `Input("x")` and `Output("y")`."""
    for at, it in enumerate(found):
        if (
            it.text in ("Input", "Output")
            and is_use(found, at)
            and [one.kind for one in found[at + 2 : at + 3]] == ["string"]
        ):
            yield found[at + 2].text.strip('"')
