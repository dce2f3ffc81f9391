"""The mood of a story: VADER's compound by sentence in English, a small lexicon of our own in Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import rjieba
from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from fabula.reading.parsed import Parsed
from fabula.reading.wordlists import has_lists, language_of, table
from fabula.text.book import Book

POINTS = 100
"""Resolution of the smoothed arc over the whole book."""
WIDTH = 0.04
"""Spread of the smoothing, as a share of the book: about a chapter of twenty-five."""


@dataclass(frozen=True, slots=True)
class Arc:
    """Mood from -1 (dark) to 1 (bright)."""

    method: str
    """`VADER`, or `fabula's Chinese word list`: what made the numbers, to be shown beside them.
    Empty, like the curve, for a book in another language."""
    by_chapter: tuple[float | None, ...]
    """Mean over a chapter's sentences by their length; None where a chapter has no sentence."""
    smoothed: tuple[float, ...]
    """At POINTS even steps of the book; empty for a book without sentences."""


def mood(book: Book, parsed: Sequence[Parsed]) -> Arc:
    """How bright or dark the telling is, chapter by chapter and as a curve."""
    if not has_lists(book):
        return Arc("", tuple(None for _ in parsed), ())
    chinese = language_of(book) == "zh"
    score = _chinese_score if chinese else _english_score
    scores: list[float] = []
    sizes: list[int] = []
    by_chapter: list[float | None] = []
    for chapter in parsed:
        text = chapter.chapter.text
        found = [score(text[start:end]) for start, end in chapter.sentences]
        weights = [end - start for start, end in chapter.sentences]
        by_chapter.append(float(np.average(found, weights=weights)) if found else None)
        scores += found
        sizes += weights
    method = "fabula's Chinese word list" if chinese else "VADER"
    return Arc(method, tuple(by_chapter), _smoothed(scores, sizes))


def _smoothed(scores: list[float], sizes: list[int]) -> tuple[float, ...]:
    """Gaussian-weighted mean of the sentences around each point; first gathered into bins, so linear in length."""
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


@cache
def _vader() -> SentimentIntensityAnalyzer:
    return SentimentIntensityAnalyzer()


def _english_score(sentence: str) -> float:
    return float(_vader().polarity_scores(sentence)["compound"])


@cache
def _chinese_words() -> dict[str, int]:
    return {word: {"+": 1, "-": -1, "~": 0}[row[0]] for row in table("zh.mood") for word in row[1:]}


def _chinese_score(sentence: str) -> float:
    """Bright less dark words over the root of their number, turned by a negation one or two words before."""
    known = _chinese_words()
    total, found = 0, 0
    negated = 0
    for word in rjieba.cut(sentence):
        value = known.get(word)
        if value is None:
            negated = max(0, negated - 1)
        elif value == 0:
            negated = 2
        else:
            total += -value if negated else value
            found += 1
            negated = 0
    return total / (found + 1) if found else 0.0
