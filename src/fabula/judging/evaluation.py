"""The evaluation of a book: the combined replicates, with intervals, evidence and everything that is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING

from fabula.judging.aggregation import mean_verdict
from fabula.judging.troubles import of_reading
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.judged import Judged, PieceVerdict
    from fabula.judging.request import EvaluateRequest
    from fabula.judging.settings import Method
    from fabula.models.chat import Tally
    from fabula.readermodel.comparable import Comparable
    from fabula.readermodel.rating import Abstained, ReaderRating
    from fabula.reading.measured import Measured
    from fabula.reading.reading import Reading
    from fabula.result import ModelUsed
    from fabula.rubrics.rubric import Aspect, Rubric
    from fabula.rubrics.verdict import Evidence, Verdict
    from fabula.text.book import Book
    from fabula.text.guard.finding import Instruction


_BOOKS = 3
"""Books of which it tells that all have one score."""
_TELLING = 6
"""Scores of one judge from which it tells that all are equal."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score with its 95% interval.

    The bounds are None if there is only one answer, or one answer several times: neither says anything about spread.
    """

    score: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class AspectResult:
    """One aspect over all replicates. The critique and evidence come from the replicate nearest the mean."""

    id: str
    label: str
    estimate: Estimate | None
    critique: str = ""
    evidence: tuple[Evidence, ...] = ()
    replicates: tuple[float | None, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)
    """The mean scores of its sub-aspects by their labels, if the judge was asked for them."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The judge's score as the stars that readers would give, by a map fitted on other books."""

    stars: float
    low: float
    high: float
    covers: float
    """The share of new books whose rating lies between the bounds."""
    joined: tuple[str, ...] = ()
    """What the stars rest on beside the overall score: `aspects`, `length`, `genres`."""
    aspects: Mapping[str, float] = field(default_factory=dict)
    """The stars of books with this score for the aspect."""


@dataclass(frozen=True, slots=True)
class Together:
    """Stars from judge and reader model together. None if the books before were scored by another judge."""

    stars: float | None
    about: Notice | None = None
    """Why there are none, or what they rest on."""


@dataclass(frozen=True)
class Evaluation:
    """Everything known about one book after judging it by one method. Pages, JSON and notebooks use it."""

    book: Book
    request: EvaluateRequest
    method: Method
    model: str | None
    rubric: Rubric
    overall: Estimate | None
    assessment: str
    aspects: tuple[AspectResult, ...]
    signature: str
    usage: Tally
    model_used: ModelUsed | None = None
    verdicts: tuple[Verdict, ...] = ()
    pieces: tuple[PieceVerdict, ...] = ()
    by_length: dict[str, float] = field(default_factory=dict)
    """Only for aggregation: scores weighted by the length of the segments, beside the plain means."""
    reading: Reading | None = None
    measured: Measured | None = None
    rating: ReaderRating | Abstained | None = None
    words: int | None = None
    """Of the text, where the reader model counted them."""
    calibrated: Calibrated | Notice | None = None
    """The judge's score on the readers' scale, or why the calibration does not fit this judge."""
    together: Together | None = None
    """If books that the judge scored before were given."""
    comparables: tuple[Comparable, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    """Passages that address a judge. They are masked from it unless `instructions_kept`."""
    instructions_kept: bool = False
    other_names: Mapping[str, str] | None = None
    """If the judge read the book under other names: the names it saw, by the book's own names."""
    renaming: tuple[Notice, ...] = ()
    """How many names were changed for it, and which still stand."""
    of_plan: bool = False
    """Whether a plan was judged instead of a text."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The aspects, and `overall`, that no replicate scored."""
        lost = [aspect.id for aspect in self.aspects if aspect.estimate is None]
        return (*lost, *(() if self.overall or not self.verdicts else ("overall",)))

    @property
    def reading_troubles(self) -> tuple[Notice, ...]:
        """What the reading lost: steps without a usable answer, and chapters without a summary to judge from."""
        if self.reading is None:
            return ()
        lost = [*of_reading(self.reading)]
        from_chapters = self.request.source == "chapters" and self.method == "summary"
        known = {part.chapter for part in self.reading.chapter_summaries if part.text.strip()}
        untold = [one.number for one in self.book.chapters if from_chapters and one.number not in known]
        if untold:
            fields = {
                "n": len(untold),
                "of": len(self.book.chapters),
                "chapters": ", ".join(map(str, untold)),
            }
            lost.append(
                Notice.of("judging.chapters-untold" if known else "judging.no-chapter-told", **fields)
            )
        return tuple(lost)

    @property
    def troubles(self) -> tuple[Notice, ...]:
        """Everything that went wrong while a model read and judged the book."""
        of_verdicts = [verdict.trouble for verdict in self.verdicts if verdict.trouble]
        return (*self.reading_troubles, *of_verdicts, *self.doubts)

    @property
    def doubts(self) -> tuple[Notice, ...]:
        """What the scores by themselves give reason to doubt."""
        return tuple(doubt for doubt in (self._another_scale, self._one_score) if doubt)

    @property
    def _scores(self) -> list[float]:
        """Every score of every answer."""
        of_aspects = [aspect.score for verdict in self.verdicts for aspect in verdict.aspects]
        return [
            score for score in (*of_aspects, *(each.overall for each in self.verdicts)) if score is not None
        ]

    @property
    def _one_score(self) -> Notice | None:
        """Said where all aspects of all answers have one score."""
        if len(self._scores) < _TELLING or len(set(self._scores)) > 1:
            return None
        return Notice.of("judging.one-score-for-all-aspects", score=f"{self._scores[0]:g}")

    @property
    def _another_scale(self) -> Notice | None:
        """Said where no score is above ten of a hundred: a judge that counts to ten, or to five, looks the same."""
        scale, most = self.rubric.scale, max(self._scores, default=0)
        if scale.low != 0 or scale.high < 100 or not 0 < most <= 10:
            return None
        return Notice.of(
            "judging.scores-of-another-scale",
            most=f"{most:g}",
            top=f"{scale.high:g}",
            other=5 if most <= 5 else 10,
        )

    @property
    def one_answer_repeated(self) -> Notice | None:
        """Said where the judge's replicates are one answer, word for word: they show nothing of its spread."""
        answers = [replace(verdict, replicate=0) for verdict in self.verdicts if not verdict.trouble]
        if len(answers) < 2 or any(each != answers[0] for each in answers):
            return None
        return Notice.of("judging.one-answer-repeated", n=len(answers))

    @property
    def no_verdict(self) -> Notice | None:
        """The most frequent reason why the judge gave no score at all; None if it gave any."""
        if not self.verdicts or self.overall or any(aspect.estimate for aspect in self.aspects):
            return None
        asked = [piece.verdict for piece in self.pieces] or self.verdicts
        troubles = [verdict.trouble for verdict in asked if verdict.trouble]
        if not troubles:
            return Notice.of("judging.no-score")
        commonest = Counter(trouble.code for trouble in troubles).most_common(1)[0][0]
        return next(trouble for trouble in troubles if trouble.code == commonest)


def one_score_for_all(scores: Sequence[float]) -> Notice | None:
    """Said where a judge gives three books or more one overall score."""
    if len(scores) < _BOOKS or len(set(scores)) > 1:
        return None
    return Notice.of("judging.one-score-for-all-books", n=len(scores), score=f"{scores[0]:g}")


def aspect_results(judged: Judged, rubric: Rubric, language: str) -> tuple[AspectResult, ...]:
    """The mean of each aspect over the replicates that scored it, with interval, critique and evidence."""
    shown = _nearest_the_mean(judged.verdicts)
    results = []
    for place, aspect in enumerate(rubric.scored_aspects):
        scores = tuple(verdict.aspects[place].score for verdict in judged.verdicts)
        of_pieces = [piece.verdict.aspects[place].score for piece in judged.pieces]
        own = shown.aspects[place]
        results.append(
            AspectResult(
                id=aspect.id,
                label=aspect.wording(language).label,
                estimate=estimate(scores, of_pieces, judged, rubric),
                critique=own.critique,
                evidence=own.evidence,
                replicates=scores,
                parts=_parts(aspect, judged.verdicts, place, language),
            )
        )
    return tuple(results)


def _parts(aspect: Aspect, verdicts: Sequence[Verdict], place: int, language: str) -> dict[str, float]:
    """The mean of each sub-aspect over the replicates that scored it."""
    given = {
        each.labelled(language): [
            parts[each.id] for verdict in verdicts if each.id in (parts := verdict.aspects[place].parts)
        ]
        for each in aspect.sub_aspects
    }
    return {label: fmean(scores) for label, scores in given.items() if scores}


def overall_result(judged: Judged, rubric: Rubric) -> tuple[Estimate | None, str]:
    """The overall score with its interval, and the assessment that belongs to the critiques shown."""
    scores = [verdict.overall for verdict in judged.verdicts]
    of_pieces = [piece.verdict.overall for piece in judged.pieces]
    return estimate(scores, of_pieces, judged, rubric), _nearest_the_mean(judged.verdicts).assessment


def estimate(
    scores: Sequence[float | None], of_pieces: Sequence[float | None], judged: Judged, rubric: Rubric
) -> Estimate | None:
    """The mean over replicates.

    The interval comes from their spread, or from the segments of a single aggregated run.
    """
    known = [score for score in scores if score is not None]
    if not known:
        return None
    is_one_aggregate = len(known) == 1 and bool(judged.pieces) and judged.verdicts[0].method == "aggregation"
    sample = [score for score in of_pieces if score is not None] if is_one_aggregate else known
    found = mean_interval(sample, (rubric.scale.low, rubric.scale.high))
    if isinstance(found, Refused) or len(set(sample)) == 1:
        return Estimate(fmean(known))
    return Estimate(fmean(known), found.low, found.high)


def scores_by_length(judged: Judged, rubric: Rubric) -> dict[str, float]:
    """The other mean of an aggregation: segments weighted by their words, then averaged over replicates."""
    if not judged.pieces or judged.verdicts[0].method != "aggregation":
        return {}
    weighted = [
        mean_verdict(
            [piece for piece in judged.pieces if piece.verdict.replicate == verdict.replicate],
            rubric,
            by_length=True,
        )
        for verdict in judged.verdicts
    ]
    table = {
        aspect.id: [verdict.aspects[place].score for verdict in weighted]
        for place, aspect in enumerate(rubric.scored_aspects)
    }
    table["overall"] = [verdict.overall for verdict in weighted]
    means = {name: [score for score in scores if score is not None] for name, scores in table.items()}
    return {name: fmean(scores) for name, scores in means.items() if scores}


def _nearest_the_mean(verdicts: Sequence[Verdict]) -> Verdict:
    """The replicate whose text is shown: the most complete one, and among those the nearest to the mean overall
    score."""
    known = [verdict.overall for verdict in verdicts if verdict.overall is not None]
    centre = fmean(known) if known else 0.0
    return min(
        verdicts,
        key=lambda verdict: (
            len(verdict.missing),
            float("inf") if verdict.overall is None else abs(verdict.overall - centre),
        ),
    )
