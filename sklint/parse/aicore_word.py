"""The attribute `[aicore]`, which only the AscendC compiler reads: another reader is given a word of its own for it, in
as many bytes, so that all else stands where it stood."""

import os
import re

from sklint.parse.reading import Reading

ATTRIBUTE = re.compile(rb"\[[ \t]*aicore[ \t]*\](?=\s*[A-Za-z_~]|[ \t]*\\?\r?$)", re.MULTILINE)
"""The attribute, which a declaration goes on behind, or with which a macro's text ends. An index has neither."""
WORD = b" SKAIC_ "
"""A macro of the model headers: no longer than the attribute, and a word also behind `inline`."""


def with_words(text: bytes) -> bytes:
    """A text as another compiler reads it."""
    return ATTRIBUTE.sub(lambda it: WORD.ljust(len(it[0])), text) if b"aicore" in text else text


def headers_with_attributes(reading: Reading) -> dict[bytes, bytes]:
    """The project's headers that have to be read otherwise than they are, by their paths: their texts."""
    texts = ((os.fsencode(it), reading.source(it).data) for it in reading.project_files if it != reading.main.path)
    return {path: text for path, text in texts if with_words(text) != text}
