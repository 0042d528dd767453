"""What the JSON contracts of an operator demand of themselves, and of the sources they name."""

from sklint.api import Pack

pack = Pack.of(__name__)
