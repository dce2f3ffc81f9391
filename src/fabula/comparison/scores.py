"""Which scores changed: the judge's answers compared with their own noise, and the predicted readers' rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import scipy

from fabula.comparison.result import FigureChange, Moved
from fabula.measures.intervals import holm
from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.judging.result import AspectScore, EvaluateResult

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Scored:
    """One score of one book, and the individual answers that it averages."""

    id: str
    label: str | None
    value: float | None
    answers: Sequence[float] = ()
    low: float | None = None
    high: float | None = None


def changed_scores(old: EvaluateResult, new: EvaluateResult) -> list[FigureChange]:
    """The overall score, every shared aspect, and the predicted readers' rating."""
    unlike = _unlike(old, new)
    is_embedded = old.method == new.method == "embedded"
    found: list[FigureChange] = []
    tested: list[tuple[int, float]] = []
    for before, after in _pairs(old, new):
        if before.value is None and after.value is None:
            continue
        if unlike is not None or before.value is None or after.value is None:
            found.append(_unsaid(before, after, unlike or Notice.of("comparison.no-score")))
        elif is_embedded:
            found.append(_ranges_apart(before, after))
        else:
            change, p = _welch(before, after, before.value, after.value)
            tested += [(len(found), p)] if p is not None else []
            found.append(change)
    for (place, _), p in zip(tested, holm([p for _, p in tested]), strict=True):
        found[place] = _decided(found[place], p < LEVEL)
    return found + _rating(old, new)


def _pairs(old: EvaluateResult, new: EvaluateResult) -> list[tuple[Scored, Scored]]:
    pairs = [(_overall(old), _overall(new))] if old.overall or new.overall else []
    befores = {aspect.id: aspect for aspect in old.aspects}
    for aspect in new.aspects:
        if before := befores.get(aspect.id):
            pairs.append((_aspect(old, before), _aspect(new, aspect)))
    return pairs


def _overall(book: EvaluateResult) -> Scored:
    answers = [verdict.overall for verdict in book.verdicts if verdict.overall is not None]
    if book.method == "aggregation" and len(answers) < 2:
        answers = [piece.overall for piece in book.segments if piece.overall is not None]
    return Scored("overall", None, book.overall.score if book.overall else None, answers)


def _aspect(book: EvaluateResult, aspect: AspectScore) -> Scored:
    """The score with its individual answers. For one aggregated run, with the scores of its segments."""
    answers = [score for score in aspect.replicates if score is not None]
    if book.method == "aggregation" and len(answers) < 2:
        by_segment = (piece.aspects.get(aspect.id) for piece in book.segments)
        answers = [score for score in by_segment if score is not None]
    return Scored(aspect.id, aspect.label, aspect.score, answers, aspect.low, aspect.high)


def _rating(old: EvaluateResult, new: EvaluateResult) -> list[FigureChange]:
    if old.rating is None or new.rating is None:
        return []
    before, after = (
        Scored("rating", None, each.value, (), each.low, each.high) for each in (old.rating, new.rating)
    )
    if old.rating.variant != new.rating.variant:
        return [_unsaid(before, after, Notice.of("comparison.readers-inputs"))]
    return [_ranges_apart(before, after)]


def _unlike(old: EvaluateResult, new: EvaluateResult) -> Notice | None:
    """Why the scores of these two cannot be compared."""
    if old.rubric != new.rubric:
        return Notice.of("comparison.rubrics-differ")
    by_readers = old.method == "embedded" and old.rating is not None and new.rating is not None
    if by_readers and old.rating.variant != new.rating.variant:  # type: ignore[union-attr]
        return Notice.of("comparison.readers-inputs")
    if (old.method, _model(old)) != (new.method, _model(new)):
        return Notice.of("comparison.judges-differ")
    return None


def _model(book: EvaluateResult) -> str | None:
    return book.model.name if book.model else None


def _unsaid(before: Scored, after: Scored, why: Notice) -> FigureChange:
    return FigureChange(id=after.id, label=after.label, old=before.value, new=after.value, why=why)


def _welch(before: Scored, after: Scored, old: float, new: float) -> tuple[FigureChange, float | None]:
    """Compare two groups of answers from one judge. This needs at least two on each side and some spread."""
    if len(before.answers) < 2 or len(after.answers) < 2:
        return _unsaid(before, after, Notice.of("comparison.asked-once")), None
    if len({*before.answers}) == 1 and len({*after.answers}) == 1:
        return _unsaid(before, after, Notice.of("comparison.no-spread")), None
    test = scipy.stats.ttest_ind(after.answers, before.answers, equal_var=False)
    bounds = test.confidence_interval(1 - LEVEL)
    change = FigureChange(
        id=after.id, label=after.label, old=old, new=new, low=float(bounds.low), high=float(bounds.high)
    )
    return change, float(test.pvalue)


def _decided(change: FigureChange, is_beyond: bool) -> FigureChange:
    if change.old is None or change.new is None:
        return change
    moved: Moved = "within" if not is_beyond else "up" if change.new > change.old else "down"
    return change.model_copy(update={"moved": moved})


def _ranges_apart(before: Scored, after: Scored) -> FigureChange:
    """Compare two predictions of the reader model. Higher or lower only if their ranges do not overlap."""
    moved: Moved = "within"
    code = "comparison.ranges-overlap"
    if before.value is None or after.value is None:
        return _unsaid(before, after, Notice.of("comparison.no-score"))
    if None not in (before.low, before.high, after.low, after.high) and (
        after.low > before.high or after.high < before.low  # type: ignore[operator]
    ):
        moved = "up" if after.value > before.value else "down"
        code = "comparison.ranges-apart"
    return FigureChange(
        id=after.id,
        label=after.label,
        old=before.value,
        new=after.value,
        moved=moved,
        why=Notice.of(code),
    )
