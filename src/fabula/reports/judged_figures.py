"""Figures of a judge's scores: by aspect and through the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.reports.charts import Course, Dot, Dots
from fabula.reports.figure import Figure
from fabula.rubrics.rubric import WORDED_IN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.evaluation import Evaluation
    from fabula.reports.labels import Labels


def aspect_labels(evaluation: Evaluation, say: Labels) -> dict[str, str]:
    """What the aspects are called in the report's language, if the rubric has it, by their ids."""
    return {
        aspect.id: say.one_of({language: aspect.wording(language).label for language in WORDED_IN})
        for aspect in evaluation.rubric.scored_aspects
    }


def aspects_figure(evaluation: Evaluation, say: Labels) -> Figure:
    """Each aspect with its mean, its interval and the single answers."""
    labels = aspect_labels(evaluation, say)
    rows = tuple(
        Dot(
            aspect.id,
            labels[aspect.id],
            aspect.estimate.score,
            aspect.estimate.low,
            aspect.estimate.high,
            tuple(score for score in aspect.replicates if score is not None),
        )
        for aspect in evaluation.aspects
        if aspect.estimate
    )
    described = say.separator.join(f"{row.label} {row.score:.1f}" for row in rows)
    return Figure("aspects", say("nav.aspects"), described, Dots(rows, *_zoomed(rows, evaluation)))


def _zoomed(rows: Sequence[Dot], evaluation: Evaluation) -> tuple[float, float]:
    """The part of the scale where the scores lie, never less than a third of it, so that small gaps stay small."""
    scale = evaluation.rubric.scale
    span = scale.high - scale.low
    ends = [end for row in rows for end in (row.score, row.low, row.high, *row.single) if end is not None]
    low, high, third = min(ends) - 0.03 * span, max(ends) + 0.03 * span, span / 3
    if high - low < third:
        middle = (low + high) / 2
        low, high = middle - third / 2, middle + third / 2
    if high > scale.high:
        low, high = min(low, scale.high - third), scale.high
    if low < scale.low:
        low, high = scale.low, max(high, scale.low + third)
    step = span / 20
    return scale.low + step * int((low - scale.low) / step), min(
        scale.high, scale.low + step * -int(-(high - scale.low) // step)
    )


def pieces_figure(evaluation: Evaluation, say: Labels) -> Figure:
    """The scores of the parts of a book, one line for each repeat."""
    scores = {
        (piece.verdict.replicate, piece.segment): piece.verdict.overall
        for piece in evaluation.pieces
        if piece.verdict.overall is not None
    }
    parts = tuple(sorted({part for _, part in scores}))
    runs = sorted({run for run, _ in scores})
    course = tuple(tuple(scores.get((run, part)) for part in parts) for run in runs)
    text = ", ".join(f"{part}: {score:g}" for (run, part), score in scores.items() if run == 0)
    return Figure("scores", say("course.scores"), text, Course(parts, course, say("course.part")))
