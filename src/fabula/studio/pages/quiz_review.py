"""Reviewing a set in the browser: each question beside the passage that proves it, four checks, and what came of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fabula.confined import confined
from fabula.digests import digest
from fabula.quiz.files import read_set
from fabula.quiz.questions import Question, QuizSet, plain
from fabula.quiz.review import Review, ReviewStates, read_reviews, review_states, reviews_file, waiting
from fabula.reading.quotations import QuoteFinder
from fabula.studio.books import ShelfBook
from fabula.studio.home import StoredFile
from fabula.text.book import Book
from fabula.text.files import read as read_book

_AROUND = 400
"""Characters of the book on each side of a proof."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof in its place in the book; without the book, the quotation alone."""

    chapter: int | None
    before: str
    quote: str
    after: str


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A set with its reviews, as they stand now."""

    quiz: QuizSet
    reviews: tuple[Review, ...]
    states: ReviewStates

    @property
    def digest(self) -> str:
        """A short hash of the reviews."""
        return digest(f"{each}" for each in self.reviews)

    def of(self, question: Question, reviewer: str) -> Review | None:
        """What this reviewer said of a question, if they have. Nobody sees what the other said."""
        own = [each for each in self.reviews if (each.question, each.reviewer) == (question.digest, reviewer)]
        return own[-1] if own else None

    def turn(self, reviewer: str, row: int | None) -> Question | None:
        """The question of that row, or the first that waits for this reviewer; None if none does."""
        if row is not None:
            return next((each for each in self.quiz.questions if each.row == row), None)
        left = waiting(self.quiz.questions, self.reviews, reviewer)
        return left[0] if left else None

    def left(self, reviewer: str) -> int:
        """How many questions wait for this reviewer."""
        return len(waiting(self.quiz.questions, self.reviews, reviewer))


def reviewed(file: StoredFile) -> Reviewed:
    """The set and what reviewers have said of it."""
    quiz = read_set(file.file)
    reviews = tuple(read_reviews(reviews_file(file.file)))
    return Reviewed(quiz, reviews, review_states(quiz.questions, reviews))


async def proofs(question: Question, books: Sequence[ShelfBook]) -> list[Proof]:
    """The proofs of a question, in the book of its title if that is on the shelf."""
    quotes = [
        (quote, chapter)
        for quote, chapter in (
            (question.passage, question.chapter), (question.second_passage, question.second_chapter)
        )
        if quote
    ]  # fmt: skip
    book = next((each for each in books if plain(each.title) == plain(question.title)), None)
    if book is None or not quotes:
        return [Proof(chapter, "", quote, "") for quote, chapter in quotes]
    opened, finder = await asyncio.to_thread(_opened, book.file.file)
    texts = {chapter.number: chapter.text for chapter in opened.chapters}
    return [_placed(finder, texts, quote, chapter) for quote, chapter in quotes]


def _placed(finder: QuoteFinder, texts: Mapping[int, str], quote: str, chapter: int | None) -> Proof:
    found = finder.find(quote)
    if found is None:
        return Proof(chapter, "", quote, "")
    text, end = texts[found.chapter], found.offset + found.length
    return Proof(
        found.chapter,
        _from_a_word(text[max(0, found.offset - _AROUND) : found.offset], cut=found.offset > _AROUND),
        text[found.offset : end],
        text[end : end + _AROUND],
    )


def _from_a_word(text: str, *, cut: bool) -> str:
    """Without the half paragraph or half word that a cut leaves at the beginning."""
    if not cut:
        return text
    for mark in ("\n", "。", ". ", " "):
        head, found, rest = text.partition(mark)
        if found and len(head) < _AROUND // 2:
            return rest.lstrip()
    return text


@lru_cache(maxsize=4)
def _opened(path: Path) -> tuple[Book, QuoteFinder]:
    """The path holds the hash of the file, so what was read once stays true."""
    book = confined(read_book, path, path.name)
    return book, QuoteFinder(book)
