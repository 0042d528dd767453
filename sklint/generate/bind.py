"""A kernel's SuperKernel binding: its args struct, its SK function and its SK_BIND, as text for one place."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from sklint.declared import TemplateParam
from sklint.finding import Edit, Finding, Related
from sklint.generate.binding_names import Names, chosen_names
from sklint.generate.helper_copies import Copies, copies
from sklint.generate.helper_obstacles import alternatives, left_to_people
from sklint.generate.helper_uses import Uses, new_names
from sklint.generate.helpers import Helpers, Seen, helpers
from sklint.generate.hidden_calls import hidden_calls
from sklint.generate.instantiation import instantiations
from sklint.generate.layout import Layout, layout
from sklint.generate.names import words
from sklint.generate.obstacles import obstacles, unread_branches
from sklint.generate.parameters import Parameter, of_several_sizes, parameters, unknown_types
from sklint.generate.pipe_obstacles import conditional
from sklint.generate.request import BindRequest, Plan, Taken, problem
from sklint.generate.sk_body import changes, doubled_counts, rewritten
from sklint.generate.template_arguments import Arguments, part_position, sk_arguments
from sklint.generate.type_words import type_words
from sklint.model import Kernel
from sklint.system_args import SYSTEM_ARGS
from sklint.unit import Unit

BEGIN, END = "// ---- SK adaptation (auto-generated) ----", "// ---- end SK adaptation ----"


def bind(
    units: Sequence[Unit], kernel: Kernel, request: BindRequest, taken: Taken | None = None
) -> Plan | tuple[Finding, ...]:
    """The binding of a kernel of the units' own file, read in several configurations; or what stands in its way."""
    seen = [(unit, it) for unit in units for it in unit.kernels if it.key == kernel.key and it.defined]
    found = [*chain.from_iterable(obstacles(*it) for it in seen), *disagreements(seen)]
    if shared := sharing_its_text(units, seen[0][1]):
        return (shared,)
    targets = instantiations(seen, request)
    found += [targets] if isinstance(targets, Finding) else []
    kernel = seen[0][1]
    used = helpers(seen)
    names = chosen_names(seen, request, taken or Taken(), used)
    made = copies(seen[0][0].source, kernel, used, Uses(names.copies, used.counting, names.count))
    problems = (*made.problems, *alternatives(seen, used))
    instead = left_to_people(used, problems)
    found += [*(instead if problems else ()), *unread(seen, kernel, used)]
    found += chain.from_iterable(hidden_calls(*it) for it in seen)
    if found or isinstance(targets, Finding):
        return tuple({(it.rule, it.span): it for it in found}.values())
    body = sk_body(seen, names, used)
    if isinstance(body, tuple):
        return body
    plan = planned(seen, request, names, targets, body, made)
    uses = Uses(names.copies, used.counting, "")
    halved = {it.span: it for unit, one in seen if one.body for it in doubled_counts(unit, one, one.body, uses)}
    return replace(plan, instead=(*instead, *conditional(seen)), notes=(*plan.notes, *halved.values()))


def unread(seen: Sequence[Seen], kernel: Kernel, used: Helpers) -> Iterator[Finding]:
    """What stands in branches that no configuration takes, in the kernel and in the helpers that are copied."""
    units = [unit for unit, _ in seen]
    names = frozenset(it.name for it in used.copied)
    if kernel.body and not kernel.body.in_macro:
        yield from unread_branches(units, kernel, kernel.body.extent, names)
    for extent in used.extents:
        yield from unread_branches(units, kernel, extent, names)


def disagreements(seen: Sequence[Seen]) -> list[Finding]:
    """What one configuration of the file reads otherwise than another."""
    varying = of_several_sizes(seen)
    facts = {(type_words(*it), parameters(*it, varying)[0], it[1].template) for it in seen}
    kernel = seen[0][1]
    text = f"the declaration of {kernel.name} is not the same in each configuration"
    return [problem("conditional-declaration", kernel.span, text, kernel.qualified)] if len(facts) > 1 else []


def sharing_its_text(units: Sequence[Unit], kernel: Kernel) -> Finding | None:
    """That directives choose one of several heads for the body of a kernel."""
    for other in (it for unit in units for it in unit.kernels if it.key != kernel.key and it.defined):
        one, two = kernel.extent, other.extent
        if one.path == two.path and one.start < two.end and two.start < one.end and not other.in_macro:
            text = (
                f"a directive chooses between two heads of {kernel.name}, which have one body, so it has no SK function"
            )
            related = (Related(other.span, "the other one"),)
            return problem("conditional-declaration", kernel.span, text, kernel.qualified, related)
    return None


# the text


def sk_body(seen: Sequence[Seen], names: Names, used: Helpers) -> str | tuple[Finding, ...]:
    """The text between the braces, changed as each configuration needs it."""
    uses = Uses(names.copies, used.counting, "")
    made = [
        it for unit, kernel in seen if kernel.body for it in changes(unit, kernel, kernel.body, names.system_args, uses)
    ]
    found = [it for it in made if isinstance(it, Finding)]
    unit, kernel = seen[0]
    text = rewritten(unit.source, kernel.body, [it for it in made if isinstance(it, Edit)]) if kernel.body else None
    if text is None and not found:
        found = [
            problem(
                "body-unknown", kernel.span, f"the changes that {kernel.name} needs meet each other", kernel.qualified
            )
        ]
    return tuple(found) or text or ""


def planned(
    seen: Sequence[Seen], request: BindRequest, names: Names, targets: Sequence[Arguments], body: str, made: Copies
) -> Plan:
    unit, kernel = seen[0]
    form = layout(unit.source, kernel)
    given = parameters(unit, kernel, of_several_sizes(seen))[0]
    blocks = [
        args_struct(kernel, names, given, form),
        *made.texts,
        sk_function(type_words(unit, kernel), kernel, names, given, body, form),
        "".join(f"{bind_line(kernel, request, names, it)}\n" for it in targets),
    ]
    text = "\n".join(form.indented(it) for it in blocks if it)
    text = form.indented(f"{BEGIN}\n") + text + form.indented(f"{END}\n")
    return Plan(
        kernel,
        place=form.place,
        text=form.inserted(with_linkage(kernel, text, form)),
        names=(names.args_struct, names.function, *names.copies.values()),
        targets=tuple(target_name(kernel, it) for it in targets),
        instances=tuple(part_name(kernel, names, it, 0) for it in targets),
        twin=form.inserted(with_linkage(kernel, twin(unit, kernel, names, given, form, made), form)),
        copies={copy: original.rpartition("::")[2] for original, copy in names.copies.items()},
        notes=tuple(unknown_types(kernel)),
    )


def with_linkage(kernel: Kernel, text: str, form: Layout) -> str:
    """The text in a block of its own inside of `extern "C"`: a template cannot have C linkage."""
    return form.indented('extern "C++" {\n') + text + form.indented("}\n") if kernel.linkage_block else text


def twin(unit: Unit, kernel: Kernel, names: Names, given: Sequence[Parameter], form: Layout, made: Copies) -> str:
    """The kernel's own body once more, in a template as the SK function is one, with copies that change nothing."""
    uses = Uses(names.copies, frozenset(), "")
    renamed = [it for it in new_names(kernel.body, uses) if isinstance(it, Edit)] if kernel.body else []
    body = rewritten(unit.source, kernel.body, renamed) if kernel.body else ""
    head = f"{template_head(kernel, names)}void {names.function}({', '.join(it.local for it in given if it.local)})"
    return "\n".join(form.indented(it) for it in (*made.twins, form.function(head, "", body or "")))


def struct_template(kernel: Kernel, given: Sequence[Parameter]) -> list[TemplateParam]:
    """The template parameters that the fields' types need."""
    needed = {name for it in given for name in it.names}
    found: list[TemplateParam] = []
    for it in reversed(kernel.template or ()):
        if it.name in needed:
            found.insert(0, it)
            needed |= words(it.declaration.encode())
    return found


def args_struct(kernel: Kernel, names: Names, given: Sequence[Parameter], form: Layout) -> str:
    if not given:
        return ""
    params = struct_template(kernel, given)
    head = f"template <{', '.join(it.declaration for it in params)}>\n" if params else ""
    fields = "".join(f"{form.step}{it.field};\n" for it in given)
    return f"{head}struct {names.args_struct} {{\n{fields}}};\n"


def sk_function(
    kernel_type: str, kernel: Kernel, names: Names, given: Sequence[Parameter], body: str, form: Layout
) -> str:
    """The SK function; the lines of its body are left as they stand in the file."""
    arguments = ", ".join(it.name + "..." * it.pack for it in struct_template(kernel, given))
    struct = f"{names.args_struct}<{arguments}>" if arguments else names.args_struct
    params = [f"const {struct} *{names.args}"] if given else []
    params += [f"{SYSTEM_ARGS} *{names.system_args}"] if names.system_args else []
    head = f"{template_head(kernel, names)}__sk__ {kernel_type} void {names.function}({', '.join(params)})"
    unpack = "".join(f"{form.step}{it.local} = {names.args}->{it.name};\n" for it in given if it.local)
    return form.function(head, unpack, body)


def template_head(kernel: Kernel, names: Names) -> str:
    declared = [it.declaration for it in kernel.template or ()]
    declared.insert(part_position(kernel.template or ()), f"uint32_t {names.part}")
    return f"template <{', '.join(declared)}>\n"


def target_name(kernel: Kernel, target: Arguments) -> str:
    return kernel.name if kernel.template is None else f"{kernel.name}<{', '.join(target)}>"


def part_name(kernel: Kernel, names: Names, target: Arguments, part: int) -> str:
    return f"{names.function}<{sk_arguments(kernel.template or (), target, part)}>"


def bind_line(kernel: Kernel, request: BindRequest, names: Names, target: Arguments) -> str:
    parts = [part_name(kernel, names, target, it) for it in range(request.num_splits)]
    return f"SK_BIND({target_name(kernel, target)}, {request.mask}, {', '.join(parts)});"
