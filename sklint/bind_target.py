"""Whether a text is a bind target: a kernel, or an instantiation of one, and nothing besides."""

from sklint.parse.brackets import template_end
from sklint.parse.expand import tokens_of
from sklint.parse.lex import lex


def is_bind_target(text: str) -> bool:
    """`add`, `ops::cast<half, 2>`: a name, with namespaces, and at most one list of template arguments behind it."""
    tokens = tokens_of("", lex(text.encode()))
    at = 1 if tokens and tokens[0].text == "::" else 0
    while [it.kind == "name" or it.text for it in tokens[at : at + 2]] == [True, "::"]:
        at += 2
    named = at < len(tokens) and tokens[at].kind == "name"
    return named and (at + 1 == len(tokens) or template_end(tokens, at + 1)[0] == len(tokens))
