"""Binding in a worker process: libclang may crash or hang there, and nothing is written then."""

import msgspec

from sklint.generate.bind_file import Bindings, bind_file
from sklint.generate.request import BindRequest
from sklint.generate.verify import Surroundings
from sklint.packs import rules_of
from sklint.pool import Failure, Pool
from sklint.request import Request
from sklint.source import Source

GENERATED_FOR = "spec"
"""The pack whose rules generated code has to satisfy, whatever a configuration selects."""

SECONDS = 120.0
"""The time limit for one file: it is read several times."""


class Asked(msgspec.Struct, frozen=True):
    """A source to bind the kernels of, all or those that are named."""

    source: Request
    request: BindRequest
    kernels: tuple[str, ...] = ()


def bind_apart(asked: Asked) -> Bindings | Failure:
    with Pool[str](answer, 1, SECONDS) as pool:
        for _, found in pool.run([(asked.source.path, msgspec.msgpack.encode(asked))]):
            return found if isinstance(found, Failure) else msgspec.msgpack.decode(found, type=Bindings)
    return Failure("was not read")


def answer(message: bytes) -> bytes:
    return msgspec.msgpack.encode(bind_asked(msgspec.msgpack.decode(message, type=Asked)))


def bind_asked(asked: Asked) -> Bindings:
    """The bindings that are asked for, made in this process."""
    it, names = asked.source, asked.kernels
    rules = tuple(rule for rule in rules_of(it.packs) if rule.category == GENERATED_FOR)
    around = Surroundings(rules, it.target, it.options, it.overlays)
    source = Source(it.path, it.data)
    return bind_file(
        source, asked.request, around, lambda one: not names or one.name in names or one.qualified in names
    )
