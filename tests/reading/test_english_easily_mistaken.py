"""Titles, letters and questions that are easily taken for other people: the Widow Lowe, W. Lowe, Mr. Ferris, Mrs. Who?"""

from __future__ import annotations

from small_books import book_of

from fabula.reading.cast import Cast, find_cast


def cast_of(*chapters: str) -> Cast:
    return find_cast(book_of(*chapters))


def test_a_letter_is_no_name_for_whom_the_book_names_in_full() -> None:
    cast = cast_of(
        "Enter W. Lowe, said Ann. W. Lowe, and W. Lowe again. William Lowe sat. Mr. Lowe woke. Bill Lowe ate."
    )
    assert [each.name for each in cast.characters if "W. Lowe" in (each.name, *each.aliases)] == [
        "William Lowe"
    ]
    both = cast_of("A. J. Lowe came in. A. J. Lowe sat down. Arthur Lowe ate. A. J. Lowe slept.")
    assert both.characters[0].name == "A. J. Lowe"


def test_whoever_asks_for_a_name_says_none() -> None:
    text = "Ann Lowe came in. “Mrs. Who?” said Ann Lowe. “Who saw him?” “Who was it?” “And who is he? Who called?” Ann Lowe left."
    assert [each.name for each in cast_of(text).characters] == ["Ann Lowe"]
    assert {"Dr. Who"} <= {each.name for each in cast_of("Dr. Who came. " * 4).characters}


def test_a_widow_is_mrs_and_no_daughter() -> None:
    text = "Mrs. Lowe came in. Miss Lowe sat down. Ann Lowe read. Mrs. Lowe left. “Is that the Widow Lowe?” said Hob Fenn. Hob Fenn ate. "
    (mother,) = (each for each in cast_of(text * 2).characters if "Widow Lowe" in each.aliases)
    assert mother.name == "Mrs. Lowe"
    quin = (
        "The Widow Quin came in. Widow Quin sat down. “Well, Widow Quin,” said Hob Fenn. The widow laughed. "
    )
    assert "Widow Quin" in {each.name for each in cast_of(quin * 3).characters}


_SON = "Giles walked on. Giles filled a pipe. Giles nodded to the dog. Giles sat down on the wall. Giles thought. "


def test_a_narrator_who_is_formal_now_and_then_means_the_hero() -> None:
    formal = "\n\nMr. Ferris bowed. “Good day, Mr. Ferris,” said Ann.\n\n"
    found = find_cast(book_of("Giles Ferris came. " + _SON, *[_SON * 3 + formal] * 24)).characters
    assert [each.name for each in found if "Mr. Ferris" in (each.name, *each.aliases)] == ["Giles Ferris"]


def test_a_father_who_is_often_told_of_is_not_his_son() -> None:
    father = "Mr. Ferris coughed. Mr. Ferris rang. “Well, Mr. Ferris?” said Ann. "
    found = find_cast(book_of("Giles Ferris came. " + _SON, *[_SON * 2 + father] * 12)).characters
    assert "Mr. Ferris" in {each.name for each in found}
