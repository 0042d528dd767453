"""Words in the C++ of an asset that say what it is: SuperKernel markers, operator and torch registration."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from sklint.code_tokens import code_tokens
from sklint.delivery.asset_files import Asset
from sklint.delivery.evidence import Evidence
from sklint.parse.lex import Lexeme
from sklint.source import Source

Topic = Literal["__sk__", "SK_BIND", "sk_param_struct", "registration", "torch-library", "pybind"]

PARAM_STRUCTS = frozenset(("CommArgs", "SkSystemArgs"))
CALLED: Mapping[str, Topic] = {
    "SK_BIND": "SK_BIND",
    "OP_ADD": "registration",
    "TORCH_LIBRARY": "torch-library",
    "TORCH_LIBRARY_FRAGMENT": "torch-library",
    "TORCH_LIBRARY_IMPL": "torch-library",
    "PYBIND11_MODULE": "pybind",
}
ABOUT_MACROS = frozenset(("define", "undef", "ifdef", "ifndef", "defined"))
WORTH = re.compile(rb"__sk__|CommArgs|SkSystemArgs|\bparam\b|" + b"|".join(it.encode() for it in CALLED))
PARAM = ("__gm__", "uint64_t", "*", "param")


def code_words(asset: Asset) -> dict[Topic, tuple[Evidence, ...]]:
    """Where each topic's words stand in the code of sources and headers."""
    found: dict[Topic, tuple[Evidence, ...]] = {}
    for it in asset.of("source", "header"):
        if it.source and WORTH.search(it.source.data):
            for topic, line, word in words_of(it.source):
                found[topic] = (*found.get(topic, ()), Evidence(it.path, line, word))
    return found


def words_of(source: Source) -> Iterator[tuple[Topic, int, str]]:
    tokens = tuple(code_tokens(source.data))
    for at, it in enumerate(tokens):
        if it.kind == "name" and not names_macro(tokens, at) and (topic := topic_of(tokens, at)):
            yield topic, source.line_at(it.start), it.text


def topic_of(tokens: Sequence[Lexeme], at: int) -> Topic | None:
    text = tokens[at].text
    if text == "__sk__":
        return "__sk__"
    if text in PARAM_STRUCTS or tuple(it.text for it in tokens[at : at + len(PARAM)]) == PARAM:
        return "sk_param_struct"
    return CALLED.get(text) if [it.text for it in tokens[at + 1 : at + 2]] == ["("] else None


def names_macro(tokens: Sequence[Lexeme], at: int) -> bool:
    """Whether a name is there because a macro is defined, or asked for."""
    before = [it.text for it in tokens[max(at - 2, 0) : at]]
    return bool(before) and (before[-1] in ABOUT_MACROS or before[-2:] == ["defined", "("])
