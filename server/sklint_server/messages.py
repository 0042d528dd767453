"""What travels between the server and its worker: one message, one answer, each a length and msgpack."""

import msgspec

from sklint.finding import Edit, Finding
from sklint.reply import Dependency
from sklint.request import Request
from sklint_server.outline import Outline


class Check(msgspec.Struct, frozen=True, tag=True):
    """Lint a source. Answer: Checked."""

    request: Request


class Describe(msgspec.Struct, frozen=True, tag=True):
    """What a source declares. Answer: Outline."""

    request: Request


class Settle(msgspec.Struct, frozen=True, tag=True):
    """Apply the safe fixes of a source, round by round, but those of the rules `off`. Answer: Settled."""

    request: Request
    off: tuple[str, ...]


class Generate(msgspec.Struct, frozen=True, tag=True):
    """Write the SK binding of a kernel, by its qualified name; "" for all of the source. Answer: Generated."""

    request: Request
    kernel: str


class Contract(msgspec.Struct, frozen=True, tag=True):
    """Write the IO contract of a source, or add what `existing` lacks, which is at `path`. Answer: Contracted."""

    request: Request
    path: str
    existing: bytes | None


class Ask(msgspec.Struct, frozen=True, tag=True):
    """What is known of the interface whose name stands at a byte. Answer: Interface."""

    request: Request
    offset: int


class Checked(msgspec.Struct, frozen=True, tag=True):
    """`bound` are the last names of the SK functions it binds, `bound_near` those that files beside it bind, `reads`
    the paths that a contract is about."""

    findings: tuple[Finding, ...]
    dependencies: tuple[Dependency, ...]
    bound: tuple[str, ...]
    bound_near: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()


class Settled(msgspec.Struct, frozen=True, tag=True):
    data: bytes


class Interface(msgspec.Struct, frozen=True, tag=True):
    """Markdown, "" where there is nothing to tell."""

    text: str


class Generated(msgspec.Struct, frozen=True, tag=True):
    """The edits that write bindings, and `refused`: why there are none, or none for some kernel."""

    edits: tuple[Edit, ...]
    refused: str = ""


class Contracted(msgspec.Struct, frozen=True, tag=True):
    """The text of an IO contract, or `refused`: why there is none."""

    data: bytes
    refused: str = ""


class Trouble(msgspec.Struct, frozen=True, tag=True):
    """A bug of ours, or a pack that does not load: why there is no answer."""

    reason: str


Message = Check | Describe | Settle | Generate | Contract | Ask
Answer = Checked | Outline | Settled | Generated | Contracted | Interface | Trouble

HEAD = 4
"""Bytes: the length of a message, little-endian, stands before it."""


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(HEAD, "little") + message
