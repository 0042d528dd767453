"""Progress of a request in the client's bar, where it gave a token for it."""

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from sklint_server.server import Server


class Progress:
    """Told of begin, files done and end; `total` is the number of files."""

    def __init__(self, ls: "Server", token: types.ProgressToken | None, total: int) -> None:
        self.ls, self.token, self.total = ls, token, total

    def __enter__(self) -> "Progress":
        if self.token is not None:
            begin = types.WorkDoneProgressBegin("sklint", cancellable=True, percentage=0)
            self.ls.work_done_progress.begin(self.token, begin)
        return self

    def at(self, done: int) -> None:
        """Report, and let a cancel stop the request here."""
        if self.token is None:
            return
        if self.cancelled:
            raise asyncio.CancelledError
        share, message = 100 * done // max(self.total, 1), f"{done} of {self.total} files"
        self.ls.work_done_progress.report(self.token, types.WorkDoneProgressReport(message=message, percentage=share))

    def __exit__(self, *_: object) -> None:
        if self.token is not None:
            self.ls.work_done_progress.end(self.token, types.WorkDoneProgressEnd())
            self.tokens.pop(self.token, None)

    @property
    def cancelled(self) -> bool:
        future = self.tokens.get(self.token) if self.token is not None else None
        return isinstance(future, Future) and future.cancelled()  # pyright: ignore[reportUnknownMemberType] - pygls

    @property
    def tokens(self) -> dict[int | str, object]:
        """The futures that a cancel of the client cancels."""
        return self.ls.work_done_progress.tokens  # pyright: ignore[reportReturnType, reportUnknownMemberType, reportUnknownVariableType]
