"""The cases a rule's docstring holds: fenced blocks marked `bad`, `fixed` and `good`."""

import atexit
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from sklint.options import Options
from sklint.rule import Rule
from sklint.source import Source
from sklint.target import Target

FENCE = re.compile(r"^```cpp (bad|fixed|good)( [^\n]*)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = Options(cache=tempfile.mkdtemp(prefix="sklint-tests-"))
"""How tests read: the model headers are compiled once a run."""
atexit.register(shutil.rmtree, OPTIONS.cache, ignore_errors=True)

ARROW = re.compile(r" *// <-.*")


@dataclass(frozen=True, slots=True)
class Case:
    """A block: the lines its arrows point at, what fixing gives, the target the fence names (`chip=A3 cann=9.1`)."""

    source: Source
    lines: frozenset[int]
    fixed: bytes | None
    target: Target

    @property
    def good(self) -> bool:
        return not self.lines


def cases(rule: Rule) -> Iterator[Case]:
    """Each `bad` and `good` block; a `fixed` block belongs to the `bad` one before it."""
    blocks = FENCE.findall(rule.doc)
    for number, (kind, words, code) in enumerate(blocks):
        after = blocks[number + 1 : number + 2]
        if kind != "fixed":
            fixed = after[0][2] if kind == "bad" and after and after[0][0] == "fixed" else None
            yield case(f"{rule.id}-{number}.asc", code, words, fixed)


def case(name: str, code: str, words: str = "", fixed: str | None = None) -> Case:
    lines = frozenset(number for number, line in enumerate(code.splitlines(), 1) if ARROW.search(line))
    source = Source(name, ARROW.sub("", code).encode())
    return Case(source, lines, fixed.encode() if fixed is not None else None, target(words))


def target(words: str) -> Target:
    """`chip=A3 cann=9.1` as a target; nothing as none."""
    given = dict(word.split("=", 1) for word in words.split())
    return Target.of(given.get("chip", "").split(",") if "chip" in given else (), given.get("cann", ""))
