"""What a report says about its judge's worth: the paper's figure for the method that was used, and for no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabula.judging.evaluation import Evaluation
from fabula.judging.settings import Method
from fabula.reports.labels import labels
from fabula.reports.sureness import how_sure, how_sure_in_short
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


def test_a_book_of_which_only_the_length_is_known_is_told_so_once(bare_book: Evaluation) -> None:
    for language, of in (("en", "of 100 pairs"), ("zh", "每 100 对书"), ("es", "de cada 100 pares")):
        say = labels(language)
        said = say.prose(how_sure_in_short(bare_book, say))
        assert "3.1" not in said, "the range stands above already"
        assert said.count(of) == 1 and said.count("50") == 1
        assert said.index("--premise") < said.index("--genres")


def test_sentences_in_chinese_follow_each_other_without_a_space(bare_book: Evaluation) -> None:
    say = labels("zh")
    assert "不是对这本书的评价。资料越多" in say.prose(how_sure_in_short(bare_book, say))


def test_why_there_is_no_rating_is_said_beside_it_and_not_again(unjudged_chinese_book: Evaluation) -> None:
    say = labels("zh")
    assert len(how_sure(unjudged_chinese_book, say)) == 1
    assert how_sure_in_short(unjudged_chinese_book, say) == []
