"""Results kept between runs, by content: a source, what it includes, what was asked, and this very sklint.

An entry counts only while every file its source includes still has the bytes it had, and while no file has appeared
where an include looked first. Entries are written beside their place and renamed, so runs may share a folder.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

import msgspec

from sklint.digest import blake2b
from sklint.file_name import on_disk
from sklint.reply import Dependency, Reply

KEPT_DAYS = 14


class Entry(msgspec.Struct, frozen=True):
    """A reply, and what must still be so: the digest of each included file, the places where no file was."""

    reply: Reply
    digests: dict[str, str]
    absent: tuple[str, ...]


class Cache:
    """The results in a folder. A folder that cannot be written is no error: nothing is kept then."""

    def __init__(self, folder: Path, rules_key: str) -> None:
        self.folder = folder / "results"
        self.rules_key = rules_key
        self.decoder = msgspec.msgpack.Decoder(Entry)
        self._digests: dict[str, str] = {}

    def key(self, path: str, data: bytes, asked: bytes) -> str:
        """What names the entry for a source, its bytes and all that was asked of it."""
        words = (self.rules_key.encode(), os.fsencode(Path.cwd()), os.fsencode(path), asked, data)
        digest = blake2b(digest_size=20)
        for word in words:
            digest.update(len(word).to_bytes(8, "little") + word)
        return digest.hexdigest()

    def get(self, key: str) -> Reply | None:
        try:
            entry = self.decoder.decode(self.place(key).read_bytes())
        except (OSError, msgspec.DecodeError):
            return None
        same = all(self.digest(path) == digest for path, digest in entry.digests.items())
        return entry.reply if same and not any(on_disk(it).exists() for it in entry.absent) else None

    def put(self, key: str, reply: Reply, include_dirs: Sequence[str]) -> None:
        paths = {it.path for it in reply.dependencies if it.path and not it.stub}
        places = dict.fromkeys(place for it in reply.dependencies for place in looked_at(it, include_dirs))
        asking = (place for it in reply.dependencies if it.asked for place in looked_at(it, include_dirs))
        asked = {it for it in asking if on_disk(it).is_file()}
        digests = {path: self.digest(path) for path in paths | asked}
        if not all(digests.values()):
            return
        absent = tuple(it for it in places if it not in asked)
        place = self.place(key)
        temporary = place.with_suffix(f".{os.getpid()}.tmp")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(msgspec.msgpack.encode(Entry(reply, digests, absent)))
            temporary.replace(place)
        except OSError:
            with suppress(OSError):
                temporary.unlink()

    def place(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]

    def digest(self, path: str) -> str:
        """The digest of a file's bytes, read once a run; "" if it cannot be read."""
        if path not in self._digests:
            try:
                self._digests[path] = blake2b(on_disk(path).read_bytes(), digest_size=16).hexdigest()
            except OSError:
                self._digests[path] = ""
        return self._digests[path]

    def tidy(self) -> None:
        """Once a day, drop what no run has written for two weeks."""
        mark = self.folder / "tidied"
        try:
            if mark.exists() and time.time() - mark.stat().st_mtime < 86_400:
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            mark.touch()
            for it in self.folder.glob("??/*"):
                if time.time() - it.stat().st_mtime > KEPT_DAYS * 86_400:
                    it.unlink(missing_ok=True)
        except OSError:
            return


def looked_at(it: Dependency, include_dirs: Sequence[str]) -> Iterator[str]:
    """The places an include looked at before it found its file, or in vain."""
    own = [str(PurePosixPath(it.directive_from).parent)] if not it.angled else []
    for folder in (*own, *include_dirs):
        place = os.path.normpath(os.path.join(folder, it.name))  # noqa: PTH118 - as libclang spells them
        if place == it.path and not it.stub:
            return
        yield place
