"""Checks a summary without a model: how much of each sentence its best passages contain, and what conflicts with them.

It compares words, numbers, names and negations, without understanding them. It misses swapped names and reversed
causes, and it doubts true sentences in different words. Treat its verdicts as a reason to look.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from fabula.facts.claims import known, matter, negated, numbers, unseen_names
from fabula.facts.facts import CAUTIOUS, Fact, JudgedFact, Quoted, Ruling, Verdict
from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.graph import NameFinder, met
from fabula.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabula.facts.evidence import Evidence
    from fabula.facts.summaries import Summary
    from fabula.reading.passages import Passage

PASSAGES = 4
NEAREST = 5
"""How many sentences of the passages are compared for negation."""
_YEARS = 1000
"""From here on a number is taken for a year, so the word after it does not matter."""
COVERED = 0.35
"""From this share of a sentence's content words on, the story counts as containing it."""
ABSENT = 0.7
DENIED = 0.75
NEAR = 0.15
"""A negation counts only if the nearest sentence shares at least this much."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What the words show. 0 means no reason for doubt and 1 the strongest, except in `coverage` and `similarity`."""

    coverage: float
    """Share of the sentence's content words, weighted by rarity. It is the mean of what the best passages contain together
    and what one of them contains alone, because a long book contains the words of any short sentence somewhere."""
    similarity: float
    """Share of its content words in the single nearest sentence."""
    names: tuple[str, ...]
    """Names that do not occur in the book."""
    number: float
    """1: the number is not in the book; .7: not in the best passages; .5: in them, but counting something else."""
    unmatched_number: int | None
    negation: float
    """Share of the nearest sentences, weighted by similarity, that negate what this one affirms, or the reverse."""
    strangers: tuple[str, str] | None
    """Two characters who never appear in the same scene."""
    best: str
    """The nearest sentence of the story."""
    best_chapter: int


class EmbeddedChecker:
    """A free checker that needs no model."""

    runs = 1

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        book = evidence.book
        self._language = Language(book.language)
        self._text = "\n".join(chapter.text for chapter in book.chapters)
        self._numbers = frozenset(one.value for one in numbers(self._text, self._language))
        held = [set(matter(passage.text, self._language)) for passage in evidence.passages]
        self._seen = Counter(word for words in held for word in words)
        self._known = known(self._text, self._language)
        people = met(book, evidence.scenes).nodes
        self._people = {node.id: node.name for node in people}
        self._finder = NameFinder(people)
        present = [sorted(set(self._finder.found(scene.text))) for scene in evidence.scenes]
        self._together = {pair for people_of_scene in present for pair in combinations(people_of_scene, 2)}

    async def facts(self, summary: Summary, wanted: Sequence[int]) -> list[Fact]:
        return [Fact(one.text, one.number) for one in summary.sentences if one.number in set(wanted)]

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        return [
            JudgedFact(fact, (self._ruling(signals),))
            for fact, signals in zip(facts, self.signals(facts), strict=True)
        ]

    def signals(self, facts: Sequence[Fact]) -> list[Signals]:
        """Compare the words of each fact with those of the story."""
        found = self.evidence.passages_for(facts, PASSAGES)
        return [self._measure(fact.text, passages) for fact, passages in zip(facts, found, strict=True)]

    def _measure(self, text: str, passages: Sequence[Passage]) -> Signals:
        words = set(matter(text, self._language))
        held = [set(matter(passage.text, self._language)) for passage in passages]
        whole = self._weight(words) or 1.0
        best_alone = max((self._weight(words & one) for one in held), default=0.0)
        covered = (best_alone + self._weight(words & set().union(*held))) / (2 * whole)
        near = self._nearest(words, passages)
        similarity, best, chapter = near[0] if near else (0.0, "", 0)
        denies = negated(text, self._language)
        weight = sum(like for like, _, _ in near) or 1.0
        against = sum(like for like, line, _ in near if negated(line, self._language) != denies) / weight
        number, unmatched = self._number(text, passages)
        return Signals(
            coverage=covered,
            similarity=similarity,
            names=tuple(unseen_names(text, self._language, self._known)),
            number=number,
            unmatched_number=unmatched,
            negation=against,
            strangers=self._strangers(text),
            best=best,
            best_chapter=self.evidence.scenes[chapter - 1].chapter if chapter else 0,
        )

    def _weight(self, words: set[str]) -> float:
        total = len(self.evidence.passages)
        return sum(math.log(1 + total / (1 + self._seen[word])) for word in sorted(words))

    def _nearest(self, words: set[str], passages: Sequence[Passage]) -> list[tuple[float, str, int]]:
        """The sentences of the passages that share most with the text, weighted by rarity."""
        lines = [
            (passage.text[start:end], passage.chapter)
            for passage in passages
            for start, end in sentences(passage.text, self._language)
        ]
        if not lines:
            return []
        whole = self._weight(words) or 1.0
        likeness = [self._weight(words & set(matter(line, self._language))) / whole for line, _ in lines]
        ranked = sorted(zip(likeness, lines, strict=True), key=lambda each: -each[0])[:NEAREST]
        return [(max(0.0, like), line, chapter) for like, (line, chapter) in ranked]

    def _number(self, text: str, passages: Sequence[Passage]) -> tuple[float, int | None]:
        near = {one for passage in passages for one in numbers(passage.text, self._language)}
        values = {one.value for one in near}
        worst: tuple[float, int | None] = (0.0, None)
        for stated in numbers(text, self._language):
            if stated in near or (stated.value >= _YEARS and stated.value in values):
                continue
            if stated.value not in self._numbers:
                doubt = 1.0
            else:
                doubt = 0.5 if stated.value in values or stated.value >= _YEARS else 0.7
            worst = max(worst, (doubt, stated.value), key=lambda each: each[0])
        return worst

    def _strangers(self, text: str) -> tuple[str, str] | None:
        for pair in combinations(sorted(set(self._finder.found(text))), 2):
            if pair not in self._together:
                return self._people[pair[0]], self._people[pair[1]]
        return None

    def _ruling(self, signals: Signals) -> Ruling:
        doubts = list(self._doubts(signals))
        verdict: Verdict = min((verdict for verdict, _ in doubts), key=CAUTIOUS.index, default="supported")
        notices = tuple(notice for _, notice in doubts) or (Notice.of("facts.held", share=signals.coverage),)
        worst = max(float(bool(signals.names)), signals.number, 0.0 if signals.negation < DENIED else 1.0)
        quoted = (Quoted(signals.best, signals.best_chapter, verified=True),) if signals.best else ()
        strength = round(signals.coverage * (1 - worst / 2), 4)
        return Ruling(verdict, evidence=quoted, strength=strength, notices=notices)

    def _doubts(self, signals: Signals) -> Iterator[tuple[Verdict, Notice]]:
        """Reasons to doubt a sentence, each with the verdict it would give on its own."""
        if signals.names:
            yield "not_found", Notice.of("facts.unknown-names", names=signals.names)
        if signals.number >= ABSENT:
            yield "not_found", Notice.of("facts.number-elsewhere", number=signals.unmatched_number)
        if signals.negation >= DENIED and signals.similarity >= NEAR:
            yield "contradicted", Notice.of("facts.denial-differs")
        if signals.coverage < COVERED:
            yield "not_found", Notice.of("facts.few-words-found", share=signals.coverage)
        if signals.strangers:
            yield "supported", Notice.of("facts.never-together", people=signals.strangers)
