"""The answer to `fabula agree`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fabula.errors import UsageError
from fabula.measures.comparison import Question, compare
from fabula.measures.request import AgreeRequest
from fabula.measures.result import AgreeResult
from fabula.measures.scorefile import ScoreFile, read
from fabula.notices import Notice
from fabula.request import document
from fabula.signature import sign


@dataclass(frozen=True, slots=True)
class AgreeAnswer:
    """How well scores agree with people, and notices for the user."""

    result: AgreeResult
    notices: tuple[Notice, ...]


async def run(request: AgreeRequest, door: None = None) -> AgreeAnswer:  # noqa: ARG001 - asks no model
    """Match two files by id and measure how well they agree."""
    request.validate()
    question = Question(
        columns=request.column,
        truth_column=request.truth_column,
        round_truth=request.round_truth,
        group=request.group,
        baselines=request.baselines,
        resamples=request.resamples,
        seed=request.seed,
    )
    against = read(request.against) if request.against else None
    scores, truth = _files(request)
    found = compare(scores, truth, question, against)
    result = AgreeResult(
        request=document(request), signature=sign(request, "agree"), **_typed(found.document)
    )
    return AgreeAnswer(result, tuple(found.notices))


def _files(request: AgreeRequest) -> tuple[ScoreFile, ScoreFile]:
    """Scores and truth: two files, or the columns of one, in which what people said must be named."""
    scores = read(request.scores)
    if request.truth is not None and request.truth != request.scores:
        return scores, read(request.truth)
    if request.truth_column not in scores.numeric:
        there = ", ".join(scores.numeric) or "none"
        raise UsageError(
            f"which column of {scores.name} did people give? Name it with --truth-column (columns of numbers: {there}),"
            " or give a second file with the same ids"
        )
    others = [name for name in scores.numeric if name != request.truth_column]
    return scores.only(*others), scores.only(request.truth_column)


def _typed(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures for the result. The columns of a group go under `scores`, next to its size."""
    groups = {name: {"n": entry.pop("n"), "scores": entry} for name, entry in figures["groups"].items()}
    within = figures.get("within_groups")
    if within is not None:
        within = {"by": within.pop("by"), "scores": within}
    return {**figures, "groups": groups, "within_groups": within}
