"""Checks a summary without a model: by words, by who stands where they are, and by what the story says of its people.

It knows no meaning. It finds more false sentences than true ones doubtful (docs/facts.md), and that is all: treat its verdicts
as a reason to look. Where it says "contradicted", the story probably says otherwise, and the line is beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fabula.facts.contradictions import contradiction
from fabula.facts.facts import Fact, JudgedFact, Quoted, Ruling, Verdict
from fabula.facts.signals import Seen, seen
from fabula.facts.story_index import StoryIndex
from fabula.facts.weighing import scale_for
from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.facts.evidence import Evidence
    from fabula.facts.summaries import Sentence, Summary

_REASONS = 2
_NONE = 0.005
"""A smaller share would be shown as 0%."""
_WEAK = -0.5
"""A signal this far below the usual is a reason for doubt."""


class EmbeddedChecker:
    """A free checker that needs no model."""

    runs = 1

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self._index = StoryIndex(evidence.book)
        self._scale = scale_for(self._index.language)

    async def facts(self, summary: Summary, wanted: Sequence[Sentence]) -> list[Fact]:  # noqa: ARG002 - whole as they are
        return [Fact(one.text, one.number) for one in wanted]

    async def rule(self, facts: Sequence[Fact]) -> list[JudgedFact]:
        return [JudgedFact(fact, (self._ruling(fact.text),)) for fact in facts]

    def seen(self, text: str) -> Seen:
        """What the words of a sentence show."""
        return seen(self._index, text)

    def _ruling(self, text: str) -> Ruling:
        line = self._index.standing(text)
        if line is not None:
            copied = Notice.of("facts.word-for-word")
            return Ruling("supported", evidence=self._quoted(line), strength=1.0, notices=(copied,))
        if not self._index.checkable(text):
            return Ruling("unjudged", notices=(Notice.of("facts.nothing-to-look-up"),))
        return self._weighed(text)

    def _weighed(self, text: str) -> Ruling:
        found = self.seen(text)
        score = self._scale.score(found)
        people = self._named(text)
        against = contradiction(self._index, self._scale, found)
        doubted = score < self._scale.cut
        verdict: Verdict = "contradicted" if against else "not_found" if doubted else "supported"
        if against is not None:
            notices: tuple[Notice, ...] = (against.notice,)
        elif doubted:
            notices = self._reasons(found, people)
        else:
            notices = (Notice.of("facts.held", share=found.signals.covered),)
        line = found.line if against is None else against.line
        strength = self._scale.strength(score)
        return Ruling(verdict, evidence=self._quoted(line), strength=round(strength, 4), notices=notices)

    def _quoted(self, line: int | None) -> tuple[Quoted, ...]:
        if line is None:
            return ()
        return (Quoted(self._index.lines[line], self._index.chapters[line], verified=True),)

    def _named(self, text: str) -> tuple[str, ...]:
        """The people of a sentence, as it names them."""
        return tuple(dict.fromkeys(text[start:end] for start, end, _ in self._index.read(text).places))

    def _reasons(self, found: Seen, people: tuple[str, ...]) -> tuple[Notice, ...]:
        """Why a sentence is doubted: the weakest signals, one notice for each kind."""
        parts = self._scale.parts(found)
        weak = sorted((value, name) for name, value in parts.items() if value < _WEAK)
        notices: dict[str, Notice] = {one.code: one for one in self._plain_reasons(found)}
        for _, name in weak:
            notice = self._reason(name, people, found)
            if notice is not None:
                notices.setdefault(notice.code, notice)
        return tuple(notices.values())[:_REASONS]

    def _plain_reasons(self, found: Seen) -> Iterator[Notice]:
        if found.names:
            yield Notice.of("facts.unknown-names", names=found.names)
        if found.signals.uncounted >= 1:
            yield Notice.of("facts.number-elsewhere", number=found.unmatched_number)

    def _reason(self, name: str, people: tuple[str, ...], found: Seen) -> Notice | None:
        if name in ("covered", "absent"):
            if found.signals.covered < _NONE:
                return Notice.of("facts.no-passage")
            return Notice.of("facts.few-words-found", share=found.signals.covered)
        if name in ("miscounted", "uncounted"):
            return Notice.of("facts.counted-otherwise")
        if name == "disordered":
            return Notice.of("facts.other-order")
        if not people or name == "unknown":
            return None
        if name in ("death", "gone", "ended"):
            return Notice.of("facts.no-death", people=people)
        if name in ("together", "apart", "shared"):
            return Notice.of("facts.seldom-together", people=people)
        return Notice.of("facts.others-there", people=people)
