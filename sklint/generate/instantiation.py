"""The instantiations of a template kernel that are bound, and the lists of template parameters and arguments for them."""

from collections.abc import Sequence

from sklint.finding import Finding, Related
from sklint.generate.request import BindRequest, problem
from sklint.model import Kernel, TemplateParam, Unit
from sklint.parse.bodies import template_end
from sklint.parse.expand import tokens_of
from sklint.parse.functions import spell, split_params
from sklint.parse.lex import lex

Arguments = tuple[str, ...]


def instantiations(units: Sequence[tuple[Unit, Kernel]], request: BindRequest) -> list[Arguments] | Finding:
    """The template arguments to bind a kernel for, as written; a single empty list for one that is no template."""
    kernel = units[0][1]
    if kernel.template is None:
        return [()]
    found = named(kernel, request.targets) or launched(units)
    wrong = next((it for it in found if complete(kernel.template, it) is None), None)
    if wrong is not None:
        text = f"{kernel.name}<{', '.join(wrong)}> does not fit the template parameters of {kernel.name}"
        return problem("template-arguments", kernel.span, text, kernel.qualified)
    if found:
        return found
    places = tuple(Related(it.span, "launched here") for unit, kernel in units for it in unit.launches if kernel in it.kernels)
    target = f"{kernel.name}<{', '.join(it.name or 'value' for it in kernel.template)}>"
    text = f"{kernel.name} is a template and no launch in this file says for what: name the instantiation with --bind-target '{target}'"
    return problem("template-bind-target-required", kernel.span, text, kernel.qualified, places)


def named(kernel: Kernel, targets: Sequence[str]) -> list[Arguments]:
    """The arguments of those `targets` that name the kernel."""
    found: dict[Arguments, None] = {}
    for target in targets:
        name, opening, _ = target.partition("<")
        name = name.strip().removeprefix("::")
        if opening and name in (kernel.name, kernel.qualified):
            found[listed(target)] = None
    return list(found)


def names_kernel(kernel: Kernel, target: str) -> bool:
    return target.partition("<")[0].strip().removeprefix("::") in (kernel.name, kernel.qualified)


def launched(units: Sequence[tuple[Unit, Kernel]]) -> list[Arguments]:
    """The distinct arguments of the kernel's launches; one that leaves arguments to be deduced tells nothing."""
    found: dict[Arguments, None] = {}
    for unit, kernel in units:
        for it in unit.launches:
            given = it.template_arguments
            if [one.key for one in it.kernels] == [kernel.key] and (given or all(p.default for p in kernel.template or ())):
                written = listed(f"<{','.join(given or ())}>")
                if complete(kernel.template or (), written) is not None:
                    found[written] = None
    return list(found)


def listed(text: str) -> Arguments:
    """The template arguments in `name<a, b>`, as a person would write them."""
    tokens = tokens_of("", lex(text.encode()))
    opening = next((at for at, it in enumerate(tokens) if it.text == "<"), len(tokens))
    end, _ = template_end(tokens, opening)
    return tuple(spell(it) for it in split_params(tokens[:end], opening)) if end > opening else ()


def complete(params: Sequence[TemplateParam], given: Arguments) -> Arguments | None:
    """The arguments with the defaults of those left out; None where they do not fit."""
    packs = any(it.pack for it in params)
    if len(given) > len(params) and not packs:
        return None
    values = dict(zip((it.name for it in params), given, strict=False))
    found = list(given)
    for it in params[len(given) :]:
        if it.pack:
            continue
        if not it.default:
            return None
        values[it.name] = substituted(it.default, values)
        found.append(values[it.name])
    return tuple(found)


def substituted(text: str, values: dict[str, str]) -> str:
    """A default argument with the arguments before it put in."""
    tokens = tokens_of("", lex(text.encode()))
    return spell([token for it in tokens for token in (tokens_of("", lex(values[it.text].encode())) if it.text in values else [it])])


def part_position(params: Sequence[TemplateParam]) -> int:
    """Where the part's number stands among the template parameters: last, but before a pack."""
    return next((at for at, it in enumerate(params) if it.pack), len(params))


def sk_arguments(params: Sequence[TemplateParam], given: Arguments, part: int) -> str:
    """The template arguments of an SK function for one part."""
    full = complete(params, given) or ()
    at = part_position(params)
    return ", ".join([*full[:at], str(part), *full[at:]])
