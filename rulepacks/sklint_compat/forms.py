"""The form of a call, where products have a name's forms apart: by the types and numbers of its arguments."""

import re

from sklint.api import ApiUse
from sklint_compat.tables import Form, calls

TENSOR = re.compile(r"(?:AscendC::)?(?:Local|Global)Tensor<.*")
SCALAR = re.compile(r"(?:unsigned |signed )?(?:char|short|int|long|long long)|bool|float|double|_Float16|bfloat16_t")


def form_of(use: ApiUse, name: str) -> Form | None:
    """The documented form of a call; None where its arguments do not tell."""
    return next((it for it in calls().forms.get(name, ()) if use.call and fits(it, use)), None)


def fits(form: Form, use: ApiUse) -> bool:
    return all(has(use, what, wanted) for what, wanted in form.given.items())


def has(use: ApiUse, what: str, wanted: str) -> bool:
    """Whether a call has an argument of a type, or so many arguments."""
    if what == "arguments":
        return use.call is not None and len(use.call.arguments) == int(wanted)
    if what == "template arguments":
        return use.call is not None and len(use.call.template_arguments) == int(wanted)
    types = [it.type for it in use.arguments]
    return int(what) <= len(types) and is_a(types[int(what) - 1], wanted)


def is_a(type: str, wanted: str) -> bool:
    match wanted:
        case "tensor":
            return bool(TENSOR.fullmatch(type))
        case "scalar":
            return bool(SCALAR.fullmatch(type))
        case _:
            return type.partition("<")[0] == wanted


def told(form: Form) -> str:
    """What makes a call one of that form, in words."""
    what, wanted = next(iter(form.given.items()))
    if what.isdigit():
        return f"a {wanted} as argument {what}" if wanted in ("scalar", "tensor") else f"{wanted} as argument {what}"
    return f"{wanted} {what}"
