"""The door of the command line. It answers --version by itself, before anything heavy is imported."""

import gc
import importlib
import sys

from sklint import __version__


def run() -> int:
    """Run the command that was typed; gives its exit code."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"sklint {__version__}")  # noqa: T201
        return 0
    gc.disable()  # while modules are loaded there is no garbage; who works on enables it
    load_msgspec()
    from sklint.cli.main import main

    code = main(sys.argv[1:])
    gc.freeze()  # the interpreter ends without looking through what is left: a tenth of what a kept result takes
    return code


def load_msgspec() -> None:
    """Load msgspec without typing_extensions, which it takes where that is installed and with it a parser and a
    disassembler of Python: a quarter of the time that a kept result takes. From Python 3.11 on it does without."""
    if sys.version_info >= (3, 11) and "typing_extensions" not in sys.modules:
        sys.modules["typing_extensions"] = None  # pyright: ignore[reportArgumentType] - how Python marks what is not there
        importlib.import_module("msgspec")
        del sys.modules["typing_extensions"]


if __name__ == "__main__":
    sys.exit(run())
