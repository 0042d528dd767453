"""Regular expressions that others wrote, run over a text in a process of their own: with a limit of time and memory."""

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import msgspec
import regex

from sklint.pool import Failure, Pool

SECONDS, HARD_SECONDS = 5.0, 20.0
"""The limit for finding all matches, and for that and compiling the pattern."""
MEMORY = 1024**3  # bytes, on top of what the process has
MOST = 1_000_000  # matches

REFERENCE = regex.compile(r"\\(?:g<(?P<name>[A-Za-z_]\w*|[0-9]{1,3})>|(?P<number>[1-9][0-9]?))")
"""What stands for a group in the text that replaces a match."""


class Job(msgspec.Struct, frozen=True):
    pattern: str
    replacement: str
    text: str


class Match(msgspec.Struct, frozen=True, array_like=True):
    """Characters `start` to `end` of the text, and what replaces them."""

    start: int
    end: int
    replacement: str


class Unusable(msgspec.Struct, frozen=True, tag=True):
    """Why a pattern cannot be used: the reason as results tell it."""

    reason: str


class Found(msgspec.Struct, frozen=True, tag=True):
    matches: tuple[Match, ...]


def find(pattern: str, replacement: str, text: str) -> tuple[Match, ...] | Unusable:
    """Every match of a pattern, with the replacement for it: that is taken literally, but for references to groups
    which the pattern has (`\\1`, `\\g<name>`, `\\g<0>`)."""
    with Pool[str](work, 1, HARD_SECONDS) as pool:
        for _, answer in pool.run([(pattern, msgspec.msgpack.encode(Job(pattern, replacement, text)))]):
            if not isinstance(answer, Failure):
                found = msgspec.msgpack.decode(answer, type=Found | Unusable)
                return found.matches if isinstance(found, Found) else found
    return Unusable("pattern_limit_exceeded")


def work(message: bytes) -> bytes:
    limit_memory()
    return msgspec.msgpack.encode(matches(msgspec.msgpack.decode(message, type=Job)))


def limit_memory() -> None:
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + MEMORY
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def matches(job: Job) -> Found | Unusable:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = regex.compile(job.pattern)
        found = tuple(replaced(compiled, job))
    except regex.error as wrong:
        return Unusable(f"invalid_regex:{wrong}")
    except RecursionError:
        return Unusable("invalid_regex:nested too deeply")
    except (TimeoutError, MemoryError):
        return Unusable("pattern_limit_exceeded")
    if any(it.start == it.end for it in found):
        return Unusable("pattern_matches_empty_text")
    return Found(found) if len(found) <= MOST else Unusable("pattern_limit_exceeded")


def replaced(compiled: "regex.Pattern[str]", job: Job) -> Iterator[Match]:
    for number, it in enumerate(compiled.finditer(job.text, timeout=SECONDS)):
        if number > MOST:
            return
        yield Match(it.start(), it.end(), expanded(compiled, it, job.replacement))


def expanded(compiled: "regex.Pattern[str]", match: "regex.Match[str]", replacement: str) -> str:
    def group(reference: "regex.Match[str]") -> str:
        name = reference["name"] or reference["number"]
        if name.isdigit():
            return match[int(name)] or "" if int(name) <= compiled.groups else reference[0]
        return match[name] or "" if name in compiled.groupindex else reference[0]

    return REFERENCE.sub(group, replacement)
