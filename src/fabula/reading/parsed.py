"""A book parsed once for all measures: sentences, speeches and paragraphs of each chapter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.languages.spans import last_begun
from fabula.text.book import Book, Chapter
from fabula.text.words import WordPlaces

Span = tuple[int, int]
TOLD = 0.9
"""A chapter with this share of its letters in quotation marks is a tale told aloud."""
QUOTED = 280
"""Characters of a sentence that a finding quotes at most."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """One chapter with the offsets of its parts, each list in order and without overlap."""

    chapter: Chapter
    sentences: list[Span]
    spoken: list[Span]
    paragraphs: list[Span]
    words: WordPlaces

    def sentence_at(self, offset: int) -> Span:
        """The sentence at an offset, at most QUOTED characters of it: what a finding quotes."""
        index = last_begun(self.sentences, offset)
        start, end = self.sentences[index] if index >= 0 else (offset, len(self.chapter.text))
        if offset >= start + QUOTED - 40:
            start = offset
        return start, min(end, start + QUOTED)

    @property
    def is_told_aloud(self) -> bool:
        """Whether somebody of the story tells nearly all of it: a tale in quotation marks."""
        return is_told_aloud(self.chapter.text, self.spoken)


def parse(book: Book) -> tuple[Parsed, ...]:
    """Every chapter of the book, parsed."""
    return tuple(
        Parsed(
            chapter,
            cut,
            spoken,
            paragraphs(chapter.text),
            places,
        )
        for chapter, cut, spoken, places in zip(
            book.chapters, book.sentences, book.spoken, book.word_places, strict=True
        )
    )


def is_told_aloud(text: str, spoken: Sequence[Span]) -> bool:
    """Whether nearly all of a chapter stands in quotation marks. Whom a tale names is not spoken to."""
    return sum(end - start for start, end in spoken) >= TOLD * len(text)


def paragraphs(text: str) -> list[Span]:
    """Runs of text between blank lines."""
    found: list[Span] = []
    start = 0
    for gap in re.finditer(r"\n\s*\n", text):
        if text[start : gap.start()].strip():
            found.append((start, gap.start()))
        start = gap.end()
    if text[start:].strip():
        found.append((start, len(text.rstrip())))
    return found


def overlaps(inner: Sequence[Span], outer: Span) -> int:
    """How many characters of `outer` the spans of `inner` cover."""
    return sum(max(0, min(end, outer[1]) - max(start, outer[0])) for start, end in inner)
