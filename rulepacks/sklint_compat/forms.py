"""The form of a call, where products have a name's forms apart: by the types and numbers of its arguments."""

import re
from collections.abc import Mapping

from sklint.api import ApiUse
from sklint_compat.tables import Form, calls

TENSOR = re.compile(r"(?:AscendC::)?(?:Local|Global)Tensor<.*")
SCALAR = re.compile(r"(?:unsigned |signed )?(?:char|short|int|long|long long)|bool|float|double|_Float16|bfloat16_t")

VECTOR = re.compile(r"vector_\w+")


def form_of(use: ApiUse, name: str) -> Form | None:
    """The documented form of a call; None where its arguments do not tell."""
    return next((it for it in calls().forms.get(name, ()) if use.call and fits(it.given, use)), None)


def fits(given: Mapping[str, str], use: ApiUse) -> bool:
    """Whether a call has all that is given."""
    return all(has(use, what, wanted) for what, wanted in given.items())


def has(use: ApiUse, what: str, wanted: str) -> bool:
    """Whether a call has an argument of a type, or so many arguments."""
    if what == "arguments":
        return use.call is not None and str(len(use.call.arguments)) in wanted.split()
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
        case "vector":
            return bool(VECTOR.fullmatch(type))
        case "pointer":
            return type.endswith("*")
        case _:
            return type.partition("<")[0] == wanted


def told(given: Mapping[str, str]) -> str:
    """What a call has to have, in words; what is told of it comes first."""
    what, wanted = next(iter(given.items()))
    if what.isdigit():
        return f"{wanted if ':' in wanted else f'a {wanted}'} as argument {what}"
    return f"{' or '.join(wanted.split())} {what.removesuffix('s') if wanted == '1' else what}"
