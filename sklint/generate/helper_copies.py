"""Copies of helpers for an SK function: the helper's own text, with the changes that an SK function needs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from sklint.body import Body
from sklint.declared import Key
from sklint.finding import Edit
from sklint.generate.block_count import captures
from sklint.generate.body_numbers import INDEX, counts, indexes
from sklint.generate.destroy import NAME, destroy_edits, waiting_edits
from sklint.generate.helper_uses import Unwritable, Uses, counts_handed_on
from sklint.generate.helpers import Helpers, Piece
from sklint.generate.layout import verbatim
from sklint.generate.uncopyable import namespace_within, uncopyable
from sklint.model import Function, Kernel
from sklint.parse.lex import lex
from sklint.pipes import owned_pipes
from sklint.source import Source, Span
from sklint.unit import Unit

COUNT_TYPE = "int64_t"


@dataclass(frozen=True, slots=True)
class Copies:
    """The texts of the copies, as they stand beside the SK function; `twins` are the same with nothing changed but the
    names, `problems` why there are none."""

    texts: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    problems: tuple[Unwritable, ...] = ()


def copies(source: Source, kernel: Kernel, helpers: Helpers, uses: Uses) -> Copies:
    """The copies that a kernel's SK function needs. `uses.count` is the name of the count in them."""
    wrong = [it for piece in helpers.copied for it in uncopyable(source, kernel, helpers, piece)]
    made = [] if wrong else [(piece, list(changes(source, helpers, uses, piece))) for piece in helpers.copied]
    wrong += [it for _, found in made for it in found if isinstance(it, Unwritable)]
    if wrong:
        return Copies(problems=tuple(dict.fromkeys(wrong)))
    texts = [part for piece, found in made for part in parts(source, piece, edits_of(found), purpose(helpers, piece))]
    twins = [it for piece in helpers.copied for it in parts(source, piece, names_in(source, uses, piece), "")]
    if any(it.text is None for it in texts):
        return Copies(problems=(Unwritable(kernel.span, "the changes of a copy meet each other"),))
    return Copies(tuple(in_namespaces(kernel, texts)), tuple(in_namespaces(kernel, twins)))


def edits_of(found: Sequence[Edit | Unwritable]) -> list[Edit]:
    return [it for it in found if isinstance(it, Edit)]


@dataclass(frozen=True, slots=True)
class Part:
    """One text of a piece: a function, a class, or the definition of a member behind it."""

    piece: Piece
    extent: Span
    text: str | None


def in_namespaces(kernel: Kernel, parts: Sequence[Part]) -> Iterator[str]:
    """The texts in the order of the file, those of one namespace in a block of it."""
    ordered = sorted(parts, key=lambda it: it.extent)
    for namespace, group in groupby(ordered, lambda it: namespace_within(kernel, it.piece)):
        found = [it.text for it in group if it.text]
        if namespace:
            yield f"namespace {namespace} {{\n" + "\n".join(found) + f"}} // namespace {namespace}\n"
        else:
            yield from found


def purpose(helpers: Helpers, piece: Piece) -> str:
    """What a copy is there for."""
    if helpers.counting & set(piece.functions):
        return "takes the block count"
    owned = (it for key in piece.functions for unit, _, one, _ in helpers.found(key) for it in owned_pipes(unit, one))
    return "destroys its TPipe" if any(it.leaks for it in owned) else "uses these copies"


def parts(source: Source, piece: Piece, edits: Sequence[Edit], purpose: str) -> Iterator[Part]:
    """The piece's texts with the edits; None where two of them meet."""
    for extent in piece.extents:
        text = replaced(source, extent, [it for it in edits if extent.contains(it.span)])
        first = extent == piece.extents[0]
        head = f"// {piece.name}, in a copy that {purpose}\n" if first else ""
        end = ";\n" if first and piece.is_class else "\n"
        yield Part(piece, extent, None if text is None else head + first_line_indented(text + end))


def first_line_indented(text: str) -> str:
    """The text with all lines but the first as they stand in the file."""
    first, line_end, rest = text.partition("\n")
    body, last, _ = rest.rpartition("\n")
    return first + line_end + (verbatim(body) + last if last else "")


def replaced(source: Source, extent: Span, edits: Sequence[Edit]) -> str | None:
    at, pieces = extent.start, list[str]()
    for it in sorted(dict.fromkeys(edits), key=lambda it: (it.span.start, it.span.end)):
        if it.span.start < at:
            return None
        pieces += [source.decode(at, it.span.start), it.text]
        at = it.span.end
    return "".join([*pieces, source.decode(at, extent.end)]).replace("\r\n", "\n")


# the changes


def changes(source: Source, helpers: Helpers, uses: Uses, piece: Piece) -> Iterator[Edit | Unwritable]:
    yield from names_in(source, uses, piece)
    for key in piece.functions:
        if key in helpers.counting:
            yield from signatures(source, helpers, uses, key)
        for unit, kernel, function, body in helpers.found(key):
            yield from counts_handed_on(unit, body, uses)
            yield from numbers(unit, kernel, function, body, uses)
            yield from pipes(unit, function)


def names_in(source: Source, uses: Uses, piece: Piece) -> list[Edit]:
    """The names of copied helpers in a piece, wherever they stand in code."""
    last = {it.rpartition("::")[2]: name for it, name in uses.renamed.items()}
    found: list[Edit] = []
    for extent in piece.extents:
        before = ""
        for it in lex(source.data, extent.start, extent.end):
            if it.kind == "name" and it.text in last and before not in (".", "->"):
                found.append(Edit(source.span(it.start, it.end), last[it.text]))
            before = it.text
    return found


def signatures(source: Source, helpers: Helpers, uses: Uses, key: Key) -> Iterator[Edit | Unwritable]:
    """The count as the first parameter, where a function is defined and where its class declares it."""
    places = dict.fromkeys(
        place for unit, _, function, _ in helpers.found(key) for place in (key, *declared(unit, function))
    )
    for path, at, name in places:
        words = [it for _, it in zip(range(4), lex(source.data, at), strict=False)]
        texts = [it.text for it in words]
        if path != source.path or texts[:2] != [name, "("]:
            yield Unwritable(source.span(at, at + len(name.encode())), f"no parameter can be given to {name}")
        elif texts[2:] == ["void", ")"]:
            yield Edit(source.span(words[2].start, words[2].end), f"{COUNT_TYPE} {uses.count}")
        else:
            end = words[1].end
            more = "" if texts[2] == ")" else "," if source.data[end : end + 1] in b"\r\n" else ", "
            yield Edit(source.span(end, end), f"{COUNT_TYPE} {uses.count}{more}")


def declared(unit: Unit, function: Function) -> tuple[Key, ...]:
    record = unit.record(function.record) if function.record else None
    return record.methods.get(function.name, ()) if record else ()


def numbers(unit: Unit, kernel: Kernel, function: Function, body: Body, uses: Uses) -> Iterator[Edit | Unwritable]:
    for extent, at in counts(unit, function, body).items():
        inside = captures(body, at, uses.count)
        if body.tokens[at].from_macro or inside is None:
            yield Unwritable(extent, "the block count is asked for in a macro, or where no parameter is visible")
        else:
            yield from (*inside, Edit(extent, uses.count))
    for extent, at in indexes(unit, function, body).items():
        if kernel.kernel_type is None or kernel.kernel_type.ratio or body.tokens[at].from_macro:
            yield Unwritable(extent, "the core's own index need not be GetBlockIdx() on each of its cores")
        else:
            yield Edit(extent, INDEX)


def pipes(unit: Unit, function: Function) -> Iterator[Edit | Unwritable]:
    for pipe in owned_pipes(unit, function):
        edits = destroy_edits(unit, pipe, pipe.leaks) if pipe.leaks else ()
        yield from edits
        for it in (it for it in pipe.destroys if it.name == "Destroy" and not it.from_macro):
            why = f"Destroy of {pipe.path} waits before another TPipe is made, and no PipeBarrier can be written there"
            yield from waiting_edits(unit, function, it) or [Unwritable(it.span, why)]
        if pipe.repeats or pipe.doubtful or (pipe.leaks and not edits):
            yield Unwritable(pipe.local.span, f"{NAME} cannot be written for {pipe.path}")
