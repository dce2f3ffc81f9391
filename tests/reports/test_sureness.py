"""What a report says about its judge's worth: the paper's figure for the method that was used, and for no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabula.judging.evaluation import Evaluation
from fabula.judging.settings import Method
from fabula.reports.labels import labels
from fabula.reports.sureness import how_sure
from fabula.rubrics.files import load


@pytest.mark.parametrize(
    ("method", "tau"),
    [("one-pass", "0.055"), ("aggregation", "0.152"), ("incremental", "0.109"), ("summary", "0.134")],
)
def test_the_papers_figure_is_that_of_the_method(judged_book: Evaluation, method: Method, tau: str) -> None:
    said = " ".join(how_sure(replace(judged_book, method=method), labels("en")))
    assert f"tau of {tau}," in said and "our own" in said


def test_a_trained_critic_has_its_own_figure(judged_book: Evaluation) -> None:
    found = replace(judged_book, request=judged_book.request.but(critique=True))
    assert "tau of 0.277," in " ".join(how_sure(found, labels("en")))


def test_the_figures_of_one_rubric_are_not_said_of_another(judged_book: Evaluation) -> None:
    said = " ".join(how_sure(replace(judged_book, rubric=load("webnovel")), labels("en")))
    assert "GPT-4o" not in said and "how consistent the judge is" in said
