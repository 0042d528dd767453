"""The server itself loads no rules: what it needs to know of them is in the catalogue."""

import sys
from contextlib import suppress
from subprocess import DEVNULL, run

from sklint.catalogue import kept, place_of
from sklint.request import cache_folder

MAKE = "import sys; sys.path[:] = sys.argv[1:]; from sklint.catalogue import catalogue_of; catalogue_of(())"


def have_catalogue_made() -> None:
    """Have another process make the catalogue of the installed packs, if it is not kept from an earlier run."""
    if kept(place_of((), cache_folder())) is None:
        with suppress(OSError):
            run([sys.executable, "-c", MAKE, *sys.path], stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, check=False)
