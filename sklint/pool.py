"""Worker processes that check sources: libclang may crash or hang in one, and costs that file alone.

A worker is sent one message at a time and has a time limit for it. One that dies or takes too long is replaced; its
message is answered by a failure. Where the system tells how much processor time a process had, that is what is limited,
so that a busy machine is no reason to give up. Where processes can be forked they are, which costs milliseconds.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

if TYPE_CHECKING:  # costs milliseconds, which a run that needs no worker need not pay
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

PATIENCE = 100
"""A worker that had less than this part of the time in which it could have run is taken to wait for nothing."""

Work = Callable[[bytes], bytes]
"""What a worker does with a message. It must be importable by its name."""

Tag = TypeVar("Tag")


class Failure(msgspec.Struct, frozen=True):
    """Why a message has no answer, in words that follow the name of the file: `crashed the parser`."""

    reason: str


class Worker(msgspec.Struct, Generic[Tag]):
    """A running process, and the message it is at work on."""

    process: "BaseProcess"
    connection: "Connection"
    tag: Tag | None = None
    deadline: float = 0.0
    since: float = 0.0
    """The processor time it had when the message was sent, in seconds."""


class Pool(Generic[Tag]):
    """Up to `jobs` workers, started when there is something for them to do; `seconds` is the limit for one message."""

    def __init__(self, work: Work, jobs: int, seconds: float) -> None:
        self.work, self.jobs, self.seconds = work, max(1, jobs), seconds
        self.workers: list[Worker[Tag]] = []

    def __enter__(self) -> "Pool[Tag]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, messages: Iterable[tuple[Tag, bytes]]) -> Iterator[tuple[Tag, bytes | Failure]]:
        """The answer to each message, in the order they come."""
        waiting = iter(messages)
        following = next(waiting, None)
        while True:
            while following and (worker := self.idle()):
                yield from self.send(worker, *following)
                following = next(waiting, None)
            busy = [it for it in self.workers if it.deadline]
            if not busy:
                return
            yield from self.collect(busy)

    def idle(self) -> Worker[Tag] | None:
        free = next((it for it in self.workers if not it.deadline), None)
        if free is None and len(self.workers) < self.jobs:
            free = self.start()
        return free

    def start(self) -> Worker[Tag]:
        from multiprocessing import get_context

        context = get_context("fork" if sys.platform == "linux" else "spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.work), daemon=True)
        process.start()
        theirs.close()
        worker = Worker[Tag](process, ours)
        self.workers.append(worker)
        return worker

    def send(self, worker: Worker[Tag], tag: Tag, message: bytes) -> Iterator[tuple[Tag, bytes | Failure]]:
        worker.tag, worker.deadline = tag, time.monotonic() + self.seconds
        worker.since = processor_time(worker.process.pid) or 0.0
        try:
            worker.connection.send_bytes(message)
        except OSError:
            yield self.give_up(worker, "crashed the parser")

    def collect(self, busy: list[Worker[Tag]]) -> Iterator[tuple[Tag, bytes | Failure]]:
        """The answers that are there, once there is one or a time limit has passed."""
        from multiprocessing.connection import wait

        patience = max(0.0, min(it.deadline for it in busy) - time.monotonic())
        ready = set(wait([it.connection for it in busy], patience))
        for worker in busy:
            if worker.connection in ready:
                yield self.receive(worker)
            elif time.monotonic() >= worker.deadline and not self.extended(worker):
                yield self.give_up(worker, f"took the parser more than {self.seconds:g} seconds")

    def extended(self, worker: Worker[Tag]) -> bool:
        """Whether a worker gets more time, as it has not had its share of the processor, and is not asleep."""
        had = processor_time(worker.process.pid)
        if had is None or had - worker.since < self.seconds / PATIENCE or had - worker.since >= self.seconds:
            return False
        worker.deadline = time.monotonic() + self.seconds - (had - worker.since)
        return True

    def receive(self, worker: Worker[Tag]) -> tuple[Tag, bytes | Failure]:
        try:
            answer = worker.connection.recv_bytes()
        except (EOFError, OSError):
            return self.give_up(worker, "crashed the parser")
        worker.deadline = 0.0
        return self.tag_of(worker), answer

    def give_up(self, worker: Worker[Tag], reason: str) -> tuple[Tag, Failure]:
        self.workers.remove(worker)
        worker.connection.close()
        worker.process.kill()
        worker.process.join()
        return self.tag_of(worker), Failure(reason)

    def tag_of(self, worker: Worker[Tag]) -> Tag:
        assert worker.tag is not None  # set before each message is sent
        return worker.tag

    def close(self) -> None:
        for worker in self.workers:
            worker.connection.close()
            worker.process.kill()
            worker.process.join()
        self.workers.clear()


def processor_time(pid: int | None) -> float | None:
    """The seconds of processor time a process had; None where the system does not tell (Linux does)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def serve(connection: "Connection", work: Work) -> None:
    """A worker's life: answer messages until the other end closes. What libclang prints goes nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        while True:
            connection.send_bytes(work(connection.recv_bytes()))
    except (EOFError, OSError):
        os._exit(0)
