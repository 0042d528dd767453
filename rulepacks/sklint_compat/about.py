"""What the pack knows of an interface, for a reader who points at its name: where it is, and what came after it."""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from sklint.api import Chip, known_chips
from sklint_compat.forms import told
from sklint_compat.tables import Form, Old, Status, calls, interfaces, old_names

SAID: dict[Status, str] = {
    "yes": "on",
    "no": "not on",
    "mixed": "depending on the form of the call on",
    "partial": "in part on",
    "conflict": "documents disagree for",
    "unknown": "no document says for",
}


def about(names: Sequence[str]) -> str:
    """Markdown about the interfaces that a name may mean; "" where nothing is known of them."""
    found = ["\n\n".join(paragraphs(it)) for it in map(documented, names) if it]
    return "\n\n".join(found)


def documented(name: str) -> str:
    """The name that something is known of: itself, or the constructor where a class has a page for that alone."""
    constructor = f"{name}::{name.rpartition('::')[2]}"
    return next((it for it in (name, constructor) if interfaces().support(it) or it in old_names().by_name), "")


def paragraphs(name: str) -> Iterator[str]:
    yield f"**interface** `{name}`"
    if interfaces().support(name):
        yield "\n".join(f"* {line}" for line in (*supported(name), *counted(name), *formed(name), *typed(name)))
    yield from since(name)
    if old := old_names().by_name.get(name):
        yield f"{replaced(old)} ({link('source', *old.source.split(':'))})"
    if page := interfaces().page(name):
        yield f"{link('its page', page)}, of CANN {interfaces().cann}"


def link(text: str, page: str, line: str = "") -> str:
    return f"[{text}]({quote(interfaces().pages_at + page, safe=':/')}{'#L' * bool(line)}{line})"


def supported(name: str) -> Iterator[str]:
    """The products, by what the page says of them."""
    yield from by_status({it.product: interfaces().status(name, it.marker) for it in products()})


def by_status(products: dict[str, Status]) -> Iterator[str]:
    for status, said in SAID.items():
        if them := [it for it, found in products.items() if found == status]:
            yield f"{said} {', '.join(them)}"


def counted(name: str) -> Iterator[str]:
    """The products, by the numbers of arguments that they take, where these differ."""
    by_counts: dict[str, list[str]] = {}
    for chip in products():
        if found := calls().counts.get(name, {}).get(chip.marker):
            by_counts.setdefault(found[0], []).append(chip.product)
    yield from (f"with {' or '.join(it.split())} arguments on {', '.join(them)}" for it, them in by_counts.items())


def formed(name: str) -> Iterator[str]:
    """The forms of a call that have pages of their own, and the products of each."""
    yield from (
        f"with {told(it.given)}: {form_support(it)} ({link('its page', it.page)})" for it in calls().forms.get(name, ())
    )


def form_support(form: Form) -> str:
    return "; ".join(by_status({it.product: form.status(it.marker) for it in products()}))


def typed(name: str) -> Iterator[str]:
    """The products, by the element types that they take."""
    by_types: dict[tuple[str, ...], list[str]] = {}
    for chip in products():
        if types := calls().element_types(name, chip.marker):
            by_types.setdefault(types, []).append(chip.product)
    yield from (f"tensors of {', '.join(types)} on {', '.join(them)}" for types, them in by_types.items())


def products() -> list[Chip]:
    """The products that pages speak of."""
    return [it for it in known_chips() if it.marker in interfaces().products]


def since(name: str) -> Iterator[str]:
    for version, names in interfaces().new_on_950.items():
        if name in names:
            yield f"new on Ascend 950 in CANN {version}"


def replaced(old: Old) -> str:
    match old.rewrite:
        case "choose-argument":
            said = "takes an enumerator instead of a bool"
        case "drop-second":
            said = "takes no mode any more"
        case _:
            said = {
                "notice only": "only declared to say that it is not supported",
                "announced": "to be deprecated",
            }.get(old.says, old.says)
    said = f"with {told(old.given)} {said}" if old.given else said
    instead = f", `{old.replacement or old.advice}` takes its place" if old.replacement or old.advice else ""
    where = " on Ascend 950" if old.products == ("950",) else ""
    when = "as announced in" if old.says == "announced" else "since"
    return f"{said} {when} CANN {old.since}{where}{instead}"
