"""The JSON results of checking a summary, refining it, and drawing a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.facts.check import Check, score_of
from fabula.facts.facts import CheckerKind, Verdict
from fabula.languages import ENGLISH, Language
from fabula.models.bill import usage_total
from fabula.models.chat import Tally
from fabula.notices import Notice, joined
from fabula.result import Result, UsageTotal
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.facts.facts import JudgedFact
    from fabula.facts.refine import Change, Refinement, Round
    from fabula.reading.graph import Graph


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


class SentenceChange(_Part):
    """What happened to one wrong sentence in one round."""

    sentence_number: int
    before: str
    after: str
    taken: bool
    why_not: str | None
    """In English. None if the new sentence was accepted."""
    notice: Notice | None
    """The same as a notice, shown in the user's language."""


class RefinementRound(_Part):
    """One round: its summary, score and changes. Round 0 is the original summary."""

    round: int
    text: str
    score: float | None
    low: float | None
    high: float | None
    taken: bool
    gain: float | None = None
    """Its score minus the best one before it. None for round 0, or if one of them has no score."""
    usage: UsageTotal
    """What this round asked and what it cost."""
    diff: tuple[SentenceChange, ...]


class RefineResult(FactCheckResult):
    """A summary refined in rounds. The check fields describe the best round."""

    KIND: ClassVar[str] = "facts-refine"

    rounds: tuple[RefinementRound, ...]
    best: int
    """The number of the best round."""
    left_to_mend: int
    """How many wrong sentences remain."""


class GraphNode(_Part):
    """A person, or something else with a name."""

    id: str
    name: str
    aliases: tuple[str, ...]
    mentions: int
    first: int
    last: int
    """The scenes that first and last name it."""


class GraphEdge(_Part):
    """A relation. If subject and object are the same, it is a state."""

    subject: str
    predicate: str
    object: str
    support: int
    """How often it was extracted."""
    scenes: tuple[int, ...]


class SharedName(_Part):
    """A name shared by several people, so it was kept apart."""

    name: str
    could_be: tuple[str, ...]


class LeftOutOfGraph(_Part):
    """Relations that were extracted but not kept."""

    without_named_subject: int
    extracted_too_rarely: int


class GraphResult(Result):
    """How characters are related."""

    KIND: ClassVar[str] = "facts-graph"

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    method: Literal["extracted", "co-occurrence"]
    kept_apart: tuple[SharedName, ...]
    left_out: LeftOutOfGraph
    unread_scenes: tuple[int, ...]
    notices: tuple[Notice, ...]


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


def refinement_rounds(made: Refinement) -> tuple[RefinementRound, ...]:
    """All rounds in order."""
    return tuple(_round(one) for one in made.rounds)


def graph_fields(graph: Graph) -> tuple[tuple[GraphNode, ...], tuple[GraphEdge, ...]]:
    """Nodes and edges of a graph."""
    nodes = tuple(
        GraphNode(
            id=one.id,
            name=one.name,
            aliases=one.aliases,
            mentions=one.mentions,
            first=one.first,
            last=one.last,
        )
        for one in graph.nodes
    )
    edges = tuple(
        GraphEdge(
            subject=one.subject,
            predicate=one.predicate,
            object=one.object,
            support=one.support,
            scenes=one.scenes,
        )
        for one in graph.edges
    )
    return nodes, edges


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


def _round(one: Round) -> RefinementRound:
    score = one.check.score
    return RefinementRound(
        round=one.number,
        text=one.check.summary.text,
        score=score.value,
        low=score.low,
        high=score.high,
        taken=one.taken,
        gain=one.gain,
        usage=usage_total(one.spent),
        diff=tuple(_change(change) for change in one.changes),
    )


def _change(change: Change) -> SentenceChange:
    return SentenceChange(
        sentence_number=change.number,
        before=change.before,
        after=change.after,
        taken=change.why_not is None,
        why_not=None if change.why_not is None else str(change.why_not),
        notice=change.why_not,
    )
