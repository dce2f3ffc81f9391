"""Which passages of a novel questions are made from: two for each question, from different chapters where there are any."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.errors import UsageError
from fabula.models.vectors.retrieval import Passages
from fabula.reading.passages import Passage, cut
from fabula.text.book import Book

_PASSAGE = 350
"""The length in words of a passage: enough for two events and three people."""
_NEAREST = 12
"""How many passages to look through for one from another chapter."""


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of question, and the passages to draft it from, in the order of the book."""

    category: str
    passages: tuple[Passage, ...]


def sources(book: Book, each: int, kinds: Sequence[str], seed: int) -> list[Source]:
    """Passages spread over the whole book, each with the one from another chapter that shares most of its rare words."""
    passages = cut(book, _PASSAGE)
    if not passages:
        raise UsageError(f"{book.source or book.title} has no text to make questions from")
    index = Passages([passage.text for passage in passages], book.language)
    chance = random.Random(f"{seed}:{book.text_hash}")
    found = []
    for kind in kinds:
        for part in range(each):
            low, high = part * len(passages) // each, (part + 1) * len(passages) // each
            first = passages[chance.randrange(low, max(low + 1, high))]
            near = (passages[hit.index] for hit in index.search(first.text, _NEAREST))
            second = next((one for one in near if one.chapter != first.chapter), None)
            both = sorted((first, second), key=_place) if second else [first]
            found.append(Source(kind, tuple(both)))
    return found


def _place(passage: Passage) -> tuple[int, int]:
    return passage.chapter, passage.offset
