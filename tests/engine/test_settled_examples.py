"""What every rule says of its own examples after an edit inside one body is what it says of the text read anew: blanks
are typed in one body after the other."""

import re
from collections.abc import Iterator, Sequence

import pytest

from sklint.lint import check_units, read_units, shared_index
from sklint.packs import installed_packs
from sklint.rule import Rule
from sklint.source import Source
from sklint.testing import OPTIONS, Case, cases
from sklint.unit import Unit

RULES = [rule for pack in installed_packs() for rule in pack.rules]
BODY = re.compile(rb"\)\s*(?:const\s*)?\{")


def read(case: Case, text: bytes, before: Sequence[Unit] = ()) -> list[Unit]:
    return read_units(Source(case.source.path, text), case.target, OPTIONS, case.files, shared_index(), before)


def typed(text: bytes) -> Iterator[bytes]:
    """The text with a blank more at the start of each body, one after the other, and a line more in the first."""
    for number in range(len(BODY.findall(text))):
        at = list(BODY.finditer(text))[number].end()
        text = text[:at] + b" " + text[at:]
        yield text
    first = BODY.search(text)
    if first:
        yield text[: first.end()] + b"\n\n" + text[first.end() :]


@pytest.mark.parametrize("rule", [it for it in RULES if it.about is None], ids=lambda it: it.id)
def test_a_rule_says_of_its_examples_what_it_says_of_them_anew(rule: Rule) -> None:
    for case in cases(rule):
        units = read(case, case.source.data)
        check_units(units, RULES, case.target)
        for text in typed(case.source.data):
            units = read(case, text, units)
            anew = check_units(read(case, text), RULES, case.target).findings
            assert check_units(units, RULES, case.target).findings == anew, text.decode()
