"""Why scores are missing, as notices. Several are combined into one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.judging.judged import PieceVerdict


def together(found: Sequence[Notice]) -> Notice | None:
    """Several notices as one. None if there are none."""
    if len(found) < 2:
        return found[0] if found else None
    return Notice.of("judging.also", first=found[0], rest=together(found[1:]))


def by_segment(pieces: Iterable[PieceVerdict]) -> Notice | None:
    """What went wrong in which segments of a book."""
    return together(
        [
            Notice.of("judging.segment", n=piece.segment, why=piece.verdict.trouble)
            for piece in pieces
            if piece.verdict.trouble
        ]
    )
