"""What a source proves of an IO contract, read in a worker process: libclang may crash or hang there."""

import msgspec

from sklint.generate.adapt_file import units_of
from sklint.generate.apart import SECONDS
from sklint.generate.contract_draft import Drafted, drafts_of
from sklint.pool import Failure, Pool
from sklint.request import Request
from sklint.source import Source


class Read(msgspec.Struct, frozen=True):
    """The kernels of a source with their entries, and the texts of the files that they are in."""

    drafted: tuple[Drafted, ...]
    texts: dict[str, bytes]


def drafts_apart(request: Request) -> Read | Failure:
    with Pool[str](answer, 1, SECONDS) as pool:
        for _, found in pool.run([(request.path, msgspec.msgpack.encode(request))]):
            return found if isinstance(found, Failure) else msgspec.msgpack.decode(found, type=Read)
    return Failure("was not read")


def answer(message: bytes) -> bytes:
    return msgspec.msgpack.encode(read_drafts(msgspec.msgpack.decode(message, type=Request)))


def read_drafts(request: Request) -> Read:
    """The same in this process."""
    units = units_of(Source(request.path, request.data), request)
    drafted = drafts_of(units)
    paths = {it.span.path for it in drafted}
    return Read(tuple(drafted), {path: it.data for unit in units for path, it in unit.sources.items() if path in paths})
