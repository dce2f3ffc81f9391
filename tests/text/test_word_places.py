"""The words of any part of a text, counted from one pass over it."""

from __future__ import annotations

import random

import pytest

from fabula.text.words import WordPlaces, count_words


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_words_of_a_part_are_those_of_its_text(language: str) -> None:
    text = "“Don’t,” said O'Neil—“the well-known 1st_try.”\n\n他说：“Hello 世界！” ABC宝玉道。’Tis x"
    places, dice = WordPlaces(text, language), random.Random(1)
    assert len(places) == count_words(text, language)
    for _ in range(500):
        start = dice.randrange(len(text))
        end = min(len(text), start + dice.randrange(2, 40))
        assert places.between(start, end) == count_words(text[start:end], language), text[start:end]
    assert places.between(5, 5) == places.between(9, 3) == 0
