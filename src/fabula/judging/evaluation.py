"""What comes of judging a book: replicates put together, with intervals, evidence and everything that is missing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from fabula.judging.aggregation import mean_verdict
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.judging.guard import Instruction
    from fabula.judging.judged import Judged, PieceVerdict
    from fabula.judging.request import EvaluateRequest
    from fabula.judging.settings import Method
    from fabula.models.chat import Tally
    from fabula.readermodel.comparable import Comparable
    from fabula.readermodel.model import Abstained, ReaderRating
    from fabula.reading.measured import Measured
    from fabula.reading.reading import Reading
    from fabula.result import ModelUsed
    from fabula.rubrics.rubric import Rubric
    from fabula.rubrics.verdict import Evidence, Verdict
    from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score with its 95 % interval; no bounds where one answer alone gives no measure of spread."""

    score: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class AspectResult:
    """One aspect over all replicates. The critique and its evidence are those of the replicate nearest the mean."""

    id: str
    label: str
    estimate: Estimate | None
    critique: str = ""
    evidence: tuple[Evidence, ...] = ()
    replicates: tuple[float | None, ...] = ()


@dataclass(frozen=True)
class Evaluation:
    """Everything known of one book after judging it by one method: what the page, the JSON and a notebook show."""

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
    """Aggregation alone: scores averaged by the segments' lengths, beside the plain means."""
    reading: Reading | None = None
    measured: Measured | None = None
    rating: ReaderRating | Abstained | None = None
    comparables: tuple[Comparable, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    """Passages that address a judge; masked from him unless `instructions_kept`."""
    instructions_kept: bool = False
    other_names: Mapping[str, str] | None = None
    """Where the judge read the book under other names: what people and places were called there, by their own names."""
    of_plan: bool = False
    """True where a plan was judged and not a text."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The aspects, and `overall`, for which not one replicate gave a score."""
        lost = [aspect.id for aspect in self.aspects if aspect.estimate is None]
        return (*lost, *(() if self.overall or not self.verdicts else ("overall",)))

    @property
    def no_verdict(self) -> Notice | None:
        """Why a judge was asked and not one score came of it, by what went wrong most often; None where one did."""
        if not self.verdicts or self.overall or any(aspect.estimate for aspect in self.aspects):
            return None
        asked = [piece.verdict for piece in self.pieces] or self.verdicts
        troubles = [verdict.trouble for verdict in asked if verdict.trouble]
        if not troubles:
            return Notice.of("judging.no-score")
        commonest = Counter(trouble.code for trouble in troubles).most_common(1)[0][0]
        return next(trouble for trouble in troubles if trouble.code == commonest)


def aspect_results(judged: Judged, rubric: Rubric, language: str) -> tuple[AspectResult, ...]:
    """Each aspect's mean over the replicates that scored it, with interval, critique and evidence."""
    shown = _nearest_the_mean(judged.verdicts)
    results = []
    for place, aspect in enumerate(rubric.scored_aspects):
        scores = tuple(verdict.aspects[place].score for verdict in judged.verdicts)
        of_pieces = [piece.verdict.aspects[place].score for piece in judged.pieces]
        said = shown.aspects[place]
        results.append(
            AspectResult(
                id=aspect.id,
                label=aspect.wording(language).label,
                estimate=estimate(scores, of_pieces, judged, rubric),
                critique=said.critique,
                evidence=said.evidence,
                replicates=scores,
            )
        )
    return tuple(results)


def overall_result(judged: Judged, rubric: Rubric) -> tuple[Estimate | None, str]:
    """The overall score with interval, and the assessment that goes with the critiques shown."""
    scores = [verdict.overall for verdict in judged.verdicts]
    of_pieces = [piece.verdict.overall for piece in judged.pieces]
    return estimate(scores, of_pieces, judged, rubric), _nearest_the_mean(judged.verdicts).assessment


def estimate(
    scores: Sequence[float | None], of_pieces: Sequence[float | None], judged: Judged, rubric: Rubric
) -> Estimate | None:
    """The mean over replicates. Its interval comes from their spread, or for one aggregated run from its segments'."""
    known = [score for score in scores if score is not None]
    if not known:
        return None
    is_one_aggregate = len(known) == 1 and bool(judged.pieces) and judged.verdicts[0].method == "aggregation"
    sample = [score for score in of_pieces if score is not None] if is_one_aggregate else known
    found = mean_interval(sample)
    if isinstance(found, Refused):
        return Estimate(fmean(known))
    return Estimate(fmean(known), max(found.low, rubric.scale.low), min(found.high, rubric.scale.high))


def scores_by_length(judged: Judged, rubric: Rubric) -> dict[str, float]:
    """Aggregation's other mean: segments weighed by their words, replicates averaged."""
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
    """The replicate whose words stand for all: the fullest, and of those the nearest to the mean overall."""
    known = [verdict.overall for verdict in verdicts if verdict.overall is not None]
    centre = fmean(known) if known else 0.0
    return min(
        verdicts,
        key=lambda verdict: (
            len(verdict.missing),
            float("inf") if verdict.overall is None else abs(verdict.overall - centre),
        ),
    )
