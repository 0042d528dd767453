"""A short name for a list of diagnostics: equal lists have equal names."""

from collections.abc import Sequence

from lsprotocol import types

from sklint.digest import blake2b


def result_id(items: Sequence[types.Diagnostic]) -> str:
    return blake2b(repr(items).encode("utf-8", "replace"), digest_size=12).hexdigest()
