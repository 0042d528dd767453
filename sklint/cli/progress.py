"""A progress bar on stderr, for runs that take longer than a blink on a terminal."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager

PATIENCE = 0.5
"""Seconds before a bar is shown."""
EVERY = 0.1
"""Seconds between two pictures of it."""

Tell = Callable[[int, int], None]


@contextmanager
def progress(wanted: bool) -> Generator[Tell]:
    """What to call with (done, of). Nothing is imported or drawn before a run turns out long; the bar goes when all is
    done, and comes back if more is to do."""
    if not wanted or not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    started = time.monotonic()
    next_picture = started + PATIENCE
    draw: Tell | None = None
    with ExitStack() as stack:

        def tell(done: int, total: int) -> None:
            nonlocal draw, next_picture
            now = time.monotonic()
            if done == total:
                draw = stack.close()
                return
            if now < next_picture:
                return
            draw = draw or stack.enter_context(bar())
            draw(done, total)
            next_picture = now + EVERY

        yield tell


@contextmanager
def bar() -> Generator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as shown:
        task = shown.add_task("check")

        def draw(done: int, total: int) -> None:
            shown.update(task, completed=done, total=total, refresh=True)

        yield draw
