"""Reading a book without a model, compared with one pass of VADER over the same sentences in the same run.

The peer is the least work that any such report must do: give each sentence to VADER once. The same story is then
doubled and quadrupled, to show that time grows no faster than length.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from fabula.reading.measured import measure
from fabula.reading.quotations import QuoteFinder
from fabula.text.book import Book, Chapter
from fabula.text.files import read
from fabula.text.sentences import sentences
from fabula.text.words import count_words

HERE = Path(__file__).parents[1]
SHELF = HERE / ".." / "shared" / "books" / "pride-and-prejudice.epub"
SAMPLE = HERE / "examples" / "the-tide-house.epub"
SIZES = (120_000, 240_000, 570_000)


def run() -> None:
    """Print seconds for three lengths, their ratio to the peer, and how long a quotation takes to find."""
    source = read(SHELF if SHELF.is_file() else SAMPLE)
    print(f"measure: {source.title} at three lengths, without a model")
    for size in SIZES:
        book = of_length(source, size)
        peer = _timed(partial(vader_alone, book))
        ours = _timed(partial(measure, book))
        print(
            f"  {size:>9,} words  VADER alone {peer:5.1f} s   measured {ours:5.1f} s   {ours / peer:.1f} times the peer"
            f"   {size / ours:,.0f} words a second"
        )
    finder = QuoteFinder(book)
    quotes = [chapter.text[1000:1150] for chapter in book.chapters[:20] if len(chapter.text) > 1200]
    changed = [quote[:70] + "x" + quote[71:] for quote in quotes]
    finder.find("a quotation that is nowhere in this book, asked once so that the index is made")
    for name, asked in (("word for word", quotes), ("one letter changed", changed)):
        spent = _timed(partial(_find_all, finder, asked))
        print(f"  quotation, {name:<19} {1000 * spent / len(asked):6.1f} ms each in the longest")


def of_length(source: Book, size: int) -> Book:
    """The story repeated until it has the given number of words; every copy has the same text and new chapter numbers."""
    words = [count_words(chapter.text, source.language) for chapter in source.chapters]
    chapters: list[Chapter] = []
    total = 0
    while total < size:
        at = len(chapters) % len(words)
        chapters.append(replace(source.chapters[at], number=len(chapters) + 1))
        total += words[at]
    return replace(source, chapters=tuple(chapters))


def vader_alone(book: Book) -> None:
    """One pass of VADER over every sentence."""
    analyser = SentimentIntensityAnalyzer()
    for chapter in book.chapters:
        for start, end in sentences(chapter.text, book.language):
            analyser.polarity_scores(chapter.text[start:end])


def _find_all(finder: QuoteFinder, quotes: list[str]) -> None:
    for quote in quotes:
        finder.find(quote)


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
