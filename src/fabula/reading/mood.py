"""The mood of a story, sentence by sentence: VADER in English, a word list of our own in Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fabula.reading.parsed import Parsed
from fabula.text.book import Book

POINTS = 100
"""Resolution of the smoothed arc over the whole book."""
DARK = -0.3
"""The mood from which down a sentence is dark."""
WIDTH = 0.04
"""Spread of the smoothing, as a share of the book: about a chapter of twenty-five."""


@dataclass(frozen=True, slots=True)
class Arc:
    """Mood from -1 (dark) to 1 (bright)."""

    method: str
    """The method behind the numbers, such as `VADER`, to show beside them.
    Empty, like the curve, for a book in another language."""
    by_chapter: tuple[float | None, ...]
    """Mean over a chapter's sentences, weighted by length. None if a chapter has no sentence."""
    smoothed: tuple[float, ...]
    """At POINTS even steps of the book. Empty for a book without sentences."""
    darkest: tuple[int, ...] = ()
    """The offset of each chapter's darkest sentence. Empty like the curve."""
    dark: tuple[float, ...] = ()
    """The share of each chapter's sentences that are dark. Empty like the curve."""


def sentence_moods(book: Book, parsed: Sequence[Parsed]) -> list[list[float]]:
    """The mood of each sentence of each chapter. Empty for a language without a list."""
    score = book.language.mood.score
    if score is None:
        return []
    return [
        [score(chapter.chapter.text[start:end]) for start, end in chapter.sentences] for chapter in parsed
    ]


def mood(book: Book, parsed: Sequence[Parsed], moods: Sequence[Sequence[float]] | None = None) -> Arc:
    """How bright or dark the text is, by chapter and as a curve. `moods` has the sentences' moods, if they are known."""
    moods = sentence_moods(book, parsed) if moods is None else moods
    if not moods:
        return Arc("", tuple(None for _ in parsed), ())
    scores: list[float] = []
    sizes: list[int] = []
    by_chapter: list[float | None] = []
    for chapter, found in zip(parsed, moods, strict=True):
        weights = [end - start for start, end in chapter.sentences]
        by_chapter.append(float(np.average(found, weights=weights)) if found else None)
        scores += found
        sizes += weights
    darkest = tuple(
        min(zip(found, chapter.sentences, strict=True), key=lambda each: each[0], default=(0, (0, 0)))[1][0]
        for chapter, found in zip(parsed, moods, strict=True)
    )
    dark = tuple(sum(each < DARK for each in found) / max(1, len(found)) for found in moods)
    return Arc(book.language.mood.method, tuple(by_chapter), _smoothed(scores, sizes), darkest, dark)


def _smoothed(scores: list[float], sizes: list[int]) -> tuple[float, ...]:
    """Gaussian-weighted mean of the sentences around each point.

    Sentences are first gathered into bins, so time is linear in length.
    """
    if not scores:
        return ()
    weights = np.array(sizes, dtype=float)
    middle = (np.cumsum(weights) - weights / 2) / weights.sum()
    bins = np.minimum((middle * POINTS * 4).astype(int), POINTS * 4 - 1)
    mass = np.bincount(bins, weights, POINTS * 4)
    value = np.bincount(bins, weights * np.array(scores), POINTS * 4)
    centres = (np.arange(POINTS * 4) + 0.5) / (POINTS * 4)
    points = (np.arange(POINTS) + 0.5) / POINTS
    kernel = np.exp(-0.5 * ((points[:, None] - centres[None, :]) / WIDTH) ** 2)
    return tuple(float(x) for x in (kernel @ value) / (kernel @ mass))
