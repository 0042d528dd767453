"""The template arguments of a kernel and of its SK functions, as text."""

from collections.abc import Sequence

from sklint.body import Token
from sklint.declared import TemplateParam
from sklint.parse.brackets import split_params, template_end
from sklint.parse.expand import tokens_of
from sklint.parse.lex import lex
from sklint.parse.spelling import comparisons, spell

Arguments = tuple[str, ...]


def listed(text: str) -> Arguments:
    """The template arguments in `name<a, b>`, as a person would write them."""
    tokens = tokens_of("", lex(text.encode()))
    opening = next((at for at, it in enumerate(tokens) if it.text == "<"), len(tokens))
    end, _ = template_end(tokens, opening)
    return tuple(argument(it) for it in split_params(tokens[:end], opening)) if end > opening else ()


def complete(params: Sequence[TemplateParam], given: Arguments) -> Arguments | None:
    """The arguments with the defaults of those left out; None where they do not fit."""
    packs = any(it.pack for it in params)
    if len(given) > len(params) and not packs:
        return None
    values = dict(zip((it.name for it in params), given, strict=False))
    found = list(given)
    for it in params[len(given) :]:
        if it.pack:
            continue
        if not it.default:
            return None
        values[it.name] = substituted(it.default, values)
        found.append(values[it.name])
    return tuple(found)


def substituted(text: str, values: dict[str, str]) -> str:
    """A default argument with the arguments before it put in."""
    tokens = tokens_of("", lex(text.encode()))
    return argument(
        [
            token
            for it in tokens
            for token in (tokens_of("", lex(values[it.text].encode())) if it.text in values else [it])
        ]
    )


def argument(tokens: Sequence[Token]) -> str:
    """A template argument as a person would write it, in parentheses where it compares."""
    text, level = spell(tokens), 0
    compared = comparisons(tokens)
    for at, it in enumerate(tokens):
        level += (it.text in ("(", "[", "{")) - (it.text in (")", "]", "}"))
        if at in compared and not level:
            return f"({text})"
    return text


def part_position(params: Sequence[TemplateParam]) -> int:
    """Where the part's number stands among the template parameters: last, but before a pack."""
    return next((at for at, it in enumerate(params) if it.pack), len(params))


def sk_arguments(params: Sequence[TemplateParam], given: Arguments, part: int) -> str:
    """The template arguments of an SK function for one part."""
    full = complete(params, given) or ()
    at = part_position(params)
    return ", ".join([*full[:at], str(part), *full[at:]])
