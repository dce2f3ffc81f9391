"""Which passages of a novel questions are made from: two for each question, from different chapters where there are any."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from fabula.errors import UsageError
from fabula.models.vectors.retrieval import Passages
from fabula.quiz.questions import Question
from fabula.quiz.ties import Tie
from fabula.reading.passages import Passage, cut
from fabula.reading.quotations import QuoteFinder
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
    ties: str = ""
    """What ties the passages together, by a reading or a graph of the book."""


def sources(
    book: Book, each: int, kinds: Sequence[str], seed: int, ties: Sequence[Sequence[Tie]] = ()
) -> list[Source]:
    """Passages spread over the whole book, each with the one from another chapter that shares most of its rare words.

    With ties, every second source is of two chapters that one of them joins, as long as there are such.
    """
    passages = cut(book, _PASSAGE)
    if not passages:
        raise UsageError(f"{book.source or book.title} has no text to make questions from")
    index = Passages([passage.text for passage in passages], book.language)
    chance = random.Random(f"{seed}:{book.text_hash}")
    found = []
    for kind in kinds:
        chosen = iter(_drawn(ties, each // 2, chance))
        for part in range(each):
            tie = next(chosen, None) if part % 2 else None
            both = _tied(tie, passages, index) if tie else ()
            if tie and len(both) == 2:
                found.append(Source(kind, both, tie.what))
                continue
            low, high = part * len(passages) // each, (part + 1) * len(passages) // each
            first = passages[chance.randrange(low, max(low + 1, high))]
            near = (passages[hit.index] for hit in index.search(first.text, _NEAREST))
            second = next((one for one in near if one.chapter != first.chapter), None)
            found.append(Source(kind, tuple(sorted((first, second), key=_place)) if second else (first,)))
    return found


def _tied(tie: Tie, passages: Sequence[Passage], index: Passages) -> tuple[Passage, ...]:
    """The passages of both chapters that are nearest to what ties them."""
    found = []
    for end in (tie.first, tie.last):
        ranked = (passages[hit.index] for hit in index.search(end.words, len(passages)))
        found.append(next((one for one in ranked if one.chapter == end.chapter), None))
    return tuple(one for one in found if one is not None)


def _drawn(ties: Sequence[Sequence[Tie]], count: int, chance: random.Random) -> list[Tie]:
    """Ties in random order, each sort in turn: many relations do not crowd out a few threads."""
    shuffled = [chance.sample(sort, min(len(sort), count)) for sort in ties]
    in_turn = [tie for turn in zip_longest(*shuffled) for tie in turn if tie is not None]
    return in_turn[:count]


class SourcesAgain:
    """The passages from which a question of a book can be drafted again."""

    def __init__(self, book: Book, finder: QuoteFinder) -> None:
        self._passages = cut(book, _PASSAGE)
        self._index = Passages([passage.text for passage in self._passages], book.language)
        self._finder = finder

    def of(self, question: Question, category: str) -> Source:
        """Those that hold its proofs, or else the two nearest to its words."""
        proofs = [proof for proof in (question.passage, question.second_passage) if proof]
        held = [passage for proof in proofs if (passage := self._holding(proof)) is not None]
        if not held:
            words = " ".join((question.asked, *question.options))
            held = [self._passages[hit.index] for hit in self._index.search(words, 2)]
        return Source(category, tuple(sorted(dict.fromkeys(held), key=_place)))

    def _holding(self, proof: str) -> Passage | None:
        found = self._finder.find(proof)
        if found is None:
            return None
        before = [each for each in self._passages if _place(each) <= (found.chapter, found.offset)]
        return before[-1] if before and before[-1].chapter == found.chapter else None


def _place(passage: Passage) -> tuple[int, int]:
    return passage.chapter, passage.offset
