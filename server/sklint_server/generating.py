"""The way to the generator of SK bindings."""

from sklint.generate.bind_file import bind_file
from sklint.generate.request import BindRequest
from sklint.generate.verify import Surroundings
from sklint.packs import rules_of
from sklint.request import Request
from sklint.source import Source
from sklint_server.messages import Generated


def generated(request: Request, kernel: str) -> Generated:
    """The verified edits that bind a kernel (a qualified name), or why it cannot be bound."""
    around = Surroundings(rules_of(request.packs), request.target, request.options, request.overlays)
    made = bind_file(Source(request.path, request.data), BindRequest(), around, lambda it: it.qualified == kernel)
    if made.edits:
        return Generated(made.edits)
    known = "it is bound already" if kernel in made.already else "this file defines no such kernel"
    reasons = "; ".join(it.message for it in made.problems) or known
    return Generated((), f"no binding for {kernel}: {reasons}")
