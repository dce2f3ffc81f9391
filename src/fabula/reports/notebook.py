"""An evaluation in a notebook: the verdict and the aspects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.reports.labels import labels_for
from fabula.reports.page import environment
from fabula.reports.sureness import how_sure
from fabula.reports.view import verdict

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation


def summary_html(evaluation: Evaluation) -> str:
    """A small table: scores with intervals, how sure, and the signature."""
    say = labels_for(evaluation.book)
    return environment().get_template("notebook.html.j2").render(
        say=say, evaluation=evaluation, verdict=verdict(evaluation, say), sure=how_sure(evaluation, say)
    )  # fmt: skip
