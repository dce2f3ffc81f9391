"""Who speaks how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.reading.cast import Cast
from fabula.reading.parsed import Parsed
from fabula.reading.speech.attribution import speeches
from fabula.reading.speech.said import Speech
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class Voice:
    """What one person says aloud. `name` is None for speech that nothing attributes."""

    name: str | None
    speeches: int
    words: int
    share: float
    """Of all words spoken in the book, 0 to 1."""


def voices(
    book: Book, parsed: Sequence[Parsed], cast: Cast, said: Sequence[Speech] | None = None
) -> tuple[Voice, ...]:
    """Everyone who speaks, most words first, and unattributed speech last. `said` has the speeches, if they are known."""
    count: Counter[str | None] = Counter()
    words: Counter[str | None] = Counter()
    for speech in speeches(book, parsed, cast) if said is None else said:
        count[speech.speaker] += 1
        words[speech.speaker] += sum(parsed[speech.chapter].words.between(*span) for span in speech.spans)
    total = words.total() or 1
    ranked = sorted(count, key=lambda name: (name is None, -words[name], name or ""))
    return tuple(Voice(name, count[name], words[name], words[name] / total) for name in ranked)
