"""A run over many files: each read, kept or checked by a worker, told with the severities of its configuration."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING

import msgspec

from sklint.answers import Settings, answers, internal
from sklint.catalogue import catalogue_of, known_rules
from sklint.config import Config
from sklint.contract_asset import ContractKind
from sklint.coverage import NONE, Coverage, together
from sklint.discover import left_out
from sklint.earlier import NOTHING_EARLIER, Earlier
from sklint.elsewhere import answered_elsewhere
from sklint.error import SklintError
from sklint.file_name import on_disk
from sklint.finding import Finding, Note, Severity
from sklint.one_name import one_name
from sklint.readable import Skipped, has_signal, may_be_of_a_kernel
from sklint.reply import INTERNAL, Reply
from sklint.request import Request, pack_folders, request_for
from sklint.resolve import ConfigFor
from sklint.sound import faults, not_told, sound
from sklint.source import Source
from sklint.suppression_word import may_suppress
from sklint.targeting import targeted

if TYPE_CHECKING:
    from sklint.rule import Rule

NO_KINDS: Mapping[str, ContractKind] = {}


class Run(msgspec.Struct, frozen=True, dict=True):
    """What a run gave. `failed` are the files the job was not done for, with the reason."""

    findings: tuple[Finding, ...]
    sources: Mapping[str, Source]
    notes: tuple[Note, ...]
    failed: tuple[Skipped, ...]
    files_checked: int
    packs: tuple[tuple[str, ...], ...]
    replies: Mapping[str, Reply] = msgspec.field(default_factory=dict[str, Reply])
    crashed: Mapping[str, Finding] = msgspec.field(default_factory=dict[str, Finding])
    coverage: Coverage = NONE

    @cached_property
    def rules(self) -> "tuple[Rule, ...]":
        """The rules of the run's packs; they are loaded for this."""
        from sklint.packs import rules_of

        return tuple({rule.id: rule for it in self.packs for rule in rules_of(it)}.values())


def check_sources(
    sources: Sequence[Source],
    config_for: ConfigFor,
    settings: Settings,
    skipped: Sequence[Skipped] = (),
    overlays: Mapping[str, bytes] | None = None,
    earlier: Earlier = NOTHING_EARLIER,
    kinds: Mapping[str, ContractKind] = NO_KINDS,
) -> Run:
    """Check sources as they are given; `overlays` are files that are not as on disk. Where `earlier` still answers for
    a source, that is not checked again. `kinds` tells of paths that they are contracts, whatever their names."""
    config_for = sound(config_for, baselines=False)
    requests: dict[str, Request] = {}
    wrong: dict[str, str] = {}  # what is wrong with the configuration of a file
    for it in sources:
        try:
            request = request_to_check(it, config_for, earlier.seen_by(it.path, overlays or {}), kinds)
        except SklintError as error:
            wrong[it.path] = str(error)
        else:
            requests |= {it.path: request} if request else {}
    replies = {path: reply for path in requests if (reply := earlier.reply(path))}
    crashed = {path: crash for path in requests if (crash := earlier.crash(path))}
    asked = {path: it for path, it in requests.items() if path not in replies and path not in crashed}
    for done, (path, answer) in enumerate(answers(asked, settings), 1):
        settings.progress(done, len(asked))
        if isinstance(answer, Reply):
            replies[path] = answer
        else:
            crashed[path] = internal(path, answer.reason)
    found = one_name([it for path in requests for it in findings_of(replies, path)], (it.path for it in sources))
    around = faults(found, config_for)
    skipped = [*skipped, *not_told(wrong, ())]
    skipped += not_told(around, skipped)
    found = list(inside_project(merged(found), {it.path for it in sources}, config_for, around))
    found = answered_elsewhere(found, replies, requests, config_for, settings)
    packs = tuple(dict.fromkeys(it.packs for it in requests.values()))
    by_path = {path: Source(path, data) for path, data in (overlays or {}).items()} | {it.path: it for it in sources}
    told = tuple(in_order(configured([*found, *crashed.values()], config_for)))
    notes_told = tuple(notes(replies, skipped))
    files = with_others(by_path, told)
    covered = coverage(replies, config_for)
    return Run(told, files, notes_told, failed(skipped), len(sources) - len(wrong), packs, replies, crashed, covered)


def request_to_check(
    source: Source, config_for: ConfigFor, overlays: Mapping[str, bytes], kinds: Mapping[str, ContractKind] = NO_KINDS
) -> Request | None:
    """How to ask for a source; None where no rule can find anything in it."""
    if not source.path.endswith(".json") and source.path not in kinds:
        config = config_for(source.path)
        return request_for(source, config, overlays) if worth_reading(source, config) else None
    from sklint.contract_files import contract_request
    from sklint.contract_kind import contract_kind

    kind = kinds.get(source.path) or contract_kind(source)
    return contract_request(source, kind, config_for, overlays) if kind else None


def worth_reading(source: Source, config: Config) -> bool:
    """Whether some rule could find something in a source, as far as its words tell. What rules find in a header because
    of a source that includes it, they find when that source is read."""
    target = targeted(config, source.path).target
    signal, targets = has_signal(source.data), bool(target.chips or target.families or target.cann)
    hidden = not signal and (targets or source.path.endswith(".asc")) and may_be_of_a_kernel(source.data)
    if not source.header and (signal or hidden):
        return True
    if not (signal or hidden or targets):
        return may_suppress(source.data)
    known = catalogue_of(pack_folders(config))
    if source.header:
        finds = (signal or hidden) and known.may_find_in(source.data, target)
    else:
        finds = known.may_find_in_host(source.data, target)
    return finds or may_suppress(source.data)


def findings_of(replies: Mapping[str, Reply], path: str) -> tuple[Finding, ...]:
    return replies[path].findings if path in replies else ()


def failed(skipped: Sequence[Skipped]) -> tuple[Skipped, ...]:
    return tuple(it for it in skipped if it.failed)


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """What several units found in one header, once."""
    return list({(it.rule, it.span, it.symbol): it for it in findings}.values())


def inside_project(
    findings: Iterable[Finding], asked: Collection[str], config_for: ConfigFor, wrong: Collection[str]
) -> Iterator[Finding]:
    """The findings, less those in headers that the configuration leaves out or whose own is wrong, and the fixes that
    reach into these."""

    @cache
    def outside(path: str) -> bool:
        return path in wrong or (path not in asked and left_out(path, config_for))

    for it in findings:
        if not outside(it.span.path):
            fixes = tuple(fix for fix in it.fixes if not any(outside(edit.span.path) for edit in fix.edits))
            yield it if fixes == it.fixes else msgspec.structs.replace(it, fixes=fixes)


def configured(findings: Iterable[Finding], config_for: ConfigFor) -> Iterator[Finding]:
    """The findings that the configuration of their file wants, with the severity it gives them. That a parser or a rule
    that it wants failed is always told."""
    for it in findings:
        config = config_for(it.span.path)
        if it.rule != INTERNAL:
            wanted = config.selects(it.rule, it.category, it.span.path)
        else:
            rules = known_rules(pack_folders(config))
            wanted = it.symbol not in rules or bool(config.selects(it.symbol, rules[it.symbol], it.span.path))
        if isinstance(wanted, Severity):
            yield msgspec.structs.replace(it, severity=wanted)
        elif wanted:
            yield it


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda it: (it.span.path, it.span.start, it.span.end, it.rule, it.symbol))


def with_others(sources: Mapping[str, Source], findings: Iterable[Finding]) -> dict[str, Source]:
    """The sources with the headers that findings, their related places and their fixes lie in."""
    found = dict(sources)
    spans = [
        span
        for it in findings
        for span in (it.span, *(r.span for r in it.related), *(e.span for fix in it.fixes for e in fix.edits))
    ]
    for path in {span.path for span in spans} - found.keys():
        with suppress(OSError):  # whatever it holds and however long it is: a source that was checked includes it
            found[path] = Source(path, on_disk(path).read_bytes())
    return found


def notes(replies: Mapping[str, Reply], skipped: Sequence[Skipped]) -> Iterator[Note]:
    """One note for all headers that were not found, and one for each file that was left out."""
    yield from (Note(it.message, it.path) for it in skipped if not it.failed)
    sources = [(path, reply) for path, reply in replies.items() if not reply.reads]  # no contract: it includes nothing
    missing = [(path, it.name) for path, reply in sources for it in reply.dependencies if not it.path and not it.asked]
    if missing:
        names = sorted({name for _, name in missing})
        files = len({path for path, _ in missing})
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        where = f"{files} files include" if files != 1 else f"{missing[0][0]} includes"
        cure = "-I or include-dirs tells where they are"
        yield Note(
            f"{where} headers that were not found ({shown}); rules say nothing of what is declared there; {cure}"
        )
    broken = [f"{path}:{reply.broken}" for path, reply in replies.items() if reply.broken]
    if broken:
        more = f" (and {len(broken) - 1} more files like it)" if len(broken) > 1 else ""
        yield Note(f"{broken[0]}: what follows may not have been read{more}")


def coverage(replies: Mapping[str, Reply], config_for: ConfigFor) -> Coverage:
    """How much the rules that are wanted knew of what the sources use."""
    wanted = (
        covered
        for path, reply in replies.items()
        for rule, covered in reply.coverage.items()
        if (config := config_for(path)).selects(rule, known_rules(pack_folders(config)).get(rule, ""), path)
    )
    return together(wanted)
