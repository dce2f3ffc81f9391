"""Towns, coasts, ports, camps, books and languages that are nobody."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast

_ADA = "Ada Rook sat down. “Tea?” said Ada Rook. Ada smiled. "


def names(text: str) -> set[str]:
    return {each.name for each in find_cast(book_of(_ADA + text)).characters}


@pytest.mark.parametrize("town", ["Fettsbridge", "Coldfield", "Harksburg", "Little Wickham", "Tarnmouth"])
def test_a_town_that_knows_everything_is_nobody(town: str) -> None:
    text = (
        f"They drove over to {town}. From {town} came the stage. Ada went to {town} again. The road from {town} was bad. "
        f"People of {town} asked why. {town} came to know of it. Soon {town} saw them. Then all went to {town} and from {town} again."
    )
    assert names(text) == {"Ada Rook"}


def test_a_man_with_the_name_of_a_town_is_somebody() -> None:
    text = (
        "They drove over to Winfield. From Winfield came a letter. Ada went to Winfield again. She had it from Winfield. "
        "“No,” said Winfield. Winfield laughed. She gave it to Winfield. “Yes,” said Winfield."
    )
    assert "Winfield" in names(text)


@pytest.mark.parametrize("land", ["coast", "shores", "island", "city", "kingdom", "valley"])
def test_what_has_a_coast_is_nobody(land: str) -> None:
    text = f"They passed the {land} of Barbary. Here the Barbary pirates lived. They sailed to Barbary. He saw the {land} of Barbary."
    assert names(text) == {"Ada Rook"}


@pytest.mark.parametrize("kind", ["Port", "Camp", "Fort", "Cape", "Lake"])
def test_a_port_a_camp_and_a_lake_are_nobody(kind: str) -> None:
    text = f"Officers from {kind} Taylor demanded tea. They passed {kind} Taylor. The car was traced to {kind} Taylor. {kind} Taylor slept."
    assert names(text) == {"Ada Rook"}


def test_a_book_of_which_somebody_has_a_copy_is_nobody() -> None:
    text = "There lay a copy of Martin Called Paul. Ada read a chapter of Martin Called Paul. She sat down."
    assert names(text) == {"Ada Rook"}


@pytest.mark.parametrize("society", ["the Ladies’ Aid", "the Workers' Guild", "the Sailors’ Rest"])
def test_a_society_is_nobody(society: str) -> None:
    text = f"Then {society} met. She told {society} of it, and {society} bought a carpet. “Yes,” said {society}. So {society} gave her a hat."
    assert names(text) == {"Ada Rook"}


def test_a_language_is_no_surname() -> None:
    text = (
        "She spoke French and German, Madame Perron French and broken English. Madame Perron laughed. He spoke French to Ada. "
        "“Quite,” said Madame Perron. Her French was good, and his French was bad. The French are so. Madame Perron spoke French."
    )
    assert names(text) == {"Ada Rook", "Madame Perron"}


def test_a_surname_that_is_a_month_stays_one() -> None:
    text = "Mr. Henry March rose. “March,” said Ada. Mr. Henry March bowed. March sat down. “No,” said March. It was May."
    assert "Henry March" in names(text)


@pytest.mark.parametrize("letters", ["P.S.", "P. S.", "P.P.S.", "N.B.", "“P.S."])
def test_what_opens_a_postscript_is_nobodys_initials(letters: str) -> None:
    text = f"Ada read on.\n\n{letters} Mother sends her love.\n\n{letters} Tom has a cold.\n\nTom sneezed. “Well,” said Tom. Ada laughed."
    assert {each.name for each in find_cast(book_of(text)).characters} == {"Ada", "Tom"}


def test_initials_that_open_no_line_are_a_name() -> None:
    text = "They met P. S. Marlowe. “Well,” said P. S. Marlowe. Then P. S. Marlowe sneezed. “Go,” said P. S. Marlowe."
    assert "P. S. Marlowe" in {each.name for each in find_cast(book_of(text)).characters}


@pytest.mark.parametrize("nobody", ["Mother Goose", "Mr. Nobody", "Mrs. Grundy", "John Bull", "Jack Frost"])
def test_figures_of_sayings_are_nobody(nobody: str) -> None:
    text = f"“Ask {nobody},” said Tom. Tom laughed. “{nobody} did it,” said Ada. Ada smiled. {nobody} says much. Tom went."
    assert {each.name for each in find_cast(book_of(text)).characters} == {"Ada", "Tom"}


def test_who_is_named_so_often_is_somebody() -> None:
    text = "“No,” said Mrs. Grundy. Mrs. Grundy rose. Tom saw Mrs. Grundy go. “Yes,” said Mrs. Grundy. Mrs. Grundy wept. Tom ran."
    assert "Mrs. Grundy" in {each.name for each in find_cast(book_of(text)).characters}
