"""A source to its unit: the door of the parser."""

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from clang.cindex import Index

from sklint.options import Options
from sklint.parse import absent, translation
from sklint.parse.aicore_word import headers_with_attributes, with_words
from sklint.parse.kept import outside
from sklint.parse.kept_unit import KeptReader
from sklint.parse.namespaces import renamed_namespaces
from sklint.parse.reading import Reading
from sklint.parse.renamed_headers import renamed_headers
from sklint.parse.unit import UnitReader
from sklint.source import Source
from sklint.unit import Unit


def read_unit(
    index: Index,
    source: Source,
    configuration: tuple[str, ...],
    options: Options,
    overlays: Mapping[str, bytes],
    before: Sequence[Unit] = (),
) -> Unit:
    """The unit of `source`, with the macros of `configuration` defined. `overlays` are files as an editor has them.
    `before` are units of the source as it was: what an edit leaves as it is need not be read again."""
    reading = read(index, source, configuration, options, overlays)
    without = tuple(it for it in configuration if not it.startswith(absent.TARGET))
    wider = partial(read, index, source, without, options, overlays) if without != configuration else None
    arch = absent.target_arch(configuration)
    for it in before:
        earlier = it.reader if it.configuration == configuration else None
        if isinstance(earlier, UnitReader) and (same := outside(earlier.reading, reading, earlier.layers)):
            others = it.strangers.get("others", earlier.others_destroy)
            return Unit(source, configuration, source.header, KeptReader(reading, arch, wider, earlier, same, others))
    return Unit(source, configuration, source.header, UnitReader(reading, arch, wider))


def read(
    index: Index, source: Source, configuration: tuple[str, ...], options: Options, overlays: Mapping[str, bytes]
) -> Reading:
    renamed = renamed_namespaces(source.data)
    given = (*configuration, *renamed)
    precompiled = translation.precompile(index, Path(options.cache), given) if options.cache else None
    texts = {**{os.fsencode(it): data for it, data in overlays.items()}, os.fsencode(source.path): source.data}
    buffers = {path: with_words(text) for path, text in texts.items()}
    defines = (*configuration, *options.defines)
    dirs = (options.include_dirs, options.system_dirs)
    while True:
        try:
            tree = translation.parse(index, source.path, buffers, defines, *dirs, precompiled, renamed)
        except ValueError:  # a precompiled header that was made from other files than are there now
            tree = translation.parse(index, source.path, buffers, defines, *dirs, None, renamed)
        reading = Reading(tree, source, defines, texts)
        more = renamed_headers(reading, (*options.include_dirs, *options.system_dirs), overlays)
        more |= headers_with_attributes(reading)
        if more.keys() <= buffers.keys():
            return reading
        texts = {**more, **texts}
        buffers = {path: with_words(text) for path, text in texts.items()}
