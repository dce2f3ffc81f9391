"""Passages that show the writing: the opening, a turning point, then dialogue and description from all over the book.

The same book always gives the same passages.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from fabula.languages import Language
from fabula.reading.mood import Arc, mood
from fabula.reading.parsed import Parsed, Span, overlaps
from fabula.reading.reading import Excerpt, ExcerptKind
from fabula.reading.senses import sensory_count
from fabula.text.book import Book
from fabula.text.words import count_words

MOST_WORDS = 8_000
"""What a judge with a large context sees, in words (characters in Chinese)."""
LEAST_WORDS = 500
EACH = 120
_CONTEXT_FOR_A_WORD = 16
"""Tokens of context for one word of excerpts: the notes on the book and the answer need room too."""
_USUAL_CONTEXT = 32_000
"""Where nothing is known of the model."""


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
    """At most 8,000 words, the most telling passages first, then those that fill the widest gaps in the book."""
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
        if free:
            best = max(free, key=lambda n: (worth(n) - 0.3 * windows[n].midway, -n))
            taken[best] = kind
            left -= windows[best].size
    for place, kind in _filling(windows, sorted(taken), left):
        taken[place] = kind
    return tuple(_excerpt(kind, windows[place], parsed) for place, kind in taken.items())


def fitting(found: Sequence[Excerpt], context: int | None, language: Language) -> tuple[Excerpt, ...]:
    """The excerpts that suit a context of so many tokens, in the order of the book. An author's own pages all count."""
    most = min(MOST_WORDS, max(LEAST_WORDS, (context or _USUAL_CONTEXT) // _CONTEXT_FOR_A_WORD))
    shown: list[Excerpt] = []
    for excerpt in found:
        most -= count_words(excerpt.text, language)
        if most < 0 and excerpt.kind != "given":
            break
        shown.append(excerpt)
    return tuple(sorted(shown, key=lambda each: (each.chapter or 0, each.offset or 0)))


def _filling(
    windows: Sequence[_Window], taken: Sequence[int], left: int
) -> Iterator[tuple[int, ExcerptKind]]:
    """Passages from the middle of the widest gaps, dialogue and description by turns, while words are left."""
    gaps = [(low - high, low, high) for low, high in itertools.pairwise([*taken, len(windows)])]
    heapq.heapify(gaps)
    kinds: Iterator[ExcerptKind] = itertools.cycle(("dialogue", "description"))
    while gaps and gaps[0][0] < -3:
        width, low, high = heapq.heappop(gaps)
        quarter = -width // 4
        kind = next(kinds)
        best = max(
            range(low + max(2, quarter), high - max(1, quarter)),
            key=lambda n: (_suits(windows[n], kind) - 0.3 * windows[n].midway, -n),
        )
        left -= windows[best].size
        if left < 0:
            return
        yield best, kind
        heapq.heappush(gaps, (low - best, low, best))
        heapq.heappush(gaps, (best - high, best, high))


def _suits(window: _Window, kind: ExcerptKind) -> float:
    if kind == "dialogue":
        return _near(window.spoken, 0.7)
    return window.senses * (window.spoken < 0.1)


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
