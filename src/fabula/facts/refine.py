"""Refines a summary: rewrites each wrong sentence from the story and leaves the rest unchanged.

The rewriter sees what was found and the scenes of the story about it, so that it can repair a fact that was not found.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.facts.check import Check, check
from fabula.facts.evidence import Evidence, Shown, fenced
from fabula.facts.facts import Fact
from fabula.facts.unusable import unusable
from fabula.languages import Language
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.notices import Notice, joined, worded
from fabula.reading.quotations import QuoteFinder
from fabula.text.words import count_words, word_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.facts.checker import Checker
    from fabula.facts.facts import JudgedFact
    from fabula.facts.summaries import Sentence, Summary
    from fabula.models.chat import Tally
    from fabula.models.door import Door

ROUNDS = 3
SCENES = 2
"""How many scenes the rewriter sees for each fact that was found wrong."""
MOST_SCENES = 4
SHORTEST, LONGEST = 0.4, 1.6
"""The shortest and longest a rewritten sentence may be, relative to the words of the old one."""


class Rewriting(BaseModel):
    """The corrected sentence."""

    sentence: str = Field(
        description="one sentence that says what the story says, about as long as the old one"
    )


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to one wrong sentence in one round."""

    number: int
    before: str
    after: str
    why_not: Notice | None = None
    """Why the new sentence was rejected. None if it was accepted."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its summary, checked again, and whether it was accepted."""

    number: int
    check: Check
    changes: tuple[Change, ...]
    taken: bool
    spent: Tally
    """What this round asked and what it cost; for round 0, the check of the original."""
    gain: float | None = None
    """Its score minus the best one before it."""


@dataclass(frozen=True, slots=True)
class Refinement:
    """All rounds. Round 0 is the original summary."""

    rounds: tuple[Round, ...]

    @property
    def best(self) -> Round:
        """The last accepted round. No earlier round scores higher."""
        return [one for one in self.rounds if one.taken][-1]


async def refine(summary: Summary, checker: Checker, door: Door, rounds: int = ROUNDS) -> Refinement:
    """Correct a summary in at most `rounds` rounds.

    A round that scores lower than the best so far is shown but rejected; the next round starts from the best again.
    It stops when no errors are left. Facts of unchanged sentences keep their verdicts.
    """
    with door.share() as spent:
        best = await check(summary, checker)
    done = [Round(0, best, (), taken=True, spent=spent)]
    rewriter = _Rewriter(door, checker.evidence, QuoteFinder(checker.evidence.book))
    for number in range(1, rounds + 1):
        if not best.faulty_sentences:
            break
        with door.share() as spent:
            changes = await rewriter.changes(best, number)
            taken = {one.number: one.after for one in changes if one.why_not is None}
            found = await _checked_again(best, taken, checker) if taken else best
        better = bool(taken) and _value(found) >= _value(best)
        done.append(Round(number, found, changes, better, spent, _gain(found, best)))
        best = found if better else best
    return Refinement(tuple(done))


def _gain(found: Check, best: Check) -> float | None:
    new, old = found.score.value, best.score.value
    return None if new is None or old is None else new - old


def _value(found: Check) -> float:
    return -1.0 if found.score.value is None else found.score.value


async def _checked_again(former: Check, new: Mapping[int, str], checker: Checker) -> Check:
    """The summary with its new sentences. Only these are split and judged again."""
    summary = former.summary.with_sentences(new)
    if len(summary.sentences) != len(former.summary.sentences):
        return await check(summary, checker)
    facts = await checker.facts(summary, [one for one in summary.sentences if one.number in new])
    kept = [one for one in former.facts if one.fact.sentence not in new]
    judged = sorted([*kept, *await checker.rule(facts)], key=lambda one: one.fact.sentence)
    return Check(summary, tuple(judged), checker.runs)


@dataclass(frozen=True, slots=True)
class _Rewriter:
    """A model with the story at hand."""

    door: Door
    evidence: Evidence
    quotes: QuoteFinder

    async def changes(self, found: Check, number: int) -> tuple[Change, ...]:
        faulty = [one for one in found.summary.sentences if one.number in found.faulty_sentences]
        return tuple(await asyncio.gather(*(self._rewritten(one, found, number) for one in faulty)))

    async def _rewritten(self, sentence: Sentence, found: Check, number: int) -> Change:
        """Ask at most twice for a new sentence. Returns it, or why there is none."""
        why_not: Notice | None = None
        after, language = sentence.text, self.evidence.book.language
        shown = self._scenes(sentence, found)
        for _ in range(2):
            request = self._request(sentence, found, shown, why_not)
            answer = await self.door.ask(request, Rewriting, replicate=number - 1)
            if isinstance(answer, Unusable):
                return Change(sentence.number, sentence.text, sentence.text, unusable(answer))
            after = " ".join(answer.sentence.split())
            if self.door.rehearsing:
                return Change(sentence.number, sentence.text, f"[{number}] {sentence.text}")
            why_not = _why_not(sentence.text, after, language, self.quotes)
            if why_not is None:
                break
        return Change(sentence.number, sentence.text, after, why_not)

    def _scenes(self, sentence: Sentence, found: Check) -> list[Shown]:
        """The scenes about what is wrong in a sentence, by the corrections where the checker gave any."""
        wrong = [one for one in found.of_sentence(sentence.number) if one.faulty]
        about = [Fact(f"{one.fact.text} {one.ruling.correction}".strip(), sentence.number) for one in wrong]
        by_fact = self.evidence.scenes_for(about, SCENES)
        scenes = {shown.scene.number: shown for group in by_fact for shown in group}
        return [scenes[number] for number in sorted(list(scenes)[:MOST_SCENES])]

    def _request(
        self, sentence: Sentence, found: Check, shown: Sequence[Shown], trouble: Notice | None
    ) -> ChatRequest:
        book = self.evidence.book
        language = Language(book.language)
        sentences = found.summary.sentences
        messages = self.door.prompt("facts", "rewrite", language).messages(
            title=fence_line(book.title),
            before=fence(" ".join(one.text for one in sentences if -3 <= one.number - sentence.number < 0)),
            after=fence(" ".join(one.text for one in sentences if 0 < one.number - sentence.number <= 1)),
            sentence=fence(sentence.text),
            findings=fence(_findings(found.of_sentence(sentence.number), language)),
            scenes=fenced(shown),
            length=count_words(sentence.text, language),
            trouble="" if trouble is None else worded(trouble, language),
        )
        return ChatRequest("rewriting", messages, max_tokens=800, expected_tokens=60)


def _findings(facts: Sequence[JudgedFact], language: Language) -> str:
    """What is true and what is not, with reason, correction and evidence."""
    lines = []
    for one in facts:
        ruling = one.ruling
        lines.append(f"[{ruling.verdict}] {one.fact.text}")
        if one.faulty:
            quotes = [quoted.quote for quoted in ruling.evidence if quoted.verified]
            reason = ruling.reason or joined(ruling.notices, language)
            lines += [f"  {part}" for part in (reason, ruling.correction, *quotes) if part]
    return "\n".join(lines)


def _why_not(before: str, after: str, language: str, quotes: QuoteFinder) -> Notice | None:
    """Why a new sentence cannot replace the old one. None if it can."""
    if after == before:
        return Notice.of("facts.rewrite-unchanged")
    old, new = count_words(before, language), count_words(after, language)
    if not SHORTEST * old <= new <= max(LONGEST * old, old + 6):
        return Notice.of("facts.rewrite-length", new=new, old=old)
    return Notice.of("facts.rewrite-copies") if _copies(before, after, language, quotes) else None


def _copies(before: str, after: str, language: str, quotes: QuoteFinder) -> bool:
    """Does the new sentence copy a long run of words from the story that the old one did not have?"""
    size = Language(language).claims.longest_copy + 1
    spans = [match.span() for match in word_pattern(language).finditer(after)]
    runs = (after[spans[n][0] : spans[n + size - 1][1]] for n in range(len(spans) - size + 1))
    return any(run not in before and quotes.find(run) is not None for run in runs)
