"""The worker processes: what a message that is never answered costs, and what it does not."""

import os
import signal
import time

import pytest

from sklint.pool import Failure, Pool


def work(message: bytes) -> bytes:
    match message:
        case b"spin":
            while True:
                pass
        case b"sleep":
            time.sleep(60)
        case b"die":
            os.kill(os.getpid(), signal.SIGKILL)
    return message.upper()


@pytest.mark.parametrize(
    ("lost", "reason"),
    [
        ("spin", "took the parser more than 0.5 seconds"),
        ("sleep", "took the parser more than 0.5 seconds"),
        ("die", "crashed the parser"),
    ],
)
def test_a_lost_message_is_a_failure_and_the_others_are_answered(lost: str, reason: str) -> None:
    messages = ["a", lost, "b", "c"]
    with Pool[str](work, 2, 0.5) as pool:
        answers = dict(pool.run((it, it.encode()) for it in messages))
    assert answers == {"a": b"A", lost: Failure(reason), "b": b"B", "c": b"C"}


def test_no_message_starts_no_worker() -> None:
    with Pool[str](work, 4, 0.5) as pool:
        assert list(pool.run(())) == []
        assert pool.workers == []
