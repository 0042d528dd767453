"""The way to the generator of SK bindings."""

from sklint.generate.apart import bind_those
from sklint.generate.request import BindRequest
from sklint.request import Request
from sklint_server.messages import Generated


def generated(request: Request, kernel: str) -> Generated:
    """The verified edits that bind a kernel (a qualified name), or every kernel of the file where that is "", and why
    one cannot be bound."""
    made = bind_those(request, BindRequest(), lambda it: kernel in ("", it.qualified))
    if made.edits and (kernel or not made.problems):
        return Generated(made.edits)
    known = "it is bound already" if kernel in made.already else "this file defines no such kernel"
    reasons = "; ".join(it.message for it in made.problems) or known
    which = kernel or ", ".join(dict.fromkeys(it.symbol for it in made.problems if it.symbol))
    return Generated(made.edits, f"no binding for {which or 'its kernels'}: {reasons}")
