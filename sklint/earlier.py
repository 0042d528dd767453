"""What an earlier run says about a new one: what no change reaches need not be checked again."""

import os
from collections.abc import Mapping
from functools import cached_property

import msgspec

from sklint.contract_asset import reads_any
from sklint.finding import Finding
from sklint.reply import Reply


class Earlier(msgspec.Struct, frozen=True, dict=True):
    """The replies of a run, the findings for files whose worker died in it, and the paths that changed since."""

    replies: Mapping[str, Reply] = msgspec.field(default_factory=dict[str, Reply])
    crashed: Mapping[str, Finding] = msgspec.field(default_factory=dict[str, Finding])
    changed: frozenset[str] = frozenset()

    def reply(self, path: str) -> Reply | None:
        """The reply that still holds for a file."""
        reply = self.replies.get(path)
        return None if reply is None or self._reached(path, reply) else reply

    def crash(self, path: str) -> Finding | None:
        return None if path in self.changed else self.crashed.get(path)

    def seen_by(self, path: str, overlays: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Those of the overlays that a file includes; all of them where that is not known, and for a contract."""
        reply = self.replies.get(path)
        if reply is None or reply.reads or not overlays:
            return overlays
        included = {self._real(it.path) for it in reply.dependencies if it.path and not it.stub}
        return {path: data for path, data in overlays.items() if self._real(path) in included}

    def _reached(self, path: str, reply: Reply) -> bool:
        if path in self.changed or (reply.reads and reads_any(reply.reads, self._changed)):
            return True
        return any(it.path and not it.stub and self._real(it.path) in self._changed for it in reply.dependencies)

    @cached_property
    def _changed(self) -> frozenset[str]:
        return frozenset(map(self._real, self.changed))

    @cached_property
    def _names(self) -> dict[str, str]:
        return {}

    def _real(self, path: str) -> str:
        if path not in self._names:
            self._names[path] = os.path.realpath(path)
        return self._names[path]


NOTHING_EARLIER = Earlier()
