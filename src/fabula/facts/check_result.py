"""The JSON result of checking a summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.facts.check import Check, score_of
from fabula.facts.checker import CheckerKind
from fabula.facts.facts import Verdict
from fabula.languages import ENGLISH, Language
from fabula.models.bill import usage_total
from fabula.models.chat import Tally
from fabula.notices import Notice, joined
from fabula.result import Result, UsageTotal
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.facts.facts import JudgedFact


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EvidenceLine(_Part):
    """A line of the story quoted as evidence."""

    chapter: int | None
    quote: str
    verified: bool
    """Whether it occurs in the story word for word."""


class TripleShown(_Part):
    """A relation of the character graph that the checker saw."""

    subject: str
    predicate: str
    object: str | None
    """None for a state of the subject."""
    chapters: tuple[int, int]
    """First and last."""


class CheckedFact(_Part):
    """One statement of the summary and what was found."""

    text: str
    sentence: str
    verdict: Verdict
    reason: str
    """The model's own words, or the notices in English."""
    notices: tuple[Notice, ...]
    """Notices from fabula about it, shown in the user's language."""
    correction: str | None
    evidence: tuple[EvidenceLine, ...]
    triples: tuple[TripleShown, ...]
    sentence_number: int
    runs: tuple[Verdict, ...]
    """The verdict of each run."""
    strength: float | None


class CheckedSentence(_Part):
    """One sentence of the summary and the share of its facts that the story supports."""

    number: int
    text: str
    score: float | None


class VerdictCounts(_Part):
    """How many facts got each verdict."""

    supported: int
    unverified: int = 0
    """Called supported, but without a line that is in the story."""
    contradicted: int
    not_found: int
    unjudged: int


class Baselines(_Part):
    """What to know when reading a score."""

    words: int
    """The length of the summary. Many checkers give longer summaries higher scores."""


class SummaryText(_Part):
    """The summary that was checked. For a refinement, the one of the best round."""

    text: str
    source: str
    """`given`, or how it was made."""
    language: Language


class FactCheckResult(Result):
    """A summary checked against its story, fact by fact."""

    KIND: ClassVar[str] = "facts-check"

    score: float | None
    """Facts supported by a line found in the story, divided by judged facts. None if nothing could be judged."""
    low: float | None
    high: float | None
    interval_over: Literal["repeats", "facts"] | None
    facts: tuple[CheckedFact, ...]
    sentences: tuple[CheckedSentence, ...]
    counts: VerdictCounts
    baselines: Baselines
    summary: SummaryText
    checker: CheckerKind
    notices: tuple[Notice, ...]
    """What the reader should know of how this was made."""


def usage_of(tally: Tally | None) -> UsageTotal:
    """What was asked and what it cost. Zeros if no model was asked."""
    return usage_total(tally or Tally())


def checked_facts(found: Check) -> tuple[CheckedFact, ...]:
    """Every fact with its ruling."""
    return tuple(_fact(one, found) for one in found.facts)


def checked_sentences(found: Check) -> tuple[CheckedSentence, ...]:
    """Every sentence with its own score."""
    return tuple(
        CheckedSentence(
            number=one.number,
            text=one.text,
            score=score_of(found.of_sentence(one.number), found.runs).value,
        )
        for one in found.summary.sentences
    )


def counts(found: Check) -> VerdictCounts:
    """Facts by verdict."""
    return VerdictCounts(
        supported=found.count("supported"),
        unverified=found.count("unverified"),
        contradicted=found.count("contradicted"),
        not_found=found.count("not_found"),
        unjudged=found.count("unjudged"),
    )


def baselines(found: Check) -> Baselines:
    """The summary's length."""
    return Baselines(words=count_words(found.summary.text, found.summary.language))


def summary_text(found: Check) -> SummaryText:
    """The summary as it was checked."""
    one = found.summary
    return SummaryText(text=one.text, source=one.source, language=Language(one.language))


def _fact(one: JudgedFact, found: Check) -> CheckedFact:
    ruling = one.ruling
    return CheckedFact(
        text=one.fact.text,
        sentence=found.summary.sentences[one.fact.sentence - 1].text,
        verdict=ruling.verdict,
        reason=ruling.reason or joined(ruling.notices, ENGLISH),
        notices=ruling.notices,
        correction=ruling.correction or None,
        evidence=tuple(
            EvidenceLine(chapter=line.chapter, quote=line.quote, verified=line.verified)
            for line in ruling.evidence
        ),
        triples=tuple(
            TripleShown(
                subject=relation.subject,
                predicate=relation.predicate,
                object=relation.object or None,
                chapters=relation.chapters,
            )
            for relation in one.relations
        ),
        sentence_number=one.fact.sentence,
        runs=tuple(each.verdict for each in one.rulings),
        strength=ruling.strength,
    )
