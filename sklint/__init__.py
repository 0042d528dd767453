"""The engine of sklint, and its command line."""

__version__ = "0.1.0"
