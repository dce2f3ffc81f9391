"""A reading without a model: the most central sentences of each chapter are its summary."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from fabula.languages import Language
from fabula.reading.cast import Cast, find_cast
from fabula.reading.excerpts import excerpts
from fabula.reading.parsed import Parsed, Span, parse
from fabula.reading.reading import ChapterSummary, Reading
from fabula.text.book import Book
from fabula.text.words import count_words, words

CHAPTER_WORDS = 80
"""Length of a chapter's summary: short enough for a contents page, long enough for an event or two."""
DAMPING = 0.85
ROUNDS = 20
CAST_SHOWN = 20


def read(book: Book) -> Reading:
    """A reading of the book in its own sentences.

    They are ranked by a graph within each chapter; the plot consists of the chapters' best.
    """
    parsed = parse(book)
    cast = find_cast(book)
    ranked = rank(book, parsed, cast)
    return Reading(
        book_id=book.id,
        method="extractive",
        plot=_plot(parsed, ranked, book.language),
        cast=tuple(islice(cast.characters, CAST_SHOWN)),
        chapter_summaries=chapter_summaries(parsed, ranked, book.language),
        excerpts=excerpts(book, parsed),
    )


def chapter_summaries(
    parsed: Sequence[Parsed], ranked: Sequence[list[Span]], language: Language
) -> tuple[ChapterSummary, ...]:
    """One summary per chapter, with its sentences in the order of the book."""
    return tuple(
        ChapterSummary(
            chapter.chapter.number, chapter.chapter.title, _summary(chapter, spans, CHAPTER_WORDS, language)
        )
        for chapter, spans in zip(parsed, ranked, strict=True)
    )


def rank(book: Book, parsed: Sequence[Parsed], cast: Cast) -> list[list[Span]]:
    """For each chapter its sentences, the most central first."""
    named: list[list[int]] = [[] for _ in parsed]
    for mention in cast.mentions:
        named[mention.chapter].append(mention.start)
    return [_ranked(chapter, starts, book.language) for chapter, starts in zip(parsed, named, strict=True)]


def _plot(parsed: Sequence[Parsed], ranked: Sequence[list[Span]], language: Language) -> str:
    """Chapters in order. If there are too many for the plot, evenly spaced chapters."""
    sizes = language.excerpting
    share = max(sizes.chapter_least, sizes.plot_length // max(1, len(parsed)))
    most = max(1, sizes.plot_length // share)
    step = max(1.0, len(parsed) / most)
    chosen = sorted({int(n * step) for n in range(most) if n * step < len(parsed)})
    chosen_texts: list[str] = []
    left = sizes.plot_length
    for index in chosen:
        text = _summary(parsed[index], ranked[index], min(share, left), language)
        length = count_words(text, language)
        if text and length <= left:
            chosen_texts.append(text)
            left -= length
    return "\n\n".join(chosen_texts)


def _summary(chapter: Parsed, ranked: list[Span], length: int, language: Language) -> str:
    """The best sentences that fit, at least one, without repetition."""
    text = chapter.chapter.text
    kept: list[Span] = []
    known: list[set[str]] = []
    left = length
    for start, end in ranked:
        sentence = text[start:end]
        size = count_words(sentence, language)
        if size > left and kept:
            continue
        own = set(words(sentence.lower(), language))
        if any(len(own & other) > 0.5 * min(len(own), len(other)) for other in known):
            continue
        kept.append((start, end))
        known.append(own)
        left -= size
        if left < 8:
            break
    return language.joiner.join(" ".join(text[start:end].split()) for start, end in sorted(kept))


def _ranked(chapter: Parsed, named: list[int], language: Language) -> list[Span]:
    """Sentences of one chapter, the most central first, by PageRank over their similarity.

    The similarity matrix is never formed.
    """
    spans = [
        span for span in chapter.sentences if _is_telling(chapter.chapter.text[span[0] : span[1]], language)
    ]
    if not spans:
        return chapter.sentences[:1]
    vectors = _vectors([chapter.chapter.text[start:end] for start, end in spans], language)
    scores = _central(vectors)
    talk = np.array([_share_spoken(chapter.spoken, span) for span in spans])
    people = np.array([bisect_left(named, end) - bisect_left(named, start) for start, end in spans])
    usual = language.excerpting.usual_sentence
    length = np.array([min(1.0, (end - start) / usual) for start, end in spans])
    worth = scores * (1 - 0.6 * talk) * length * (1 + 0.25 * np.minimum(people, 3))
    order = np.argsort(-worth, kind="stable")
    return [spans[index] for index in order]


def _is_telling(sentence: str, language: Language) -> bool:
    """Whether a sentence is long enough to say something and short enough to quote."""
    low, high = language.excerpting.telling
    return low <= len(sentence) <= high


def _share_spoken(spoken: Sequence[Span], span: Span) -> float:
    """The share of a sentence that is spoken. Speech summarises less of a chapter than narration does."""
    low = bisect_right(spoken, span[0], key=lambda spoken_span: spoken_span[1])
    covered = 0
    while low < len(spoken) and spoken[low][0] < span[1]:
        covered += min(spoken[low][1], span[1]) - max(spoken[low][0], span[0])
        low += 1
    return covered / max(1, span[1] - span[0])


def _vectors(sentences: list[str], language: Language) -> Any:
    """TF-IDF rows of length one."""
    vocabulary: dict[str, int] = {}
    rows: list[dict[int, int]] = []
    for sentence in sentences:
        row: dict[int, int] = {}
        for word in words(sentence.lower(), language):
            index = vocabulary.setdefault(word, len(vocabulary))
            row[index] = row.get(index, 0) + 1
        rows.append(row)
    spread = [0] * len(vocabulary)
    for row in rows:
        for index in row:
            spread[index] += 1
    data: list[float] = []
    columns: list[int] = []
    starts = [0]
    for row in rows:
        weights = [count * math.log(len(rows) / spread[index] + 1e-9) for index, count in row.items()]
        size = math.sqrt(sum(weight * weight for weight in weights)) or 1.0
        data.extend(weight / size for weight in weights)
        columns.extend(row)
        starts.append(len(data))
    return csr_matrix((data, columns, starts), shape=(len(rows), len(vocabulary)))


def _central(vectors: Any) -> Any:
    """PageRank with X·Xᵀ as two sparse products. Time grows with the words, not with the square of the sentences."""
    size = vectors.shape[0]
    degree = np.maximum(vectors @ (vectors.T @ np.ones(size)), 1e-9)
    rank = np.full(size, 1 / size)
    for _ in range(ROUNDS):
        rank = (1 - DAMPING) / size + DAMPING * (vectors @ (vectors.T @ (rank / degree)))
    return rank
