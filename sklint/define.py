"""Macros as a command line or a configuration defines them."""

import re

MACRO = re.compile(r"[^\W\d]\w*(\([^()]*\))?(=.*)?", re.DOTALL)


def fault_of(define: str) -> str:
    """Why a text defines no macro, "" if it does."""
    return "" if MACRO.fullmatch(define) else f"{define or 'nothing'} defines no macro; write NAME or NAME=VALUE"
