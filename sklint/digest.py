"""The hash that names what is kept, as `hashlib` has it, but without OpenSSL, which takes 2 ms to load: a twentieth of
what a kept result takes."""

try:
    from _blake2 import blake2b
except ImportError:  # an interpreter that keeps it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]
