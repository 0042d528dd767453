"""The worker process: it answers one message at a time, and holds libclang, whose crash harms only this process.

It reads from stdin and ends when that closes, or when a message takes far too long.
"""

import faulthandler
import gc
import os
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from sklint.finding import Finding
from sklint.fix import settle
from sklint.lint import Outcome, check_units, read_units, shared_index
from sklint.lint_contract import lint_request
from sklint.packs import rules_of
from sklint.request import Request
from sklint.source import Source
from sklint.unit import Unit
from sklint_server.contracting import contracted
from sklint_server.generating import generated
from sklint_server.interfaces import known_at
from sklint_server.memory import trimmer
from sklint_server.messages import (
    HEAD,
    Answer,
    Ask,
    Check,
    Checked,
    Contract,
    Describe,
    Generate,
    Interface,
    Message,
    Settle,
    Settled,
    Trouble,
    framed,
)
from sklint_server.neighbours import Neighbours
from sklint_server.outline import Outline, outline

WARM = 2
"""How many sources are kept read: the one that is typed in, and the one looked at."""


@dataclass(frozen=True)
class Warm:
    """A request whose source was read, and its units."""

    request: Request
    units: list[Unit]


LAST_RESORT = 120
"""Seconds after which a worker that nobody has ended ends itself."""


class Worker:
    """Answers messages; keeps the units of the last sources, and what the files beside them bind."""

    def __init__(self) -> None:
        self.warm: OrderedDict[str, Warm] = OrderedDict()
        self.neighbours = Neighbours()

    def answer(self, message: Message) -> Answer:
        try:
            return self.answered(message)
        except Exception as error:  # a bug of ours costs this answer only, and is told
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(where.filename).name}:{where.lineno}"
            return Trouble(f"could not be read: {type(error).__name__}: {error} ({place})")

    def answered(self, message: Message) -> Answer:
        match message:
            case Check(request):
                return self.check(request)
            case Describe(request):
                units = self.units(request) if request.asset is None else []
                return outline(units[0]) if units else Outline()
            case Settle(request, off):
                return self.settle(request, off)
            case Generate(request, kernel):
                return generated(request, kernel)
            case Contract(request, path, existing):
                return contracted(request, Source(path, existing) if existing is not None else None)
            case Ask(request, offset):
                return Interface(known_at(self.units(request), request.path, offset))

    def check(self, request: Request) -> Checked:
        outcome = self.lint(request, anew=True)  # a header may have changed on disk
        near = self.neighbours.bound(request, outcome.findings)
        reads = request.asset.reads if request.asset else ()
        return Checked(outcome.findings, outcome.dependencies, outcome.bound, near, reads)

    def lint(self, request: Request, anew: bool = False) -> Outcome:
        if request.asset:
            return lint_request(request, rules_of(request.packs))
        return check_units(self.units(request, anew), rules_of(request.packs), request.target)

    def settle(self, request: Request, off: Sequence[str]) -> Settled:
        def check(sources: Mapping[str, Source]) -> list[Finding]:
            outcome = self.lint(msgspec.structs.replace(request, data=sources[request.path].data))
            return [it for it in outcome.findings if it.rule not in off]

        settled = settle({request.path: Source(request.path, request.data)}, check)
        return Settled(settled[request.path].data)

    def units(self, request: Request, anew: bool = False) -> list[Unit]:
        """The units of a source. Where it was read before an edit, only what the edit changes is read again."""
        known = self.warm.pop(request.path, None)
        if anew or known is None or known.request != request:
            source = Source(request.path, request.data)
            same = known and msgspec.structs.replace(known.request, data=request.data) == request
            before = known.units if known and same else ()
            units = read_units(source, request.target, request.options, request.overlays, shared_index(), before)
            known = Warm(request, units)
        self.warm[request.path] = known
        while len(self.warm) > WARM:
            self.warm.popitem(last=False)
        return known.units


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    worker, decoder, give_back = Worker(), msgspec.msgpack.Decoder(Message), trimmer()
    gc.disable()  # a collection in the middle of a run costs what the run costs; there is time between runs
    gc.freeze()
    while head := incoming.read(HEAD):
        message = decoder.decode(incoming.read(int.from_bytes(head, "little")))
        faulthandler.dump_traceback_later(LAST_RESORT, exit=True)
        outgoing.write(framed(msgspec.msgpack.encode(worker.answer(message))))
        outgoing.flush()
        faulthandler.cancel_dump_traceback_later()
        gc.collect()
        give_back()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outgoing = os.fdopen(os.dup(1), "wb")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    serve(sys.stdin.buffer, outgoing)
    os._exit(0)


if __name__ == "__main__":
    main()
