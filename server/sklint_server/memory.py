"""Free memory back to the system: libclang frees a parsed source piece by piece, and the C library keeps that."""

import ctypes
import sys
from collections.abc import Callable


def trimmer() -> Callable[[], object]:
    """What gives it back where the C library can (glibc); elsewhere it does nothing."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    return (lambda: trim(0)) if trim else (lambda: None)
