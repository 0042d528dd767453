"""Rules and packs. A rule is a module: its docstring is its page, its `check` the work."""

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from typing_extensions import Self

from sklint.finding import Finding, Fix, Related, Severity
from sklint.source import Span
from sklint.target import Target

if TYPE_CHECKING:
    from sklint.contract_asset import ContractKind
    from sklint.contract_file import ContractFile
    from sklint.unit import Unit


@dataclass(frozen=True, slots=True)
class Context:
    """Everything a rule may look at: the unit, and what it is built for."""

    unit: "Unit"
    target: Target


@dataclass(frozen=True, slots=True)
class ContractContext:
    """Everything a rule about a contract may look at: the contract with what is beside it."""

    contract: "ContractFile"


BAD_BLOCK = re.compile(r"^```(?:cpp|json) bad(.*)$", re.MULTILINE)

Check = Callable[[Context], Iterable[Finding]]
ContractCheck = Callable[[ContractContext], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Considered:
    """A use that a rule looked at. `known` tells whether its facts say anything of it for the target, `chips` whether
    they do for each of several chips; `needs` what the target lacks to decide it."""

    name: str
    span: Span
    known: bool
    needs: Literal["", "chip", "cann"] = ""
    chips: tuple[tuple[str, bool], ...] = ()


About = Callable[[Sequence[str]], str]
Coverage = Callable[[Context], Iterable[Considered]]
Words = Callable[[], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as its file wrote it. `sources` name where its demand comes from: a link or a document's name. `module` is
    the name of its file's module. In a header by itself it finds nothing without any of `words`, if there are any, and
    nothing at all without `in_headers`; in a source of the host alone nothing without any of `host_words`. Its subject
    is a C++ unit, or with `about` a contract of that kind."""

    id: str
    severity: Severity
    since: str
    sources: tuple[str, ...]
    doc: str
    module: str
    check: Check
    coverage: Coverage | None = None
    words_given: tuple[str, ...] | Words = ()
    in_headers: bool = True
    host_words_given: tuple[str, ...] | Words = ()
    apart: bool = False
    about: "ContractKind | None" = None
    check_contract: ContractCheck | None = None

    @property
    def words(self) -> tuple[str, ...]:
        return self.words_given() if callable(self.words_given) else self.words_given

    @property
    def host_words(self) -> tuple[str, ...]:
        return self.host_words_given() if callable(self.host_words_given) else self.host_words_given

    @property
    def category(self) -> str:
        """The name of its pack."""
        return self.module.rpartition(".")[0].removeprefix("sklint_")

    @property
    def summary(self) -> str:
        """The page's first sentence."""
        return self.doc.partition("\n")[0]

    @property
    def needs_chip(self) -> bool:
        """Whether it can find nothing where no chip is given: each of its `bad` blocks names one."""
        return self._every_bad_block_says("chip=")

    @property
    def needs_cann(self) -> bool:
        """Whether it can find nothing where no CANN version is given."""
        return self._every_bad_block_says("cann=")

    def can_find(self, target: Target) -> bool:
        """Whether the target says enough for the rule to find anything."""
        return target.gives(chip=self.needs_chip, cann=self.needs_cann)

    def _every_bad_block_says(self, word: str) -> bool:
        blocks = BAD_BLOCK.findall(self.doc)
        return bool(blocks) and all(word in it for it in blocks)

    def finding(
        self,
        span: Span,
        message: str,
        *,
        symbol: str = "",
        severity: Severity | None = None,
        related: Iterable[Related] = (),
        fixes: Iterable[Fix] = (),
        evidence: Iterable[str] = (),
        extent: Span | None = None,
    ) -> Finding:
        """A finding of this rule. `symbol` names the entity, `extent` the whole construct where it is more than `span`;
        the words at `span` are filled in by the engine."""
        return Finding(
            self.id,
            self.category,
            severity or self.severity,
            span,
            message,
            symbol,
            related=tuple(related),
            fixes=tuple(fixes),
            evidence=tuple(evidence),
            extent=extent,
        )


def rule(
    id: str,
    *,
    severity: Severity,
    since: str,
    sources: tuple[str, ...],
    coverage: Coverage | None = None,
    words: tuple[str, ...] | Words = (),
    in_headers: bool = True,
    host_words: tuple[str, ...] | Words = (),
    apart: bool = False,
) -> Callable[[Check], Rule]:
    """Make a rule of a check. The docstring of the check's module is the rule's page. `coverage`, of a rule that asks
    facts about the target, gives the uses it looks at: a run tells how many of them nothing is known of. A header by
    itself that has none of `words`, if there are any, is not read for it (a function is asked when they are needed);
    without `in_headers` none is: what the rule finds there, it finds through the sources that include the header. A
    source of the host alone, which has no word of a kernel, is read for it where it has one of `host_words`. `apart`
    tells that what it says of a kernel or an SK function follows from that, what it reaches and what it is bound to:
    while somebody types elsewhere it is not asked again about those of which it said nothing."""

    def make(check: Check) -> Rule:
        module = check.__module__
        page = page_of(module)
        return Rule(id, severity, since, sources, page, module, check, coverage, words, in_headers, host_words, apart)

    return make


def contract_rule(
    id: str, *, about: "ContractKind", severity: Severity, since: str, sources: tuple[str, ...]
) -> Callable[[ContractCheck], Rule]:
    """Make a rule about a contract of a check, as `rule` makes one about C++ units."""

    def make(check: ContractCheck) -> Rule:
        module = check.__module__
        return Rule(id, severity, since, sources, page_of(module), module, nothing, about=about, check_contract=check)

    return make


def page_of(module: str) -> str:
    return sys.modules[module].__doc__ or ""


def nothing(_: Context) -> Iterable[Finding]:
    """What a rule about contracts has to say of a C++ unit."""
    return ()


@dataclass(frozen=True)
class Pack:
    """Rules that come together: `name` is their category, `summary` one sentence. `about` tells, as Markdown, what the
    pack knows of the interface that some names mean, "" for nothing."""

    name: str
    summary: str
    rules: tuple[Rule, ...]
    about: About | None = None

    @classmethod
    def of(cls, package: str, words: tuple[str, ...] = ()) -> Self:
        """The pack a package makes: the rules its modules call `check`, in the order of their ids. A header by itself
        that has none of `words`, if there are any, is not read for them. `about` is that of the module `about`."""
        module = importlib.import_module(package)
        names = sorted(info.name for info in pkgutil.iter_modules(module.__path__))
        checks = [getattr(importlib.import_module(f"{package}.{name}"), "check", None) for name in names]
        made = (replace(it, words_given=it.words_given or words) for it in checks if isinstance(it, Rule))
        rules = sorted(made, key=lambda it: it.id)
        about = getattr(importlib.import_module(f"{package}.about"), "about", None) if "about" in names else None
        return cls(package.removeprefix("sklint_"), (module.__doc__ or "").partition("\n")[0], tuple(rules), about)
