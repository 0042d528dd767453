"""Helpers that take a block count and halve it on vector cores, and do nothing else."""

from sklint.block_count_form import CORE_TESTS
from sklint.body_words import BLOCKS, Reading, texts
from sklint.model import Body, Function
from sklint.normal_form import normal_form
from sklint.unit import Unit

GIVES = (("return", BLOCKS, ";"), ("{",), ("}",), ("else",))


def halving_helpers(unit: Unit, body: Body) -> frozenset[str]:
    """The names of those that a body calls."""
    called = {
        key: it.name for it in body.calls if len(it.arguments) == 1 and len(it.targets) == 1 for key in it.targets
    }
    return frozenset(name for key, name in called.items() if halves(unit.function(key)))


def halves(function: Function | None) -> bool:
    body = function.body if function else None
    if function is None or body is None or len(function.params) != 1 or not body.names_any(CORE_TESTS):
        return False
    lines = [texts(it) for it in normal_form(body, Reading({function.params[0].name: (BLOCKS,)}))]
    tests = (it for it in lines if it not in GIVES)
    return bool(lines) and all("if" in it and not CORE_TESTS.isdisjoint(it) and BLOCKS not in it for it in tests)
