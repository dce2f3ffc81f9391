"""The places of the report's quotations in the book: each place once, with the passage around it, as a link
target."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.text.book import Book, Chapter

AROUND = 320
"""Characters of the book shown before and after a quotation, up to the ends of its paragraph."""


@dataclass(slots=True)
class Spot:
    """One place in the book, and what in the report refers to it."""

    anchor: str
    chapter: int
    offset: int
    title: str
    before: str
    quote: str
    after: str
    sources: list[tuple[str, str]] = field(default_factory=list)
    """Anchor and words of each part of the report that quotes it."""


class Places:
    """Collects places while the page is built, then lists them in the order of the book."""

    def __init__(self, book: Book) -> None:
        self._chapters = {chapter.number: chapter for chapter in book.chapters}
        self._spots: dict[tuple[int, int], Spot] = {}

    def link(
        self, quote: str, chapter: int | None, offset: int | None, source: tuple[str, str]
    ) -> str | None:
        """The anchor of a quotation's place. None if the quotation is not in this book."""
        found = self._chapters.get(chapter) if chapter is not None else None
        if found is None or offset is None or not 0 <= offset < max(1, len(found.text)):
            return None
        spot = self._spots.get((found.number, offset))
        if spot is None:
            spot = self._spots[found.number, offset] = _spot(found, offset, quote)
        if source not in spot.sources:
            spot.sources.append(source)
        return spot.anchor

    def listed(self) -> list[Spot]:
        """Every place that something refers to, in the order of the book."""
        return [self._spots[key] for key in sorted(self._spots)]


def _spot(chapter: Chapter, offset: int, quote: str) -> Spot:
    text = chapter.text
    end = min(len(text), offset + len(quote))
    first, last = (
        max(0, text.rfind("\n\n", 0, offset) + 2 if "\n\n" in text[:offset] else 0),
        text.find("\n\n", end),
    )
    start, stop = max(first, offset - AROUND), min(len(text) if last < 0 else last, end + AROUND)
    before, after = text[start:offset], text[end:stop]
    if start > first:
        before = "… " + before[before.find(" ") + 1 :]
    if stop < (len(text) if last < 0 else last):
        after = after[: after.rfind(" ") if " " in after else len(after)] + " …"
    return Spot(
        f"place-{chapter.number}-{offset}",
        chapter.number,
        offset,
        chapter.title,
        before,
        text[offset:end],
        after,
    )
