"""A score as the judge's own probabilities weigh it."""

from __future__ import annotations

import math

import pytest

from fabula.models.chat import Choice
from fabula.models.expectation import expected_numbers


def written(*tokens: str | dict[str, float]) -> Choice:
    """An answer of these tokens; a dict gives the probabilities of a token, the written one first."""
    alternatives = [{each: 1.0} if isinstance(each, str) else each for each in tokens]
    logprobs = tuple({token: math.log(p) for token, p in each.items()} for each in alternatives)
    return Choice("".join(next(iter(each)) for each in alternatives), "stop", logprobs)


def test_a_number_of_one_token_is_the_mean_over_all_numbers_at_its_place() -> None:
    answer = written('{"', "score", '": ', {"4": 0.6, "5": 0.3, "four": 0.1}, "}")
    assert expected_numbers(answer) == {("score",): pytest.approx((4 * 0.6 + 5 * 0.3) / 0.9)}


def test_each_number_is_known_by_its_place_and_numbers_in_strings_are_not_counted() -> None:
    answer = written(
        '{"plot": {"why": "3 of \\"10\\"", "score":', {" 82": 0.5, " 80": 0.5}, '}, "overall":', " 70", "}"
    )
    assert expected_numbers(answer) == {("plot", "score"): pytest.approx(81), ("overall",): pytest.approx(70)}


def test_a_number_in_digits_is_weighed_digit_by_digit() -> None:
    answer = written('{"score": ', {"8": 0.9, "7": 0.1}, {"2": 0.5, "6": 0.5}, "}")
    assert expected_numbers(answer) == {("score",): pytest.approx(82 - 1 + 2)}


def test_what_is_beyond_the_scale_does_not_count() -> None:
    answer = written('{"score": ', {"5": 0.5, "50": 0.5}, "}")
    assert expected_numbers(answer, 5) == {("score",): pytest.approx(5)}


@pytest.mark.parametrize(
    "answer", [Choice('{"score": 4}'), written("no ", "JSON"), written('{"score": ', "4")]
)
def test_without_probabilities_or_a_whole_answer_there_is_nothing_to_weigh(answer: Choice) -> None:
    assert expected_numbers(answer) == {}


def test_words_around_the_answer_do_no_harm() -> None:
    answer = written("Here: ", '```json\n{"a":', {"1": 0.5, "3": 0.5}, "}\n```")
    assert expected_numbers(answer) == {("a",): pytest.approx(2)}
