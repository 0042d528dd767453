"""The door of the command line. It answers --version by itself, before anything heavy is imported."""

import sys

from sklint import __version__


def run() -> int:
    """Run the command that was typed; gives its exit code."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"sklint {__version__}")  # noqa: T201
        return 0
    from sklint.cli.app import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
