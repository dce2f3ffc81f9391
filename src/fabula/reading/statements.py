"""Ties what a plot says to chapters: by the marks of the model that read, otherwise by the words they share."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from fabula.reading.reading import Statement
from fabula.text.sentences import sentences
from fabula.text.words import words

if TYPE_CHECKING:
    from fabula.text.book import Book

_MARK = re.compile(r"[ \t]*[\[［【]\s*(\d+(?:\s*[-–—~～至,，、]\s*\d+)*)\s*[\]］】]")
_STOP_BEHIND = re.compile(rf"({_MARK.pattern})([.!?。！？…]+)")
"""Some models close the sentence behind the mark."""


def unmarked(plot: str) -> str:
    """The plot without the marks that tie it to chapters."""
    return _MARK.sub("", plot)


def statements(plot: str, book: Book) -> tuple[Statement, ...]:
    """The statements of a marked plot, in its order. Joined, they are `unmarked(plot)` but for spaces."""
    plot = _STOP_BEHIND.sub(r"\3\1", plot)
    by_words = _ByWords(book)
    found: list[Statement] = []
    start = 0
    for mark in _MARK.finditer(plot):
        text = plot[start : mark.start()].strip()
        start = mark.end()
        named = tuple(number for number in _numbers(mark[1]) if 1 <= number <= len(book.chapters))
        if text and named:
            found.append(Statement(text, named, "model"))
        else:
            found += by_words.tied(text)
    return (*found, *by_words.tied(plot[start:].strip()))


def _numbers(mark: str) -> Iterator[int]:
    """`3`, `2-4` and `2, 5` as chapter numbers."""
    for part in re.split(r"[,，、]", mark):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        yield from range(ends[0], min(ends[-1], ends[0] + 500) + 1)


class _ByWords:
    """Finds the chapter that shares the rarest words with a sentence."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def tied(self, text: str) -> list[Statement]:
        """The sentences of a text, each tied to the chapter that is most like it."""
        if not text:
            return []
        spans = sentences(text, self._book.language)
        return [Statement(text[start:end], self._chapter(text[start:end]), "words") for start, end in spans]

    def _chapter(self, sentence: str) -> tuple[int, ...]:
        said = set(words(sentence.lower(), self._book.language))
        scores = [sum(self._rarity.get(word, 0.0) for word in said & known) for known in self._chapters]
        best = max(range(len(scores)), key=lambda place: (scores[place], -place), default=None)
        return () if best is None or scores[best] == 0 else (self._book.chapters[best].number,)

    @cached_property
    def _chapters(self) -> Sequence[set[str]]:
        return [set(words(each.text.lower(), self._book.language)) for each in self._book.chapters]

    @cached_property
    def _rarity(self) -> dict[str, float]:
        spread = Counter(word for known in self._chapters for word in known)
        return {word: math.log((1 + len(self._chapters)) / n) for word, n in spread.items()}
