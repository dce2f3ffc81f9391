"""Mood, pace and craft in figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_books import book_of, from_shelf

from fabula.reading.craft import craft, mtld
from fabula.reading.measured import measure
from fabula.reading.mood import POINTS, mood
from fabula.reading.parsed import parse

GLAD = "What a wonderful, happy morning! Everyone laughed with joy and loved the sweet air. "
DARK = "He was dead, murdered. Grief and terror filled the miserable, hateful house. "


def test_mood_falls_where_the_story_darkens() -> None:
    book = book_of(GLAD * 5, DARK * 5)
    arc = mood(book, parse(book))
    assert arc.method == "VADER"
    assert arc.by_chapter[0] is not None and arc.by_chapter[1] is not None
    assert arc.by_chapter[0] > 0.3 > -0.3 > arc.by_chapter[1]
    assert len(arc.smoothed) == POINTS
    assert arc.smoothed[0] > arc.smoothed[-1]


def test_chinese_mood_says_whose_list_it_is_and_hears_a_no() -> None:
    book = book_of("大家都很高兴，欢喜得很。", "他悲伤痛苦，哭了。", "他不高兴。", language="zh")
    arc = mood(book, parse(book))
    assert "word list" in arc.method
    glad, dark, negated = (value or 0 for value in arc.by_chapter)
    assert glad > 0 > dark and negated < 0


def test_an_empty_book_has_no_mood_and_no_findings() -> None:
    measured = measure(book_of(""))
    assert measured.mood.by_chapter == (None,) and measured.mood.smoothed == ()
    assert measured.findings.shown == ()
    assert measured.craft.words == 0 and measured.craft.mtld is None


def test_dialogue_share_and_sentence_length() -> None:
    book = book_of("“Yes,” he said.\n\nIt rained on the long grey road.")
    whole, (chapter,) = craft(book, parse(book))
    assert whole.words == chapter.words == 10
    assert chapter.sentences == 2 and chapter.sentence_words == 5
    assert chapter.dialogue_share == pytest.approx(6 / len(book.chapters[0].text))


def test_flesch_is_for_english_alone() -> None:
    easy = book_of("The cat sat on the mat. The dog ran to the door. " * 5)
    hard = book_of(
        "Institutional considerations necessitate comprehensive organisational reconfiguration immediately. "
        * 5
    )
    easy_figures, hard_figures = (craft(book, parse(book))[0] for book in (easy, hard))
    assert easy_figures.flesch is not None and hard_figures.flesch is not None
    assert easy_figures.flesch > 90 > 0 > hard_figures.flesch
    chinese = book_of("他走了。她来了。", language="zh")
    assert craft(chinese, parse(chinese))[0].flesch is None


@given(st.lists(st.sampled_from([f"w{n}" for n in range(300)]), min_size=100, max_size=400))
def test_lexical_diversity_does_not_know_which_end_a_text_begins(tokens: list[str]) -> None:
    value = mtld(tokens)
    assert value is not None and value > 0
    assert value == pytest.approx(mtld(tokens[::-1]))
    assert (mtld(["same"] * 200) or 0) < value + 3


def test_the_same_book_gives_the_same_figures() -> None:
    book = from_shelf("frankenstein.epub")
    assert measure(book) == measure(book)


def test_frankenstein_ends_darker_than_it_begins() -> None:
    arc = measure(from_shelf("frankenstein.epub")).mood
    assert sum(arc.smoothed[:20]) > sum(arc.smoothed[-20:])


def test_a_book_in_a_language_without_word_lists_gets_no_made_up_figures() -> None:
    measured = measure(book_of("Il pleuvait. Jean marchait. « Bonjour », dit Jean. " * 20, language="fr"))
    assert measured.language == "" and measured.cast.characters == ()
    assert measured.mood.by_chapter == (None,) and measured.mood.method == ""
    assert (
        measured.craft.flesch is None and measured.craft.filter_words is None and measured.craft.senses == {}
    )
    assert measured.craft.sentences == 60
