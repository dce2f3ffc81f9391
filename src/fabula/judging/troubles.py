"""What was lost while a book was read and judged, as notices. Several are combined into one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.judging.judged import PieceVerdict
    from fabula.reading.reading import Reading


def together(found: Sequence[Notice]) -> Notice | None:
    """Several notices as one. None if there are none."""
    if len(found) < 2:
        return found[0] if found else None
    return Notice.of("judging.also", first=found[0], rest=together(found[1:]))


def of_reading(reading: Reading | None, title: str | None = None) -> tuple[Notice, ...]:
    """The steps of a reading that gave nothing. With a `title`, the notice names the book, as one of several."""
    if reading is None or not reading.kept:
        return ()
    lost = Notice.of("judging.steps-lost", n=reading.kept)
    return (lost if title is None else Notice.of("judging.of-book", title=title, why=lost),)


def by_segment(pieces: Iterable[PieceVerdict]) -> Notice | None:
    """What went wrong in which segments of a book."""
    return together(
        [
            Notice.of("judging.segment", n=piece.segment, why=piece.verdict.trouble)
            for piece in pieces
            if piece.verdict.trouble
        ]
    )
