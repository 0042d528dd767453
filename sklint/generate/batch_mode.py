"""Kernels put in batch mode: `__schedmode__(1)` before their other qualifiers, as the documents write it."""

from collections.abc import Sequence

from sklint.finding import Edit, Fix, Safety
from sklint.model import Kernel
from sklint.source import Span

BATCH_MODE = "__schedmode__(1)"


def batch_mode_fix(kernels: Sequence[Kernel], safe: bool) -> Fix | None:
    """Put all of the kernels in batch mode; None where a macro makes one, or one is told another mode."""
    if any(it.in_macro or it.schedmode for it in kernels):
        return None
    edits = tuple(Edit(before_qualifiers(it), f"{BATCH_MODE} ") for it in kernels)
    title = f"Put {' and '.join(it.name for it in kernels)} in batch mode"
    return Fix(title, edits, Safety.SAFE if safe else Safety.UNSAFE)


def before_qualifiers(kernel: Kernel) -> Span:
    """Before the first of `__global__` and the kernel type. A type that KERNEL_TASK_TYPE_DEFAULT tells stands at the
    word `__global__`."""
    words = [kernel.qualifier_span, *((kernel.kernel_type.span,) if kernel.kernel_type else ())]
    first = min(it.start for it in words if it.path == kernel.qualifier_span.path)
    return Span(kernel.qualifier_span.path, first, first)
