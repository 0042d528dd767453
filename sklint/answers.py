"""What many sources are answered: kept replies, and those of worker processes."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sklint.cache import Cache
from sklint.catalogue import catalogue_of
from sklint.finding import Finding, Severity
from sklint.reply import CATEGORY, INTERNAL, Reply
from sklint.request import Request, cache_folder
from sklint.source import Span

if TYPE_CHECKING:
    from sklint.pool import Failure

SECONDS = 60.0
"""The time limit for one source: the largest of the public operators take half of it, with a target."""


class Settings(msgspec.Struct, frozen=True):
    """How a run works: `workers` at most, results kept or not, and who is told about progress (done, of)."""

    workers: int
    cache: bool = True
    progress: Callable[[int, int], None] = lambda _done, _all: None


def answers(requests: Mapping[str, Request], settings: Settings) -> Iterator[tuple[str, "Reply | Failure"]]:
    """The answer to each request: kept, or from a worker. Requests with overlays are never kept."""
    kept = kept_results(requests) if settings.cache else None
    keys: dict[str, str] = {}
    open_requests: list[Request] = []
    for path, it in requests.items():
        if kept and not it.overlays:
            keys[path] = kept.key(path, it.data, it.asked)
            if reply := kept.get(keys[path]):
                yield path, reply
                continue
        open_requests.append(it)
    decoder = msgspec.msgpack.Decoder(Reply)
    for path, answer in worked(open_requests, settings.workers):
        reply = decoder.decode(answer) if isinstance(answer, bytes) else answer
        if kept and path in keys and isinstance(reply, Reply) and not any(map(is_internal, reply.findings)):
            options = requests[path].options
            kept.put(keys[path], reply, (*options.include_dirs, *options.system_dirs))
        yield path, reply
    if kept and open_requests:
        kept.tidy()


def kept_results(requests: Mapping[str, Request]) -> Cache:
    packs = sorted({it.packs for it in requests.values()})
    return Cache(cache_folder(), " ".join(catalogue_of(it).key for it in packs))


def worked(requests: Sequence[Request], workers: int) -> Iterator[tuple[str, "bytes | Failure"]]:
    """What workers answer; the longest sources first, so that no worker is left with one at the end."""
    if not requests:
        return
    from sklint.pool import Pool  # a run with kept results only has no workers

    ordered = sorted(requests, key=lambda it: len(it.data), reverse=True)
    for packs in {it.packs for it in ordered}:
        prepare(packs)
    with Pool[str](work, min(workers, len(ordered)), SECONDS) as pool:
        yield from pool.run((it.path, msgspec.msgpack.encode(it)) for it in ordered)


def prepare(packs: tuple[str, ...]) -> None:
    """Load the engine and the rules, so that workers that are forked have them, which look for garbage among their own
    objects only."""
    import_module("sklint.lint_contract")
    from sklint.packs import rules_of

    rules_of(packs)
    gc.freeze()
    gc.enable()


def work(message: bytes) -> bytes:
    """A worker's answer to a message: the reply to the request in it."""
    from sklint.lint_contract import lint_request
    from sklint.packs import rules_of

    it = msgspec.msgpack.decode(message, type=Request)
    try:
        outcome = lint_request(it, rules_of(it.packs))
    except Exception as error:  # a bug of ours costs this file only, and is told
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"could not be read: {type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        return msgspec.msgpack.encode(Reply((internal(it.path, reason),), (), ()))
    covered, reads = dict(outcome.coverage), it.asset.reads if it.asset else ()
    told = Reply(outcome.findings, outcome.dependencies, outcome.bound, covered, outcome.broken, reads)
    return msgspec.msgpack.encode(told)


def internal(path: str, reason: str) -> Finding:
    message = f"{path} {reason}; the other files were checked"
    return Finding(INTERNAL, CATEGORY, Severity.INFO, Span(path, 0, 0), message, symbol=path)


def is_internal(finding: Finding) -> bool:
    return finding.rule == INTERNAL
