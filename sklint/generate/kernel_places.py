"""A place in an SK function that was generated, as the place in its kernel that it repeats."""

from collections.abc import Sequence

from sklint.generate.positions import Edited
from sklint.model import Kernel
from sklint.source import Span
from sklint.unit import Unit

ALIKE = 8
"""Bytes behind a place that have to be the same in the kernel."""


def kernel_place(after: Edited, units: Sequence[Unit], kernels: Sequence[Kernel], span: Span) -> Span | None:
    """The place in the body of one of the `kernels`, as they were before; None for what their text does not have. The
    `units` are the file with its bindings."""
    bound = (pair for unit in units for pair in unit.bound)
    for _, kernel, function in bound:
        old = next((it for it in kernels if it.qualified == kernel.qualified), None)
        body = function.body.extent if function.body else None
        if old and old.body and body and body.contains(span) and span.start < span.end:
            return repeated(after, body, old.body.extent, span)
    return None


def repeated(after: Edited, body: Span, old: Span, span: Span) -> Span | None:
    """The same text in the old body, with as many like it behind it."""
    new_text, old_text = after.source.data[: body.end], after.before.data[: old.end]
    text = new_text[span.start : span.end]
    at = len(old_text)
    for _ in range(new_text.count(text, span.start)):
        at = old_text.rfind(text, old.start, at)
        if at < 0:
            return None
    end = at + len(text)
    alike = new_text[span.end : span.end + ALIKE] == old_text[end : end + ALIKE]
    return Span(old.path, at, end) if alike else None
