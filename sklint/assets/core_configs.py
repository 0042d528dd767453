"""The chips that an operator is registered for, and the kernel file that its build takes for each."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from sklint.parse.lex import Lexeme
from sklint.source import Source

CORE_CONFIG = "REGISTER_OP_AICORE_CONFIG"
KERNEL_FILE = "opFile.value"


@dataclass(frozen=True, slots=True)
class ChipConfig:
    """A chip that an operator is registered for; "" where it is not written as text. `op_type` is "" where the source
    does not tell whose it is, `kernel_file` (without a suffix) where the build takes that of the operator's name."""

    op_type: str
    chip: str
    line: int
    kernel_file: str = ""


def core_configs(source: Source, found: Sequence[Lexeme], added: Set[str]) -> Iterator[ChipConfig]:
    """`AddConfig("chip", config)` in the class of its operator, of those that are added, and
    `REGISTER_OP_AICORE_CONFIG(Type, chip, …)`."""
    kernel_files = dict(files_of_configs(found))
    for at, (it, around) in enumerate(zip(found, classes_around(found), strict=True)):
        if it.text == "AddConfig" and is_use(found, at):
            own = [name for name in around if name in added]
            file = kernel_files.get((around, text_at(found, at + 4)), "")
            yield ChipConfig(own[-1] if own else "", chip(found, at + 2), source.line_at(it.start), file)
        elif it.text == CORE_CONFIG and is_use(found, at):
            yield ChipConfig(text_at(found, at + 2), chip(found, at + 4), source.line_at(it.start))


def files_of_configs(found: Sequence[Lexeme]) -> Iterator[tuple[tuple[tuple[str, ...], str], str]]:
    """The kernel file of each variable of a class: `config.….ExtendCfgInfo("opFile.value", "add_apt")`."""
    first = ""
    for at, (it, around) in enumerate(zip(found, classes_around(found), strict=True)):
        if it.text in (";", "{", "}"):
            first = text_at(found, at + 1)
        elif it.text == "ExtendCfgInfo" and text_at(found, at + 2) == KERNEL_FILE:
            yield (around, first), text_at(found, at + 4)


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


def is_use(found: Sequence[Lexeme], at: int) -> bool:
    """Whether a name is called."""
    return text_at(found, at + 1) == "("


def text_at(found: Sequence[Lexeme], at: int) -> str:
    """A token, a string without its quotes; "" behind the last."""
    if at >= len(found):
        return ""
    return found[at].text.strip('"') if found[at].kind == "string" else found[at].text


def chip(found: Sequence[Lexeme], at: int) -> str:
    """A chip's name as text or as a bare word."""
    text = text_at(found, at)
    as_text = at < len(found) and found[at].kind == "string"
    return text if as_text or text.lower().startswith(("ascend", "kirin")) else ""
