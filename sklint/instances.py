"""Whether an SK function is bound for the same template arguments as its kernel.

Its template parameters are the kernel's, and often one more, the number of the part. Only what plainly corresponds is
compared: parameters of one name and kind, or of one place and kind where the lists differ by the part's number alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.declared import TemplateParam
from sklint.model import Binding, Bound, Function


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The template argument `index` of a part is not the kernel's `kernel_index`th, to which it corresponds."""

    part: Bound
    index: int
    param: TemplateParam
    kernel_index: int


def mismatches(binding: Binding) -> Iterator[Mismatch]:
    """The template arguments of parts that differ from the kernel's."""
    kernel = binding.kernel
    if kernel is None or kernel.instance is None or len(kernel.kernels) != 1:
        return
    for part in binding.parts:
        if part.instance is None or len(part.functions) != 1:
            continue
        theirs, ours = plain_params(kernel.kernels[0]), plain_params(part.functions[0])
        if len(theirs) != len(kernel.instance) or len(ours) != len(part.instance):
            continue
        numbers = numbering(binding, part) if len(ours) == len(theirs) else set[int]()
        ways = [[(at, to) for at, to in it if at not in numbers] for it in correspondences(ours, theirs)]
        wrong = [[(at, to) for at, to in way if part.instance[at] != kernel.instance[to]] for way in ways]
        if wrong and all(wrong):
            yield from (Mismatch(part, at, ours[at], to) for at, to in wrong[0])


def plain_params(function: Function) -> tuple[TemplateParam, ...]:
    """The template parameters, none where one is a pack or could not be read."""
    params = function.template or ()
    return () if any(it.pack or it.declaration == it.name for it in params) else params


def numbering(binding: Binding, part: Bound) -> set[int]:
    """The parameters in which the parts of one SK function differ: such a one numbers the parts."""
    own = part.functions[0].key
    same = [it.instance for it in binding.parts if it.instance and [one.key for one in it.functions] == [own]]
    numbers = zip(*same, strict=False)
    return {at for at, values in enumerate(numbers) if len(set(values)) > 1 and isinstance(values[0], int)}


def correspondences(ours: Sequence[TemplateParam], theirs: Sequence[TemplateParam]) -> Iterator[list[tuple[int, int]]]:
    """The ways to pair the SK function's parameters with the kernel's, by index; none where it is not plain."""
    places = {it.name: at for at, it in enumerate(theirs) if it.name}
    shared = [(at, places[it.name]) for at, it in enumerate(ours) if it.name in places]
    kinds = [it.kind for it in theirs]
    if len(shared) == len(theirs) and len(ours) - len(theirs) in (0, 1):
        if all(ours[at].kind == kinds[to] for at, to in shared):
            yield shared
    elif [it.kind for it in ours] == kinds:  # a value may be the number of the part
        yield [(at, at) for at, it in enumerate(kinds) if it == "type"]
    elif len(ours) == len(theirs) + 1:
        for extra in (at for at, it in enumerate(ours) if it.kind == "value"):
            left = [at for at in range(len(ours)) if at != extra]
            if [ours[at].kind for at in left] == kinds:
                yield [(at, to) for to, at in enumerate(left)]
