"""The saved form of an evaluation: what `--json` prints, `report.json` contains and other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field

from fabula.judging.blend import blend
from fabula.judging.evaluation import AspectResult, Calibrated, Evaluation
from fabula.models.bill import usage_total
from fabula.notices import Notice
from fabula.readermodel.comparable import Comparable
from fabula.readermodel.rating import Abstained, Agreement, AspectRating, Gain, Place, ReaderRating, StarShare
from fabula.reading.cast import Tie
from fabula.reading.craft import Craft
from fabula.reading.craft.arcs import PersonArc
from fabula.reading.craft.edges import Edges, TimeWord
from fabula.reading.craft.narration import Narration
from fabula.reading.craft.rhythm import Scene
from fabula.reading.findings import Finding
from fabula.reading.measured import Measured
from fabula.reading.mood import Arc
from fabula.reading.reading import Character, Reading
from fabula.reading.speech import Voice
from fabula.request import document as request_document
from fabula.result import Result
from fabula.rubrics.verdict import Evidence, Verdict
from fabula.signature import digest
from fabula.text.book import Book, LeftOut
from fabula.text.guard.finding import Instruction
from fabula.text.likeness import sketch

CAST_KEPT = 60
TIES_KEPT = 200
"""A long saga names hundreds of people. The document gives their total number."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ChapterRow(_Part):
    """One chapter, and what is needed to recognise it in a later draft."""

    number: int
    title: str
    parts: tuple[str, ...] = ()
    hash: str
    sketch: str


class ScoreScale(_Part):
    """The lowest and the highest score a rubric allows."""

    low: float
    high: float


class OverallScore(_Part):
    """The judge's overall score with its 95% interval."""

    score: float
    low: float | None
    high: float | None
    scale: ScoreScale


class ExpectedRating(_Part):
    """How readers of such books would rate this one, in stars, with an 80% interval."""

    value: float
    low: float
    high: float
    percentile: float
    covers: float
    """The share of the shelf that lies within the interval."""
    place: Place
    """Where the book stands on the shelf; unknown where the interval covers most of it."""
    genre: str | None
    genre_percentile: float | None
    variant: str
    inputs: tuple[str, ...]
    unused: tuple[Notice, ...]
    agreement: Agreement
    would_help: tuple[Gain, ...]
    shares: tuple[StarShare, ...]
    """Expected shares of readers by stars, each with an 80% interval."""
    aspects: Mapping[str, AspectRating]


class AspectScore(_Part):
    """One aspect: its score with bounds, the critique, the evidence, and the score of each replicate."""

    id: str
    label: str
    score: float | None
    low: float | None
    high: float | None
    critique: str
    evidence: tuple[Evidence, ...]
    replicates: tuple[float | None, ...]
    parts: dict[str, float] = {}
    """Mean scores of its sub-aspects, with --sub-aspects."""


class SegmentScores(_Part):
    """What one answer said about one segment."""

    segment: int
    chapters: tuple[int, ...]
    words: int
    replicate: int
    overall: float | None
    aspects: dict[str, float | None]


class MeasuredFigures(_Part):
    """The figures behind the page's charts: cast, ties, speech, mood and craft by chapter."""

    craft: Craft
    craft_by_chapter: tuple[Craft, ...]
    mood: Arc
    cast: tuple[Character, ...]
    cast_in_all: int
    ambiguous_names: tuple[str, ...]
    ties: tuple[Tie, ...]
    ties_in_all: int
    voices: tuple[Voice, ...]
    telling: tuple[Narration, ...] = ()
    edges: tuple[Edges, ...] = ()
    arcs: tuple[PersonArc, ...] = ()
    time_words: tuple[TimeWord, ...] = ()
    scenes: tuple[Scene, ...] = ()


class EvaluateResult(Result):
    """One book: scores with bounds, critiques with evidence, findings, and everything that is missing."""

    KIND: ClassVar[str] = "evaluate"

    kind: str = KIND
    id: str
    title: str
    author: str | None
    language: str
    genres: tuple[str, ...] = ()
    """As the author gave them."""
    words: int | None = None
    """Of the text. None for a plan, or for a text that is no story."""
    chapters: tuple[ChapterRow, ...]
    in_sections: bool = False
    """Whether no chapters were found, so that `chapters` holds sections."""
    left_out: tuple[LeftOut, ...]
    warnings: tuple[Notice, ...]
    method: str
    rubric: str
    of_plan: bool
    other_names: dict[str, str] | None
    overall: OverallScore | None
    assessment: str
    rating: ExpectedRating | None
    no_rating: Notice | None
    together: float | None = None
    """Stars from judge and reader model together, learned from books that the judge scored before."""
    about_together: Notice | None = None
    """Why there are none: another judge scored those books. Or that their table names no judge."""
    aspects: tuple[AspectScore, ...]
    by_length: dict[str, float]
    segments: tuple[SegmentScores, ...]
    findings: tuple[Finding, ...]
    """All of them: first those that a report shows, then those that it opens on request."""
    strengths: tuple[Finding, ...] = ()
    """What is good, as far as it can be measured without a model."""
    findings_more: dict[str, int] = Field(default_factory=dict)
    """How many more there were of a kind. Only documents of older versions have it."""
    measured: MeasuredFigures | None
    instructions: tuple[Instruction, ...]
    instructions_kept: bool
    comparable: tuple[Comparable, ...]
    missing: tuple[str, ...]
    no_verdict: Notice | None
    troubles: tuple[Notice, ...]
    """What went wrong while the model read and judged: lost steps, chapters without a summary, spoilt answers."""
    renaming: tuple[Notice, ...] = ()
    """With --anonymise: how many names were changed, and which still stand."""
    calibrated: Calibrated | None = None
    """The judge's score on the readers' scale, with --calibration."""
    not_calibrated: Notice | None = None
    one_answer_repeated: Notice | None = None
    """Why replicates say nothing of the judge's spread: they are one answer, word for word."""
    verdicts: tuple[Verdict, ...]
    reading: Reading | None = None
    """What the judge was told in place of the book. None if it saw the text, or if no model was asked."""
    blend: float | None = None
    """The book's rank among the books of one command, by judge and readers together. None for a single book."""

    @classmethod
    def of(cls, evaluation: Evaluation, blend: float | None = None) -> Self:
        """The document of an evaluation."""
        book, measured = evaluation.book, evaluation.measured
        return cls(
            request=request_document(evaluation.request),
            model=evaluation.model_used,
            signature=evaluation.signature,
            usage=usage_total(evaluation.usage),
            id=book.id,
            title=book.title,
            author=book.author,
            language=book.language,
            genres=book.genres,
            words=evaluation.words,
            chapters=_chapters(book),
            in_sections=book.in_sections,
            left_out=book.left_out,
            warnings=book.warnings,
            method=evaluation.method,
            rubric=evaluation.rubric.id,
            of_plan=evaluation.of_plan,
            other_names=None if evaluation.other_names is None else dict(evaluation.other_names),
            renaming=evaluation.renaming,
            overall=_overall(evaluation),
            assessment=evaluation.assessment,
            rating=_rating(evaluation.rating),
            together=evaluation.together and evaluation.together.stars,
            about_together=evaluation.together and evaluation.together.about,
            no_rating=evaluation.rating.reason if isinstance(evaluation.rating, Abstained) else None,
            aspects=tuple(map(_aspect, evaluation.aspects)),
            by_length=evaluation.by_length,
            segments=_segments(evaluation),
            findings=(*measured.findings.shown, *measured.findings.rest) if measured else (),
            strengths=measured.strengths if measured else (),
            measured=_figures(measured) if measured else None,
            instructions=evaluation.instructions,
            instructions_kept=evaluation.instructions_kept,
            comparable=evaluation.comparables,
            missing=evaluation.missing,
            no_verdict=evaluation.no_verdict,
            troubles=evaluation.troubles,
            calibrated=evaluation.calibrated if isinstance(evaluation.calibrated, Calibrated) else None,
            not_calibrated=evaluation.calibrated if isinstance(evaluation.calibrated, Notice) else None,
            one_answer_repeated=evaluation.one_answer_repeated,
            verdicts=evaluation.verdicts,
            reading=evaluation.reading,
            blend=blend,
        )


@dataclass(frozen=True, slots=True)
class EvaluateAnswer:
    """A judged book: everything that a report shows, and its saved form."""

    evaluation: Evaluation

    @property
    def result(self) -> EvaluateResult:
        """The document of `--json` and of report.json."""
        return EvaluateResult.of(self.evaluation)


class NotJudged(_Part):
    """A book that could not be judged, and why."""

    book: str
    why: str


class ShelfResult(_Part):
    """The books of one command with their ranks, and those that could not be judged."""

    books: tuple[EvaluateResult, ...]
    failed: tuple[NotJudged, ...] = ()

    @classmethod
    def of(cls, evaluations: Sequence[Evaluation], failed: Sequence[tuple[str, str]] = ()) -> Self:
        """The document of one command."""
        places = blend(evaluations)
        return cls(
            books=tuple(EvaluateResult.of(each, places.get(each.book.id)) for each in evaluations),
            failed=tuple(NotJudged(book=book, why=why) for book, why in failed),
        )


def _chapters(book: Book) -> tuple[ChapterRow, ...]:
    return tuple(
        ChapterRow(
            number=chapter.number,
            title=chapter.title,
            parts=chapter.parts,
            hash=digest(chapter.text),
            sketch=sketch(chapter.text, book.language),
        )
        for chapter in book.chapters
    )


def _overall(evaluation: Evaluation) -> OverallScore | None:
    estimate, scale = evaluation.overall, evaluation.rubric.scale
    if estimate is None:
        return None
    return OverallScore(
        score=estimate.score,
        low=estimate.low,
        high=estimate.high,
        scale=ScoreScale(low=scale.low, high=scale.high),
    )


def _rating(rating: ReaderRating | Abstained | None) -> ExpectedRating | None:
    if not isinstance(rating, ReaderRating):
        return None
    return ExpectedRating(
        value=rating.value,
        low=rating.low,
        high=rating.high,
        percentile=rating.percentile,
        covers=rating.covers,
        place=rating.place,
        genre=rating.genre,
        genre_percentile=rating.genre_percentile,
        variant=rating.variant,
        inputs=rating.inputs,
        unused=rating.unused,
        agreement=rating.agreement,
        would_help=rating.would_help,
        shares=rating.shares,
        aspects=rating.aspects,
    )


def _aspect(aspect: AspectResult) -> AspectScore:
    estimate = aspect.estimate
    return AspectScore(
        id=aspect.id,
        label=aspect.label,
        score=estimate.score if estimate else None,
        low=estimate.low if estimate else None,
        high=estimate.high if estimate else None,
        critique=aspect.critique,
        evidence=aspect.evidence,
        replicates=aspect.replicates,
        parts=dict(aspect.parts),
    )


def _segments(evaluation: Evaluation) -> tuple[SegmentScores, ...]:
    return tuple(
        SegmentScores(
            segment=piece.segment,
            chapters=piece.chapters,
            words=piece.words,
            replicate=piece.verdict.replicate,
            overall=piece.verdict.overall,
            aspects={aspect.aspect: aspect.score for aspect in piece.verdict.aspects},
        )
        for piece in evaluation.pieces
    )


def _figures(measured: Measured) -> MeasuredFigures:
    people = measured.cast.characters
    return MeasuredFigures(
        craft=measured.craft,
        craft_by_chapter=measured.craft_by_chapter,
        mood=measured.mood,
        cast=people[:CAST_KEPT],
        cast_in_all=len(people),
        ambiguous_names=measured.cast.ambiguous,
        ties=measured.ties[:TIES_KEPT],
        ties_in_all=len(measured.ties),
        voices=measured.voices,
        telling=measured.telling,
        edges=measured.edges,
        arcs=measured.arcs,
        time_words=measured.time_words,
        scenes=measured.scenes,
    )
