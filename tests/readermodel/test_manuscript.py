"""What a manuscript tells the reader model, and what is no story."""

from __future__ import annotations

import pytest

from fabula.readermodel.manuscript import FEWEST_OF_PLAN, FEWEST_WORDS, manuscript
from fabula.readermodel.predicting import predict
from fabula.readermodel.rating import Abstained, BookFacts
from fabula.text.book import Book, Chapter

SENTENCE = "The keeper climbed the stairs and lit the lamp before the ships came home. "


def book(text: str, language: str = "en", **known: object) -> Book:
    return Book("The Lamp", "A. Writer", language, (Chapter(1, "One", text),), **known)  # type: ignore[arg-type]


def test_a_text_of_which_nothing_is_known_is_rated_as_the_middle_of_the_shelf() -> None:
    facts = manuscript(book(SENTENCE * 500))
    assert facts == BookFacts(words=7_000, has_text=True)
    found = predict(facts)
    assert not isinstance(found, Abstained)
    assert found.inputs == () and found.place == "unknown" and found.variant == "text alone"
    assert found.agreement.of_100_pairs == 50 and found.aspects == {}
    assert {gain.input for gain in found.would_help} == {"genres", "premise", "reading"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (SENTENCE * 300, "readermodel.short-text"),
        ("[ ] ( ) " * 250_000, "readermodel.short-text"),
        ("12 34 56 " * 10_000, "readermodel.short-text"),
        ("lamp keeper stairs " * 5_000, "readermodel.no-sentences"),
        ("lamp keeper stairs. " + "lamp keeper stairs " * 5_000, "readermodel.no-sentences"),
    ],
)
def test_what_is_no_story_gets_no_rating_and_the_reason(text: str, why: str) -> None:
    found = manuscript(book(text, genres=("Horror",), premise="A lamp goes out."))
    assert isinstance(found, Abstained)
    assert found.reason.code == why


def test_the_least_length_is_enough() -> None:
    words = SENTENCE.split()
    text = " ".join((words * FEWEST_WORDS)[:FEWEST_WORDS])
    assert isinstance(manuscript(book(text)), BookFacts)
    assert isinstance(manuscript(book(text.rpartition(" ")[0])), Abstained)


def test_sentences_that_end_in_speech_are_sentences() -> None:
    assert isinstance(manuscript(book("“Where is the lamp?” she said. “It is gone!” " * 600)), BookFacts)


def test_a_short_plan_gets_no_rating_and_a_summary_does() -> None:
    plan = Book("Plan", None, "en", (), genres=("Horror",))
    short = manuscript(plan, plot="word " * (FEWEST_OF_PLAN - 1))
    assert isinstance(short, Abstained) and short.reason.code == "readermodel.short-plan"
    assert manuscript(plan, plot="word " * FEWEST_OF_PLAN) != short


def test_another_language_is_left_to_the_model_to_refuse() -> None:
    facts = manuscript(book("林黛玉看着大海。" * 10, "zh"))
    assert isinstance(facts, BookFacts)
    found = predict(facts)
    assert isinstance(found, Abstained) and found.reason.code == "readermodel.language"
