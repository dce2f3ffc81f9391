"""A book under other names for its judge, and the way back to its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.judging.renamed import Renamed
from fabula.reading.anonymise import anonymise
from fabula.reading.excerpts import excerpts
from fabula.reading.parsed import parse
from fabula.reading.reading import Character, Reading
from fabula.text.files import read

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["the-tide-house.epub", "seven-keys.zh.txt"])
def test_the_way_back_is_exact(name: str) -> None:
    book = read(EXAMPLES / name)
    other = Renamed.of(book, anonymise(book))
    assert other.book.title != book.title and other.book.author is None and len(other.names) > 5
    for own, shown in zip(book.chapters, other.book.chapters, strict=True):
        assert shown.text != own.text and other.own_words(shown.text) == own.text


def test_a_reading_under_other_names_is_of_the_book_itself_again() -> None:
    book = read(EXAMPLES / "the-tide-house.epub")
    other = Renamed.of(book, anonymise(book))
    cast = (Character(other.names["Marrable"], profile=f"Keeper to {other.names['Ruth']}."),)
    shown = excerpts(other.book, parse(other.book))
    found = other.own_reading(Reading(other.book.id, "incremental", "", cast, (), shown))
    assert found.book_id == book.id
    assert (found.cast[0].name, found.cast[0].profile) == ("Marrable", "Keeper to Ruth.")
    texts = {chapter.number: chapter.text for chapter in book.chapters}
    assert found.excerpts != shown
    for one in found.excerpts:
        assert one.chapter is not None and one.offset is not None
        assert texts[one.chapter][one.offset :].startswith(one.text)
