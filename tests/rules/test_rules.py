"""Every rule's docstring is its test: bad is found where the arrows say, good is not, fixed is what fixing gives.

The rules are those of all installed packs, and of the folders that SKLINT_TEST_PACKS names.
"""

import os

import pytest

from sklint.fix import settle
from sklint.packs import rules_of
from sklint.rule import Rule
from sklint.testing import Case, cases, findings

RULES = rules_of(tuple(filter(None, os.environ.get("SKLINT_TEST_PACKS", "").split(os.pathsep))))
CASES = [pytest.param(rule, case, id=case.source.path) for rule in RULES for case in cases(rule)]
FIXED = [it for it in CASES if isinstance(it.values[1], Case) and it.values[1].fixed is not None]


def found(rule: Rule, case: Case) -> set[int]:
    return {case.source.line_at(it.span.start) for it in findings(case, [rule])}


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_finds_what_the_arrows_show(rule: Rule, case: Case) -> None:
    assert found(rule, case) == case.lines


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_no_other_rule_speaks_of_a_good_block(rule: Rule, case: Case) -> None:
    if case.good:
        spoken = {it.rule for it in findings(case, RULES)}
        assert spoken <= {"sk.bind-missing"} - {rule.id}


@pytest.mark.parametrize(("rule", "case"), FIXED)
def test_fix_gives_the_fixed_text_and_settles(rule: Rule, case: Case) -> None:
    path = case.source.path
    settled = settle({path: case.source}, lambda them: findings(case, [rule], them[path]), unsafe=True)
    assert settled[path].data.decode() == (case.fixed or b"").decode()
    assert not [it for it in findings(case, [rule], settled[path]) if it.fixes]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_is_whole(rule: Rule) -> None:
    kinds = [case.good for case in cases(rule)]
    assert True in kinds and False in kinds, "a rule shows at least one bad and one good case"
    module = rule.module.rpartition(".")[2]
    assert module == rule.id.replace(".", "_").replace("-", "_"), "a rule's file is named after its id"
    assert rule.summary.endswith(".") and len(rule.summary) <= 120
    assert rule.sources, "a rule names where its demand comes from"


@pytest.mark.parametrize("rule", [it for it in RULES if it.words], ids=lambda rule: rule.id)
def test_what_a_rule_finds_speaks_of_its_words(rule: Rule) -> None:
    """Headers without them are not read for the rule."""
    bad = [it.source.data.decode() for it in cases(rule) if not it.good]
    assert all(any(word in text for word in rule.words) for text in bad)
