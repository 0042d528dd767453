"""`sklint-lsp`, which is `sklint lsp`: the server on stdio, or on TCP for one client."""

import argparse
import gc
import linecache
import logging
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sklint import __version__

if TYPE_CHECKING:
    from sklint_server.server import Server


def main(arguments: Sequence[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    if not 0 <= given.port <= 65535:
        parser().error(f"argument --port: {given.port} is not in the range 0 to 65535")
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    from sklint_server.features import new_server
    from sklint_server.rules_apart import have_catalogue_made

    have_catalogue_made()
    server = new_server()
    linecache.clearcache()  # attrs keeps there, in megabytes, the text of all that it makes for the protocol's types
    gc.freeze()  # what was imported stays: collections need not look through it while somebody types
    if given.tcp:
        return serve_on_tcp(server, given.host, given.port)
    server.start_on_stdio()
    return 0


def serve_on_tcp(server: "Server", host: str, port: int) -> int:
    try:
        server.start_tcp(host, port)
    except OSError as error:
        sys.stderr.write(f"sklint-lsp: cannot listen on {host}:{port}: {error.strerror or error}\n")
        return 2
    return 0


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser("sklint-lsp", description="The language server of sklint.")
    found.add_argument("-V", "--version", action="version", version=f"sklint {__version__}")
    found.add_argument("--stdio", action="store_true", help="serve on standard input and output (the default)")
    found.add_argument("--tcp", action="store_true", help="serve one client on a TCP port")
    found.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    found.add_argument("--port", type=int, default=8888, help="the port to listen on (default: %(default)s)")
    found.add_argument("--clientProcessId", type=int, help=argparse.SUPPRESS)  # some clients add it
    return found


if __name__ == "__main__":
    sys.exit(main())
