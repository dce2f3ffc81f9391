"""The figures of a report: every figure for which an evaluation has data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.reports.judged_figures import aspects_figure, pieces_figure
from fabula.reports.measured_figures import (
    LEAST_SHARE,
    along,
    arcs_figure,
    mood_figure,
    network_figure,
    pace_figure,
    presence_figure,
    voices_figure,
)

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.reports.figure import Figure
    from fabula.reports.labels import Labels

NAMES = ("aspects", "scores", "mood", "pace", "presence", "network", "voices", "arcs")
"""Files that a report may have. Those of an earlier report that are not drawn again are deleted."""


def figures(evaluation: Evaluation, say: Labels) -> tuple[Figure, ...]:
    """Every figure for which this evaluation has data."""
    found: list[Figure] = []
    if any(aspect.estimate for aspect in evaluation.aspects):
        found.append(aspects_figure(evaluation, say))
    if evaluation.pieces:
        found.append(pieces_figure(evaluation, say))
    measured = evaluation.measured
    if measured is None:
        return tuple(found)
    if len(measured.craft_by_chapter) > 1:
        axis = along(evaluation.book, measured, say)
        found += [mood_figure(axis, measured, say)] if measured.mood.smoothed else []
        found.append(pace_figure(axis, measured, say))
        found += [presence_figure(axis, measured, say)] if measured.cast.characters else []
    if measured.ties:
        found.append(network_figure(measured, say))
    if any(voice.name and voice.share >= LEAST_SHARE for voice in measured.voices):
        found.append(voices_figure(measured, say))
    if len(measured.craft_by_chapter) > 1 and any(any(arc.speech) for arc in measured.arcs):
        found.append(arcs_figure(axis, measured, say))
    return tuple(found)
