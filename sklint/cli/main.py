"""The way of what was typed to its command, and the one place where errors for people become a line and a code."""

import gc
import sys
from collections.abc import Sequence

from sklint.cli.given import plainly
from sklint.cli.output import BROKEN_PIPE, INTERRUPTED, fail, forgive, to_nowhere
from sklint.error import SklintError


def main(arguments: Sequence[str]) -> int:
    """Run a command; gives its exit code. What is wrong is one line on stderr, never a traceback."""
    forgive(sys.stdout)
    try:
        code = answer(list(arguments))
        if not sys.stdout.closed:  # the language server closes it
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        to_nowhere()
        return BROKEN_PIPE
    except SklintError as wrong:
        return fail(str(wrong))
    except OSError as wrong:
        return fail(f"{f'{wrong.filename}: ' if wrong.filename else ''}{wrong.strerror or wrong}")
    return code


def answer(arguments: list[str]) -> int:
    if given := plainly(arguments):
        from sklint.cli.checking import check_paths

        return check_paths(given)
    from sklint.cli.app import invoke

    gc.enable()
    return invoke(arguments)
