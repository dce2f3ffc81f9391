"""A true quotation is found whatever its marks; an invented one is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_books import book_of, from_shelf

from fabula.reading.quotations import QuoteFinder
from fabula.reading.reading import Location
from fabula.text.book import Book

STORM = (
    "“It was a dark—very dark—night,” said Anna; and the rain fell in torrents, except at occasional intervals.\n\n"
    "Then the wind rose… and nobody in the long house by the river slept until the grey morning came."
)


def found(book: Book, quote: str) -> Location | None:
    return QuoteFinder(book).find(quote)


def quoted(book: Book, quote: str) -> str | None:
    place = found(book, quote)
    if place is None:
        return None
    text = next(chapter.text for chapter in book.chapters if chapter.number == place.chapter)
    return text[place.offset : place.offset + place.length]


@pytest.mark.parametrize(
    "quote",
    [
        "the rain fell in torrents",
        '"It was a dark - very dark - night," said Anna',
        "the rain  fell\nin torrents, except at occasional intervals. Then the wind rose",
        "THE RAIN FELL IN TORRENTS",
        "Then the wind rose... and nobody",
    ],
)
def test_marks_spaces_and_case_do_not_hide_a_quotation(quote: str) -> None:
    place = found(book_of("Nothing here.", STORM), quote)
    assert place is not None
    assert (place.chapter, place.similarity) == (2, 1.0)


def test_a_quotation_with_words_left_out_is_found_from_its_first_to_its_last_word() -> None:
    assert quoted(book_of(STORM), "nobody in the long house … until the grey morning came") == (
        "nobody in the long house by the river slept until the grey morning came"
    )
    assert found(book_of(STORM), "the grey morning came … nobody in the long house") is None


def test_a_slip_of_the_pen_is_forgiven_and_a_change_of_words_is_not() -> None:
    near = found(book_of(STORM), "nobody in the long house by the river slept untill the gray morning came")
    assert near is not None and 0.95 <= near.similarity < 1
    assert (
        found(book_of(STORM), "nobody in the long house by the river woke before the noon bell rang") is None
    )
    assert found(book_of(STORM), "the ruin fell") is None


def test_half_a_word_is_no_quotation() -> None:
    book = book_of("The therapist smiled.")
    assert found(book, "rapist smiled") is None
    assert quoted(book, "smiled") == "smiled"
    assert found(book, "  ") is None
    assert found(book, "“…”") is None


def test_nothing_is_found_across_two_chapters() -> None:
    assert found(book_of("the end of one", "the start of another"), "end of one the start of") is None


def test_chinese_quotations() -> None:
    book = book_of("黛玉听了，冷笑道：“你又来了！我早知道是这样的光景，何必当初？”", language="zh")
    assert quoted(book, "我早知道是这样的光景") == "我早知道是这样的光景"
    assert (
        quoted(book, "冷笑道:「你又来了!我早知道是这样的光景」") == "冷笑道：“你又来了！我早知道是这样的光景"
    )
    near = found(book, "黛玉听了冷笑道你又来了我早知道是那样的光景何必当初")
    assert near is not None and near.similarity < 1
    assert found(book, "宝玉听了，也笑道：你又哭了") is None


@given(st.data())
def test_every_passage_of_a_book_is_found_in_it(data: st.DataObject) -> None:
    words = data.draw(
        st.lists(
            st.sampled_from(["a", "bee", "sea", "dee", "wind,", "rain.", "“house”", "–", "Übung", "3rd"]),
            min_size=5,
            max_size=60,
        )
    )
    text = " ".join(words)
    start = data.draw(st.integers(0, len(words) - 3))
    stop = data.draw(st.integers(start + 2, len(words)))
    passage = " ".join(words[start:stop])
    if not any(letter.isalnum() for letter in passage):
        return
    place = QuoteFinder(book_of(text)).find(passage)
    assert place is not None and place.similarity == 1.0
    assert place.offset >= 0 and place.offset + place.length <= len(text)


def test_many_questions_to_one_finder_of_a_real_book() -> None:
    book = from_shelf("pride-and-prejudice.epub")
    finder = QuoteFinder(book)
    for chapter in book.chapters[::7]:
        middle = chapter.text.find(" ", len(chapter.text) // 2) + 1
        passage = chapter.text[middle : chapter.text.find(" ", middle + 150)]
        place = finder.find(passage.replace("“", '"').replace("’", "'").upper())
        assert place is not None and place.chapter == chapter.number
    assert (
        finder.find("Mr. Darcy confessed that he had always been a creature of the night and its music")
        is None
    )
