"""Binding in a worker process: libclang may crash or hang there, and nothing is written then."""

import msgspec

from sklint.generate.bind_file import Bindings, Wanted, bind_file
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
    names = asked.kernels
    return bind_those(asked.source, asked.request, lambda one: not names or one.name in names or one.qualified in names)


def bind_those(asked: Request, request: BindRequest, wanted: Wanted) -> Bindings:
    """The bindings of the kernels that are `wanted`, likewise."""
    rules = tuple(it for it in rules_of(asked.packs) if it.category == GENERATED_FOR)
    around = Surroundings(rules, asked.target, asked.options, asked.overlays)
    return bind_file(Source(asked.path, asked.data), request, around, wanted)
