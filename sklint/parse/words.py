"""What the words of a text say by themselves: whether a macro makes qualifiers, which types a body declares."""

import re
from collections.abc import Iterator, Sequence

from sklint.body import Token

MARK = re.compile(rb"__(?:global|sk)__")
DEFINING = re.compile(rb"[ \t]*#[ \t]*define\b")
CONTINUED = (b"\\\n", b"\\\r\n")


def in_a_definition(data: bytes) -> bool:
    """Whether a qualifier stands in the definition of a macro."""
    for it in MARK.finditer(data):
        start = data.rfind(b"\n", 0, it.start()) + 1
        while start and data.endswith(CONTINUED, 0, start):
            start = data.rfind(b"\n", 0, start - 1) + 1
        if DEFINING.match(data, start):
            return True
    return False


def local_types(tokens: Sequence[Token]) -> Iterator[str]:
    """The types that a body declares: aliases, classes, enums."""
    for at, it in enumerate(tokens[:-2]):
        if (it.text == "using" and tokens[at + 2].text == "=") or it.text in ("struct", "class", "enum"):
            yield tokens[at + 1].text
        elif it.text == "typedef":
            end = next((i for i in range(at, len(tokens)) if tokens[i].text == ";"), at + 1)
            yield tokens[end - 1].text
