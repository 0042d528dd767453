"""Brackets in token lists: where they close, what stands between their commas."""

from collections.abc import Sequence
from typing import Protocol

from sklint.body import Token


class Word(Protocol):
    """Whatever has a text: a token, or a lexeme."""

    @property
    def text(self) -> str: ...


def split_params(tokens: Sequence[Token], opening: int) -> list[list[Token]]:
    """The comma-separated groups inside the bracket at `opening`; commas inside brackets of theirs do not count, nor do
    those between `<` and `>` unless these compare, as in `bool less = 3 < 4, bool more = 4 > 3`."""
    groups: list[list[Token]] = [[]]
    at, ends = opening + 1, (")", "]", "}") if opening >= 0 and tokens[opening].text != "<" else (")", "]", "}", ">")
    while at < len(tokens) and tokens[at].text not in ends:
        end = at + 1
        if tokens[at].text in ("(", "[", "{"):
            end = after(tokens, at)
        elif tokens[at].text == "<" and tokens[at - 1].kind == "name":
            end = max(end, template_end(tokens, at)[0])
        if tokens[at].text == ",":
            groups.append([])
        else:
            groups[-1] += tokens[at:end]
        at = end
    groups = [group for group in groups if group]
    return [] if len(groups) == 1 and [it.text for it in groups[0]] == ["void"] else groups


def closing(tokens: Sequence[Token], opening: int) -> int:
    """The index of the parenthesis that closes the one at `opening`."""
    level = 0
    for at in range(opening, len(tokens)):
        level += (tokens[at].text == "(") - (tokens[at].text == ")")
        if level == 0:
            return at
    return len(tokens)


def split_commas(text: str) -> list[str]:
    """The parts of a text between commas outside brackets."""
    parts, level = [""], 0
    for char in text:
        level += (char in "([{") - (char in ")]}")
        if char == "," and level == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def after(tokens: Sequence[Token], opening: int) -> int:
    """The index after the bracket that closes the one at `opening`."""
    pairs = {"(": ")", "[": "]", "{": "}", "<": ">"}
    first, last = tokens[opening].text, pairs[tokens[opening].text]
    level = 0
    for at in range(opening, len(tokens)):
        level += (tokens[at].text == first) - (tokens[at].text == last)
        if level == 0:
            return at + 1
    return len(tokens)


def template_end(tokens: Sequence[Token], at: int) -> tuple[int, tuple[str, ...]]:
    """Where the `<...>` that may start at `at` ends, and the arguments in it; `at` itself if there is none."""
    if at >= len(tokens) or tokens[at].text != "<":
        return at, ()
    level, brackets, words = 0, 0, [""]
    for index in range(at, min(len(tokens), at + 200)):
        text = tokens[index].text
        brackets += (text == "(") - (text == ")")
        if not brackets:
            level += (text == "<") - (text == ">")
        if text in (";", "{", "}") or (text in ("&&", "||") and not brackets) or brackets < 0:
            break
        if level == 0:
            return index + 1, tuple(it.strip() for it in words if it.strip())
        if text == "," and level == 1 and not brackets:
            words.append("")
        elif index > at:
            words[-1] += f" {text}"
    return at, ()


NO_ARGUMENTS = frozenset((";", "{", "}", "||", "and", "or"))
"""What stands between no `<` and `>` of template arguments, but in parentheses."""


def template_start(tokens: Sequence[Word], closing: int) -> int:
    """The index of the name before the `<` that opens what `>` at `closing` closes."""
    level = 0
    for at in range(closing, -1, -1):
        level += (tokens[at].text == ">") - (tokens[at].text == "<")
        if level == 0:
            return max(0, at - 1)
        joins = tokens[at].text == "&&" and tokens[at + 1].text not in (",", ">")
        if joins or tokens[at].text in NO_ARGUMENTS:
            break
    return closing


def receiver_start(tokens: Sequence[Token], at: int) -> int:
    """Where the postfix expression that ends at `at` starts."""
    while at >= 0:
        if tokens[at].text in (")", "]"):
            at = bracket_start(tokens, at)
            if at >= 1 and tokens[at - 1].kind == "name" and tokens[at - 1].text not in WORDS:
                at -= 1
        if at >= 1 and tokens[at - 1].text == "::" and not (at >= 2 and is_scope(tokens, at - 2)):
            return at - 1
        if at >= 1 and tokens[at - 1].text in (".", "->", "::"):
            at -= 2
            continue
        return max(at, 0)
    return 0


def is_scope(tokens: Sequence[Token], at: int) -> bool:
    """Whether a `::` after the token names a part of what ends there, and not what is global, as in `return ::f()`."""
    if tokens[at].text == ")":
        return tokens[bracket_start(tokens, at) - 1].text == "decltype"
    if tokens[at].text == ">":
        at = template_start(tokens, at)
    return tokens[at].kind == "name" and tokens[at].text not in WORDS


def scope_start(tokens: Sequence[Token], at: int) -> int:
    """Where the scope starts that ends at `at`: a name, `Op<T>` or `decltype(it)`."""
    if tokens[at].text == ")":
        return bracket_start(tokens, at) - 1
    return template_start(tokens, at) if tokens[at].text == ">" else at


def bracket_start(tokens: Sequence[Token], at: int) -> int:
    level = 0
    for index in range(at, -1, -1):
        level += (tokens[index].text in (")", "]")) - (tokens[index].text in ("(", "["))
        if level == 0:
            return index
    return 0


WORDS = frozenset(
    "if for while switch return sizeof alignof decltype case do else new delete throw catch static_assert alignas "
    "constexpr const_cast static_cast reinterpret_cast dynamic_cast typeid noexcept co_await co_return co_yield "
    "not and or xor bitand bitor compl typename const volatile static inline extern".split()
)


def arguments(tokens: Sequence[Token], opening: int, closing: int) -> tuple[str, ...]:
    """The texts between the commas of the parenthesis from `opening` to before `closing`."""
    words: list[str] = [""]
    level = 0
    for it in tokens[opening + 1 : closing - 1]:
        level += (it.text in ("(", "[", "{")) - (it.text in (")", "]", "}"))
        if it.text == "," and level == 0:
            words.append("")
        else:
            words[-1] += (
                it.text if not words[-1] or not (words[-1][-1].isalnum() and it.text[0].isalnum()) else f" {it.text}"
            )
    return tuple(words) if words != [""] else ()


def argument_count(tokens: Sequence[Token], opening: int, closing: int) -> int:
    return len(arguments(tokens, opening, closing))


UNEVALUATED = frozenset(("sizeof", "alignof", "decltype", "noexcept", "typeid"))


def unevaluated(tokens: Sequence[Token]) -> frozenset[int]:
    """The indexes of the tokens inside `sizeof(...)`, `decltype(...)` and their like, which compute nothing."""
    starts = [at + 1 for at, it in enumerate(tokens[:-1]) if it.text in UNEVALUATED and tokens[at + 1].text == "("]
    return frozenset(index for start in starts for index in range(start, after(tokens, start)))
