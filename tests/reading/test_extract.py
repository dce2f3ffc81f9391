"""A reading without a model: the book's own sentences, and passages that show its writing."""

from __future__ import annotations

import pytest
from small_books import EXAMPLES, book_of, from_shelf

from fabula.reading.excerpts import MOST_WORDS, excerpts
from fabula.reading.extract import read as extract
from fabula.reading.parsed import parse
from fabula.reading.passages import book_passages, cut
from fabula.text.book import Book
from fabula.text.files import read
from fabula.text.words import count_words

STORIES = ["the-tide-house.epub", "seven-keys.zh.txt"]


def story(name: str) -> Book:
    return read(EXAMPLES / name)


@pytest.mark.parametrize("name", STORIES)
def test_every_chapter_is_told_in_its_own_sentences(name: str) -> None:
    book = story(name)
    reading = extract(book)
    assert reading.method == "extractive" and reading.book_id == book.id
    assert [summary.chapter for summary in reading.chapter_summaries] == [c.number for c in book.chapters]
    for summary, chapter in zip(reading.chapter_summaries, book.chapters, strict=True):
        assert 0 < count_words(summary.text, book.language) <= 100
        assert summary.text[:12] in " ".join(chapter.text.split())
    assert count_words(reading.plot, book.language) <= 1600
    assert reading.cast


@pytest.mark.long
def test_the_plot_of_a_book_of_many_chapters_keeps_to_its_size() -> None:
    reading = extract(from_shelf("hong-lou-meng.txt"))
    assert 800 <= count_words(reading.plot, "zh") <= 1600
    reading = extract(from_shelf("pride-and-prejudice.epub"))
    assert 600 <= count_words(reading.plot, "en") <= 1000


@pytest.mark.parametrize("name", STORIES)
def test_excerpts_are_verbatim_few_and_from_several_places(name: str) -> None:
    book = story(name)
    shown = excerpts(book, parse(book))
    assert next(each.kind for each in shown) == "opening"
    assert {"dialogue", "description", "turning point"} <= {each.kind for each in shown}
    assert sum(count_words(each.text, book.language) for each in shown) <= MOST_WORDS
    for each in shown:
        assert each.chapter is not None and each.offset is not None
        assert book.chapters[each.chapter - 1].text.startswith(each.text, each.offset)
    assert shown == excerpts(book, parse(book))
    assert len({each.chapter for each in shown}) >= 3


def test_a_page_is_its_own_excerpt() -> None:
    book = book_of("It rained. Anna was glad of it.")
    assert [each.text for each in excerpts(book, parse(book))] == ["It rained. Anna was glad of it."]
    assert excerpts(book_of(""), ()) == ()


@pytest.mark.parametrize("name", STORIES)
def test_passages_hold_every_sentence_once_with_its_place(name: str) -> None:
    book = story(name)
    passages = cut(book)
    for passage in passages:
        assert book.chapters[passage.chapter - 1].text.startswith(passage.text, passage.offset)
    whole = "".join("".join(chapter.text.split()) for chapter in book.chapters)
    assert "".join("".join(passage.text.split()) for passage in passages) == whole


def test_a_passage_is_found_by_its_words() -> None:
    book = story("the-tide-house.epub")
    (best, *_) = book_passages(book).search("Candlemas bell rang water", 3)
    assert "bell" in best.text
