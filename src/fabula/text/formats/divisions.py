"""Division pages: a part's title, perhaps with an epigraph, is the part of the chapters after it and no chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from fabula.languages.topics.headings import PART
from fabula.notices import Notice
from fabula.text.formats.piece import Piece
from fabula.text.headings import matter
from fabula.text.headings.lines import read_heading

_DIVISIONS = frozenset({"part", "volume", "division"})


@dataclass(slots=True)
class _Standing:
    """The division pages that the next chapter belongs to."""

    above: tuple[str, ...] = ()
    """The parts that the file itself gives the pages."""
    names: dict[int, str] = field(default_factory=dict)

    def begin(self, page: Piece) -> None:
        heading = read_heading(page.title)
        ranked = heading is not None and heading.level == PART
        rank = heading.rank if heading and ranked else min(self.names, default=0)
        held = self.names if page.parts == self.above else {}
        self.names = {each: name for each, name in held.items() if each < rank} | {rank: page.title}
        self.above = page.parts

    def over(self, piece: Piece) -> tuple[str, ...]:
        if piece.parts != self.above:
            self.above, self.names = piece.parts, {}
        return (*self.above, *(self.names[rank] for rank in sorted(self.names)))


def settle_divisions(pieces: list[Piece]) -> None:
    """Give the chapters after a division page its name as their part, and set the page aside."""
    standing = _Standing()
    for piece, following in pairwise([*_story(pieces), None]):
        if piece is None:
            continue
        if following is not None and _is_division(piece, following):
            standing.begin(piece)
            piece.why = Notice.of("text.part-page")
        else:
            piece.parts = standing.over(piece)


def _story(pieces: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.why is None]


def _is_division(piece: Piece, following: Piece) -> bool:
    """Whether a page has only the title of a part: by its type, its words, or the chapters right after it."""
    if not piece.title or matter.is_matter_title(piece.title) or matter.is_numbered_chapter(piece.title):
        return False
    if matter.is_telling(piece.kind) and piece.kind in matter.MATTER_TYPES:
        return False
    if piece.title in following.parts:
        return not piece.text.strip()
    role = matter.role_of(piece.title)
    if piece.kind in _DIVISIONS or role == "part":
        same = matter.role_of(following.title) == "part" and _kind(piece) == _kind(following)
        return matter.is_short(piece.text) and not same
    follows = matter.role_of(following.title) is not None and not matter.is_bare_number(piece.title)
    return follows and not piece.text.strip()


def _kind(piece: Piece) -> str | None:
    heading = read_heading(piece.title)
    return heading.kind if heading else None
