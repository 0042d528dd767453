"""House rules of a team, as an example of a pack."""

from sklint.api import Pack

pack = Pack.of(__name__)
