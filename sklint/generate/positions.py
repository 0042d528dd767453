"""Places in a text before and after edits."""

from collections.abc import Sequence
from dataclasses import dataclass

from sklint.finding import Edit, Fix
from sklint.fix import apply
from sklint.source import Source, Span


@dataclass(frozen=True, slots=True)
class Piece:
    """What one edit made: bytes `start` to `end` of the new text stand for `old_start` to `old_end` of the old."""

    start: int
    end: int
    old_start: int
    old_end: int


@dataclass(frozen=True)
class Edited:
    """A source after edits that do not meet each other."""

    before: Source
    source: Source
    pieces: tuple[Piece, ...]

    def old(self, offset: int) -> int | None:
        """Where a byte of the new text was, None where an edit wrote it."""
        shift = 0
        for it in self.pieces:
            if offset < it.start:
                break
            if offset < it.end:
                return None
            shift += (it.end - it.start) - (it.old_end - it.old_start)
        return offset - shift

    def piece(self, offset: int) -> Piece | None:
        return next((it for it in self.pieces if it.start <= offset < it.end), None)

    def old_span(self, span: Span) -> Span | None:
        """The span in the old text; None where an edit wrote its start or its end."""
        if span.path != self.before.path:
            return span
        start = self.old(span.start)
        end = self.old(max(span.start, span.end - 1))
        return None if start is None or end is None else Span(span.path, start, end + (span.end > span.start))

    def old_place(self, span: Span) -> Span:
        """The span in the old text; what an edit wrote stands for all that it replaced."""
        found = self.old_span(span)
        if found:
            return found
        piece = self.piece(span.start) or self.piece(max(span.start, span.end - 1))
        return Span(span.path, piece.old_start, piece.old_end) if piece else span


def edited(source: Source, edits: Sequence[Edit]) -> Edited:
    ordered = sorted(edits, key=lambda it: (it.span.start, it.span.end))
    pieces: list[Piece] = []
    shift = 0
    for it in ordered:
        start, size = it.span.start + shift, len(source.encode(it.text))
        pieces.append(Piece(start, start + size, it.span.start, it.span.end))
        shift += size - (it.span.end - it.span.start)
    fix = Fix("", tuple(ordered))
    return Edited(source, apply([fix], source), tuple(pieces))


def joined(edits: Sequence[Edit]) -> list[Edit]:
    """The edits, those that insert at one place as one, in their order."""
    found: dict[Span, Edit] = {}
    for it in edits:
        before = found.get(it.span)
        found[it.span] = Edit(it.span, before.text + it.text) if before else it
    return list(found.values())
