"""The cases a rule's docstring holds: fenced blocks marked `bad`, `fixed` and `good`, and the `file`s beside them."""

import atexit
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sklint.config import Config
from sklint.contract_files import contract_request
from sklint.finding import Finding
from sklint.lint import lint
from sklint.lint_contract import lint_request
from sklint.options import Options
from sklint.readable import CONTRACT_NAMES
from sklint.rule import Rule
from sklint.source import Source
from sklint.target import Target
from sklint.targeted import Targeted

FENCE = re.compile(r"^```(?:cpp|json) (bad|fixed|good|file)( [^\n]*)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = Options(cache=tempfile.mkdtemp(prefix="sklint-tests-"))
"""How tests read: the model headers are compiled once a run."""
atexit.register(shutil.rmtree, OPTIONS.cache, ignore_errors=True)

ARROW = re.compile(r" *// <-.*")


@dataclass(frozen=True, slots=True)
class Case:
    """A block: the lines its arrows point at, what fixing gives, the target the fence names (`chip=A3 cann=9.1`), and
    the texts of the files beside it by their paths."""

    source: Source
    lines: frozenset[int]
    fixed: bytes | None
    target: Target
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    @property
    def good(self) -> bool:
        return not self.lines


def cases(rule: Rule) -> Iterator[Case]:
    """Each `bad` and `good` block; a `fixed` block belongs to the `bad` one before it, a `file` block is beside all
    that come after it."""
    blocks = FENCE.findall(rule.doc)
    files: dict[str, str] = {}
    for number, (kind, words, code) in enumerate(blocks):
        after = blocks[number + 1 : number + 2]
        if kind == "file":
            files[words.strip()] = code
        elif kind != "fixed":
            fixed = after[0][2] if kind == "bad" and after and after[0][0] == "fixed" else None
            yield case(name_of(rule, number), code, words, fixed, files)


def name_of(rule: Rule, number: int) -> str:
    """The path of a case: a contract is in a folder of its own, under the name of its kind."""
    name = next((name for name, kind in CONTRACT_NAMES.items() if kind == rule.about), "")
    return f"{rule.id}-{number}/{name}" if name else f"{rule.id}-{number}.asc"


def case(
    name: str, code: str, words: str = "", fixed: str | None = None, files: Mapping[str, str] | None = None
) -> Case:
    lines = frozenset(number for number, line in enumerate(code.splitlines(), 1) if ARROW.search(line))
    source = Source(name, ARROW.sub("", code).encode())
    folder = name.rpartition("/")[0]
    beside = {f"{folder}/{it}" if folder else it: text.encode() for it, text in (files or {}).items()}
    return Case(source, lines, fixed.encode() if fixed is not None else None, target(words), beside)


def findings(case: Case, rules: Sequence[Rule], source: Source | None = None) -> tuple[Finding, ...]:
    """What rules say of a case, or of another text in its place."""
    source = source or case.source
    kind = CONTRACT_NAMES.get(source.path.rpartition("/")[2])
    if kind is None:
        return lint(source, rules, case.target, OPTIONS, case.files).findings
    request = contract_request(source, kind, lambda _: Config(targeted=Targeted(case.target)), case.files)
    return lint_request(request, rules).findings


def target(words: str) -> Target:
    """`chip=A3 cann=9.1` as a target; nothing as none."""
    given = dict(word.split("=", 1) for word in words.split())
    return Target.of(given.get("chip", "").split(",") if "chip" in given else (), given.get("cann", ""))
