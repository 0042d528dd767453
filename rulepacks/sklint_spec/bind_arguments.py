"""The template arguments in an SK_BIND: whether they fit what is named, and the kernel's those of its parts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.api import Binding, Bound, Edit, Fix, Function, Mismatch, Related, Safety, Span, TemplateParam
from sklint_spec.template_counts import fits, needed


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is wrong with the arguments of `bound`, at `span`."""

    bound: Bound
    span: Span
    text: str
    related: tuple[Related, ...]
    fixes: tuple[Fix, ...] = ()


def wrong_arguments(binding: Binding, bound: Bound, targets: Sequence[Function]) -> Iterator[Misfit]:
    """The template arguments do not fit the one function that is named."""
    if len(targets) != 1:
        return
    params, given = targets[0].template, bound.template_arguments
    declared = (Related(targets[0].span, f"{targets[0].name} is declared here"),)
    if params is None and given is not None:
        yield Misfit(bound, bound.span, f"{bound.name} is no template", declared)
    elif params and given is None and any(needed(it) for it in params):
        fixes = () if binding.in_macro or binding.kernel is bound else numbering(bound, params)
        text = f"{bound.name} is a template, it has no address without its arguments"
        yield Misfit(bound, bound.span, text, declared, fixes)
    elif params and given is not None and not fits(params, len(given)):
        has = f"{len(params)} template parameter{'s' if len(params) > 1 else ''}"
        yield Misfit(bound, bound.span, f"{bound.name} has {has}, {len(given)} given", declared)


def numbering(bound: Bound, params: Sequence[TemplateParam]) -> tuple[Fix, ...]:
    if [it.kind for it in params] != ["value"]:
        return ()
    end = Span(bound.span.path, bound.span.end, bound.span.end)
    return (Fix(f"Name {bound.name}<0>", (Edit(end, "<0>"),), Safety.UNSAFE),)


def different(binding: Binding, it: Mismatch) -> Misfit:
    """A part that is bound for another template argument than the kernel."""
    kernel, part = binding.kernel, it.part
    assert kernel is not None
    written = it.index < len(part.argument_spans)
    span = part.argument_spans[it.index] if written else part.span
    given = kernel.template_arguments or ()
    wanted = given[it.kernel_index] if it.kernel_index < len(given) else ""
    fixable = written and wanted and not binding.in_macro
    text = f"{part.text} has another {it.param.name or 'template argument'} than {kernel.text}"
    fixes = (Fix(f"Bind it for {wanted}", (Edit(span, wanted),), Safety.UNSAFE),) if fixable else ()
    return Misfit(part, span, text, (Related(kernel.span, "the kernel"),), fixes)
