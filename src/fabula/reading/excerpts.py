"""Passages that show the writing: the opening, a dialogue, a description, a turning point.

The same book always gives the same passages.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fabula.languages import Language
from fabula.reading.mood import Arc, mood
from fabula.reading.parsed import Parsed, Span, overlaps
from fabula.reading.reading import Excerpt, ExcerptKind
from fabula.reading.senses import sensory_count
from fabula.text.book import Book
from fabula.text.words import count_words

MOST_WORDS = 500
EACH = 120


@dataclass(frozen=True, slots=True)
class _Window:
    """Some neighbouring sentences that make a passage of suitable length."""

    chapter: int
    start: int
    end: int
    size: int
    spoken: float
    senses: float
    midway: bool
    """Begins within a paragraph."""


def excerpts(book: Book, parsed: Sequence[Parsed], arc: Arc | None = None) -> tuple[Excerpt, ...]:
    """At most 500 words in all (characters in Chinese) from up to four places, in the order of the book."""
    windows = [
        window for index, chapter in enumerate(parsed) for window in _windows(index, chapter, book.language)
    ]
    if not windows:
        return ()
    turn = _turn(arc or mood(book, parsed))
    last = len(windows) - 1
    wishes: list[tuple[ExcerptKind, Callable[[int], float]]] = [
        ("opening", lambda n: -n),
        ("turning point", lambda n: -abs((n + 0.5) / (last + 1) - turn)),
        ("dialogue", lambda n: _near(windows[n].spoken, 0.7) - 0.2 * abs(n / (last + 1) - 0.4)),
        ("description", lambda n: windows[n].senses * (windows[n].spoken < 0.1) - abs(n / (last + 1) - 0.6)),
    ]
    taken: dict[int, ExcerptKind] = {}
    left = MOST_WORDS
    for kind, worth in wishes:
        free = [n for n in range(len(windows)) if all(abs(n - other) > 1 for other in taken)]
        free = [n for n in free if windows[n].size <= left]
        if free:
            best = max(free, key=lambda n: (worth(n) - 0.3 * windows[n].midway, -n))
            taken[best] = kind
            left -= windows[best].size
    return tuple(_excerpt(taken[n], windows[n], parsed) for n in sorted(taken))


def _windows(index: int, chapter: Parsed, language: Language) -> list[_Window]:
    """Cut the chapter into runs of whole sentences of at most EACH words. A longer sentence is left out."""
    text = chapter.chapter.text
    found: list[_Window] = []
    run: list[Span] = []
    size = 0
    for span in chapter.sentences:
        length = count_words(text[span[0] : span[1]], language)
        if size + length > EACH and run:
            found.append(_window(index, chapter, run, size, language))
            run, size = [], 0
        if length <= EACH:
            run.append(span)
            size += length
    if run and (size >= EACH // 2 or not found):
        found.append(_window(index, chapter, run, size, language))
    return [window for window in found if window.size <= EACH]


def _window(index: int, chapter: Parsed, run: list[Span], size: int, language: Language) -> _Window:
    start, end = run[0][0], run[-1][1]
    text = chapter.chapter.text[start:end]
    spoken = overlaps([s for s in chapter.spoken if s[1] > start and s[0] < end], (start, end)) / (
        end - start
    )
    return _Window(
        chapter=index,
        start=start,
        end=end,
        size=count_words(text, language),
        spoken=spoken,
        senses=sensory_count(text, language) / max(1, size) * 10,
        midway=start > 0 and chapter.chapter.text[start - 1] != "\n",
    )


def _near(value: float, wanted: float) -> float:
    return -abs(value - wanted)


def _turn(arc: Arc) -> float:
    """Where the smoothed mood changes most in the later half of the book, 0 to 1."""
    points = arc.smoothed
    if len(points) < 3:
        return 0.75
    steps = [abs(after - before) for before, after in itertools.pairwise(points)]
    half = len(steps) // 2
    best = max(range(half, len(steps)), key=lambda n: steps[n])
    return (best + 1) / len(points)


def _excerpt(kind: ExcerptKind, window: _Window, parsed: Sequence[Parsed]) -> Excerpt:
    chapter = parsed[window.chapter].chapter
    return Excerpt(kind, chapter.text[window.start : window.end], chapter.number, window.start)
