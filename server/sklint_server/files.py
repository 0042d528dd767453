"""The sources of the workspace that are not open: which there are, what is found in them, what they declare."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from sklint.discover import discover
from sklint.error import SklintError
from sklint.readable import has_signal, read_source
from sklint.source import Source
from sklint_server.engine import IDLE
from sklint_server.messages import Check
from sklint_server.outline import Outline
from sklint_server.results import Result

if TYPE_CHECKING:
    from sklint_server.session import Session

Stamp = tuple[int, int, int]
"""The configuration's epoch, the file's time and its size."""


class Files:
    """Findings and outlines of files on disk, kept as long as the file and the configuration stay."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.listed: tuple[str, ...] | None = None
        self.checked: dict[str, Stamp] = {}
        self.outlines: dict[str, tuple[Stamp, Outline]] = {}

    def changed(self) -> None:
        """Something on disk is not as it was: list the files again, check again what includes others."""
        self.listed = None
        self.checked.clear()

    async def all(self) -> tuple[str, ...]:
        """The sources below the folders of the workspace. Remembered only where the client tells of changes."""
        if self.listed is None or not self.session.client.watches:
            self.listed = await asyncio.to_thread(self.walk)
            kept = set(self.listed)
            self.outlines = {path: it for path, it in self.outlines.items() if path in kept}
            for path in self.session.results.by_path.keys() - kept - self.session.documents.keys():
                del self.session.results.by_path[path]
        return self.listed

    def walk(self) -> tuple[str, ...]:
        folders = [it for it in self.session.configurations.folders.values() if Path(it).is_dir()]
        try:
            return discover(folders, self.session.configurations.config_for).files if folders else ()
        except SklintError as error:
            self.session.told(f"sklint: {error}")
            return ()

    async def check(self, path: str) -> None:
        """Have the findings of a file that is not open."""
        session, stamp = self.session, self.stamp(path)
        if self.checked.get(path) == stamp and path in session.results.by_path:
            return
        source = await asyncio.to_thread(read_source, path)
        request = session.request(source) if isinstance(source, Source) else Result(path, {})
        result = request if isinstance(request, Result) else await self.asked(path, Check(request))
        if path not in session.documents and result:
            session.results.by_path[path] = result
            self.checked[path] = stamp

    async def asked(self, path: str, message: Check) -> Result | None:
        versions = {it.path: it.version for it in self.session.documents.values()}
        future = self.session.engine.ask(f"file {path}", IDLE, message)
        await asyncio.wait([future])
        return None if future.cancelled() else self.session.result(path, versions, future.result())

    async def outline(self, path: str, urgency: int) -> Outline:
        """What a file declares, open or not."""
        if path in self.session.documents:
            return await self.session.outline(path)
        stamp, known = self.stamp(path), self.outlines.get(path)
        if known and known[0] == stamp:
            return known[1]
        source = await asyncio.to_thread(read_source, path)
        found: Outline | None = Outline()
        if isinstance(source, Source) and has_signal(source.data):
            found = await self.session.outline_of(source, f"outline {path}", urgency)
        if found is not None:
            self.outlines[path] = (stamp, found)
        return found or Outline()

    async def all_outlines(self, urgency: int) -> dict[str, Outline]:
        """The outlines of the workspace's sources and of the open documents, by path."""
        paths = dict.fromkeys((*self.session.documents, *await self.all()))
        return {path: await self.outline(path, urgency) for path in paths}

    def stamp(self, path: str) -> Stamp:
        try:
            found = Path(path).stat()
        except (OSError, ValueError):
            return (self.session.configurations.epoch, 0, 0)
        return (self.session.configurations.epoch, found.st_mtime_ns, found.st_size)
