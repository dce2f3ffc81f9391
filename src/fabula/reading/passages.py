"""A book cut into passages that can be searched, each with its location."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.models.chat import Embedder
from fabula.models.vectors.retrieval import Passages
from fabula.reading.parsed import Parsed, Span, parse
from fabula.text.book import Book
from fabula.text.words import count_words

PASSAGE_WORDS = 120
"""Long enough to contain a thought, short enough for a sentence vector to represent it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Some whole sentences of one chapter, word for word."""

    text: str
    chapter: int
    offset: int


@dataclass(frozen=True, slots=True)
class BookPassages:
    """The passages of a book in order, and their index."""

    passages: tuple[Passage, ...]
    index: Passages

    def search(self, query: str, k: int = 5) -> list[Passage]:
        """The passages that answer a query best, best first."""
        return [self.passages[hit.index] for hit in self.index.search(query, k)]


def book_passages(book: Book, embedder: Embedder | None = None, keep: Path | None = None) -> BookPassages:
    """Cut and index a book: by words alone, or with an embedder also by meaning.

    `keep` is a folder for its vectors.
    """
    passages = cut(book)
    return BookPassages(passages, Passages([p.text for p in passages], book.language, embedder, keep))


def cut(book: Book, size: int = PASSAGE_WORDS) -> tuple[Passage, ...]:
    """Puts every sentence of the book into one passage. Passages end with a paragraph if possible."""
    return tuple(
        Passage(chapter.chapter.text[start:end], chapter.chapter.number, start)
        for chapter in parse(book)
        for start, end in _runs(chapter, size, book.language)
    )


def _runs(chapter: Parsed, size: int, language: str) -> list[Span]:
    text = chapter.chapter.text
    runs: list[Span] = []
    begin: int | None = None
    words = 0
    last = 0
    for start, end in chapter.sentences:
        length = count_words(text[start:end], language)
        new_paragraph = "\n" in text[last:start]
        if begin is not None and (words + length > size or (new_paragraph and words >= 0.6 * size)):
            runs.append((begin, last))
            begin, words = None, 0
        begin = start if begin is None else begin
        words += length
        last = end
    if begin is not None:
        runs.append((begin, last))
    return runs
