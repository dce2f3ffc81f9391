"""Show a judge the book under other names, so that it cannot recognise it, and put the book's own names back
into its answer.

Only the judge sees the other names. They are replaced in its answer before quotations are looked up, so that
quotations are verified against the original book and the report uses the names that its reader knows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from fabula.reading.anonymise import rename

if TYPE_CHECKING:
    from fabula.judging.judged import Judged
    from fabula.reading.anonymise import Anonymised
    from fabula.reading.reading import Reading
    from fabula.rubrics.verdict import AspectVerdict, Verdict
    from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class Renamed:
    """The book under other names, and the names used there (own name -> other name)."""

    book: Book
    names: dict[str, str]
    own_id: str

    @classmethod
    def of(cls, book: Book, other: Anonymised) -> Self:
        """The book under its other names, also without its title."""
        shown = replace(other.book, title=book.language.writing.untitled)
        return cls(shown, other.mapping, book.id)

    def own_words(self, text: str) -> str:
        """The text with the book's own names."""
        return rename(text, {other: own for own, other in self.names.items()}, self.book.language)

    def own_judged(self, judged: Judged) -> Judged:
        """Every critique, quotation and assessment, including those of segments."""
        return replace(
            judged,
            verdicts=tuple(self._verdict(verdict) for verdict in judged.verdicts),
            pieces=tuple(replace(piece, verdict=self._verdict(piece.verdict)) for piece in judged.pieces),
        )

    def own_reading(self, reading: Reading) -> Reading:
        """What the judge saw instead of the book. Excerpts keep their positions in the original book."""
        texts = {chapter.number: chapter.text for chapter in self.book.chapters}
        told = reading.in_words(self.own_words)
        return replace(
            told,
            book_id=self.own_id,
            excerpts=tuple(
                replace(one, offset=one.chapter and len(self.own_words(texts[one.chapter][: one.offset])))
                for one in told.excerpts
            ),
        )

    def _verdict(self, verdict: Verdict) -> Verdict:
        return replace(
            verdict,
            book=self.own_id,
            assessment=self.own_words(verdict.assessment),
            aspects=tuple(self._aspect(one) for one in verdict.aspects),
        )

    def _aspect(self, aspect: AspectVerdict) -> AspectVerdict:
        return replace(
            aspect,
            critique=self.own_words(aspect.critique),
            evidence=tuple(replace(one, quote=self.own_words(one.quote)) for one in aspect.evidence),
        )
