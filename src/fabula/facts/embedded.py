"""Checks a summary without a model: by words, by who stands where they are, and by what the story says of its people.

It knows no meaning. It finds more false sentences than true ones doubtful (docs/facts.md), and that is all: treat its verdicts
as a reason to look.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fabula.facts.facts import Fact, JudgedFact, Quoted, Ruling, Verdict
from fabula.facts.signals import Seen, seen
from fabula.facts.story_index import StoryIndex
from fabula.facts.weighing import scale_for
from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.facts.evidence import Evidence
    from fabula.facts.summaries import Summary

DENIED, ABOUT_IT = 0.75, 0.6
"""A denial counts only if the nearest line has this share of the sentence's words and people."""
_REASONS = 2
_WEAK = -0.5
"""A signal this far below the usual is a reason for doubt."""


class EmbeddedChecker:
    """A free checker that needs no model."""

    runs = 1

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self._index = StoryIndex(evidence.book)
        self._scale = scale_for(self._index.language)

    async def facts(self, summary: Summary, wanted: Sequence[int]) -> list[Fact]:
        return [Fact(one.text, one.number) for one in summary.sentences if one.number in set(wanted)]

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        return [JudgedFact(fact, (self._ruling(fact.text),)) for fact in facts]

    def seen(self, text: str) -> Seen:
        """What the words of a sentence show."""
        return seen(self._index, text)

    def _ruling(self, text: str) -> Ruling:
        found = self.seen(text)
        score = self._scale.score(found)
        denied = found.negation >= DENIED and found.likeness >= ABOUT_IT
        doubted = score < self._scale.cut
        verdict: Verdict = "contradicted" if denied else "not_found" if doubted else "supported"
        notices = (*([Notice.of("facts.denial-differs")] if denied else []), *self._reasons(text, found))
        if verdict == "supported":
            notices = (Notice.of("facts.held", share=found.signals.covered),)
        quoted: tuple[Quoted, ...] = ()
        if found.line is not None:
            line = self._index.lines[found.line]
            quoted = (Quoted(line, self._index.chapters[found.line], verified=True),)
        strength = self._scale.strength(score) * (0.5 if denied else 1.0)
        return Ruling(verdict, evidence=quoted, strength=round(strength, 4), notices=notices)

    def _reasons(self, text: str, found: Seen) -> tuple[Notice, ...]:
        """Why a sentence is doubted: the weakest signals, one notice for each kind."""
        parts = self._scale.parts(found)
        weak = sorted((value, name) for name, value in parts.items() if value < _WEAK)
        notices: dict[str, Notice] = {one.code: one for one in self._plain_reasons(found)}
        for _, name in weak:
            notice = self._reason(name, text, found)
            if notice is not None:
                notices.setdefault(notice.code, notice)
        return tuple(notices.values())[:_REASONS]

    def _plain_reasons(self, found: Seen) -> Iterator[Notice]:
        if found.names:
            yield Notice.of("facts.unknown-names", names=found.names)
        if found.number >= 1:
            yield Notice.of("facts.number-elsewhere", number=found.unmatched_number)

    def _reason(self, name: str, text: str, found: Seen) -> Notice | None:
        people = tuple(self._index.people[who] for who in self._index.read(text).people)
        if name in ("covered", "absent"):
            return Notice.of("facts.few-words-found", share=found.signals.covered)
        if name == "miscounted":
            return Notice.of("facts.counted-otherwise")
        if name == "disordered":
            return Notice.of("facts.other-order")
        if not people or name == "unknown":
            return None
        if name == "death":
            return Notice.of("facts.no-death", people=people)
        if name in ("together", "apart", "shared"):
            return Notice.of("facts.seldom-together", people=people)
        return Notice.of("facts.others-there", people=people)
