"""The engine as the server sees it: a worker process, replaced if it dies, that gets the most urgent message next."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import msgspec

from sklint.pool import Failure
from sklint_server.messages import HEAD, Answer, Message, framed

ASKED, TYPED, LATER, IDLE = range(4)
"""How urgent: somebody waits for it; somebody types; another file's change concerns it; the whole workspace."""

DECODER: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


@dataclass(frozen=True, eq=False)
class Job:
    order: tuple[int, int]
    message: Message
    answer: "asyncio.Future[Answer | Failure]"


class Engine:
    """One worker process and the messages that wait for it. A message takes the place of one with the same key."""

    def __init__(self, told: Callable[[str], None]) -> None:
        self.told = told
        self.time_limit = 15.0
        self.waiting: dict[str, Job] = {}
        self.numbers = count()
        self.process: Process | None = None
        self.pump: asyncio.Task[None] | None = None
        self.stopped = False

    def ask(self, key: str, urgency: int, message: Message) -> "asyncio.Future[Answer | Failure]":
        """The answer to come; cancelled when a newer message takes its place. Once stopped, the engine answers none."""
        self.forget(key)
        job = Job((urgency, next(self.numbers)), message, asyncio.get_running_loop().create_future())
        self.waiting[key] = job
        if not self.stopped and (self.pump is None or self.pump.done()):
            self.pump = asyncio.create_task(self.work())
        return job.answer

    def start(self) -> None:
        """Have the worker ready before the first message, so that this one is answered soon."""
        if self.pump is None and not self.stopped:
            self.pump = asyncio.create_task(self.warm_up())

    async def warm_up(self) -> None:
        await self.ready()
        await self.work()

    def forget(self, key: str) -> None:
        """Drop a message that is not at work yet."""
        if job := self.waiting.pop(key, None):
            job.answer.cancel()

    async def work(self) -> None:
        while self.waiting:
            key = min(self.waiting, key=lambda it: self.waiting[it].order)
            job = self.waiting.pop(key)
            if job.answer.cancelled():
                continue
            try:
                answer = await self.run(job.message)
                if not job.answer.cancelled():
                    job.answer.set_result(answer)
            finally:
                job.answer.cancel()

    async def run(self, message: Message) -> Answer | Failure:
        try:
            process = await self.ready()
            return await asyncio.wait_for(exchange(process, message), self.time_limit)
        except asyncio.TimeoutError:
            return self.give_up(f"took the parser more than {self.time_limit:g} seconds")
        except (OSError, EOFError):
            return self.give_up("crashed the parser")
        except msgspec.DecodeError as error:
            return self.give_up(f"got an answer that cannot be read ({error})")

    async def ready(self) -> Process:
        if self.process is None or self.process.returncode is not None:
            if self.process is not None:
                self.told("sklint: the worker process had ended and was started again")
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "sklint_server.worker", stdin=PIPE, stdout=PIPE, limit=1 << 22
            )
        return self.process

    def give_up(self, reason: str) -> Failure:
        self.close()
        return Failure(reason)

    async def stop(self) -> None:
        """End the worker, and wait until it has. Nobody waits for answers any more."""
        self.stopped = True
        for key in list(self.waiting):
            self.forget(key)
        if self.pump is not None:
            self.pump.cancel()
        process = self.process
        self.close()
        if process is not None:
            await process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        self.process = None


async def exchange(process: Process, message: Message) -> Answer:
    """Send a message, wait for its answer. EOFError when the worker ends before."""
    assert process.stdin and process.stdout
    process.stdin.write(framed(msgspec.msgpack.encode(message)))
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(HEAD), "little")
    return DECODER.decode(await process.stdout.readexactly(size))
