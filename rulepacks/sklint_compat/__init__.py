"""What runs on which chip and CANN version: documented support, old names and their replacements."""

from sklint.api import Pack

pack = Pack.of(__name__)
