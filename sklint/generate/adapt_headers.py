"""The headers of an asset that its sources include, and whether kernels are in them."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from sklint.readable import read_source
from sklint.sk_form import FileForm, file_form, has_kernel_words
from sklint.source import Source

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\r\n]+)"', re.MULTILINE)
COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)


@dataclass(frozen=True)
class Headers:
    """Headers that were read, by path, with the paths of what each includes: a folder's files share most of them."""

    sources: dict[str, Source | None] = field(default_factory=dict[str, Source | None])
    included: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    kernels: dict[str, bool] = field(default_factory=dict[str, bool])

    def of(self, source: Source) -> list[Source]:
        """The headers that a source includes from its folder on, and those they include, each once."""
        found: dict[str, Source] = {}
        queue = [source]
        while queue:
            it = queue.pop()
            for path in self.beside(it):
                header = None if path in found or path == source.path else self.read(path)
                if header:
                    found[path] = header
                    queue.append(header)
        return list(found.values())

    def with_kernels(self, source: Source) -> list[Source]:
        """Those in which a kernel or its binding is."""
        found = self.of(source)
        for it in found:
            if it.path not in self.kernels:
                self.kernels[it.path] = has_kernel_words(it.data)
        return [it for it in found if self.kernels[it.path]]

    def beside(self, source: Source) -> tuple[str, ...]:
        """The paths that the quoted includes of a source lead to, from its own folder."""
        if source.path not in self.included:
            names = [it[1].decode("utf-8", "replace") for it in INCLUDE.finditer(COMMENT.sub(b" ", source.data))]
            folder = Path(source.path).parent
            self.included[source.path] = tuple(Path(os.path.normpath(folder / it)).as_posix() for it in names)
        return self.included[source.path]

    def read(self, path: str) -> Source | None:
        if path not in self.sources:
            found = read_source(path) if Path(path).is_file() else None
            self.sources[path] = found if isinstance(found, Source) else None
        return self.sources[path]


def form_with(name: str, source: Source, headers: Headers) -> FileForm:
    """The form of a source, its headers included."""
    return file_form(name, source.data, *(it.data for it in headers.with_kernels(source)))
