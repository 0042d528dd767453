"""`sklint lsp`: the language server, as `sklint-lsp` starts it."""

from importlib import import_module

import click

from sklint.cli.help import Examples


@click.command(
    cls=Examples,
    short_help="Start the language server.",
    examples={
        "Examples": (
            ("sklint lsp", "on standard input and output, as editors start it"),
            ("sklint lsp --tcp --port 8888", "for one client on a port"),
        )
    },
)
@click.option("--stdio", is_flag=True, help="Serve on standard input and output (the default).")
@click.option("--tcp", is_flag=True, help="Serve one client on a TCP port.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen on.")
@click.option("--port", default=8888, show_default=True, type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option("--clientProcessId", "client", type=int, hidden=True, expose_value=False)
def lsp(stdio: bool, tcp: bool, host: str, port: int) -> int:
    """Start the language server."""
    arguments = ["--stdio"] if stdio else []
    arguments += ["--tcp", "--host", host, "--port", str(port)] if tcp else []
    code: int = import_module("sklint_server.main").main(arguments)  # by name: the engine does not know the server
    return code
