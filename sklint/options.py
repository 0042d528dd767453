"""How a source is read, beside its text."""

import msgspec


class Options(msgspec.Struct, frozen=True):
    """How to read: macros and include folders of the project, and where precompiled model headers may be kept."""

    defines: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    system_dirs: tuple[str, ...] = ()
    cache: str = ""
