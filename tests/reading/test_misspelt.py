"""Misspelt words that no list of misspellings has: found where they stand alone, and what may be meant is left alone."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.languages.en.spelling import SPELLING
from fabula.reading.findings import Finding
from fabula.reading.measured import measure

PLAIN = (
    "The ferry left at six, and nobody waved. On the far bank a dog was asleep beside the nets, and the smoke of the "
    "saltworks lay along the water like a second shore. She counted the posts as they went by, suppressed a yawn, and whisked her rod. A conspiracy was planned. "
)


def found(text: str, language: str = "en") -> list[Finding]:
    measured = measure(book_of(PLAIN * 12 + "\n\n" + text, PLAIN * 12, language=language)).findings
    return [each for each in (*measured.shown, *measured.rest) if each.kind == "misprint"]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("She met pale seriious faces on the way.", "seriious", "serious"),
        ("The fashion had been surpressed by the law.", "surpressed", "suppressed"),
        ("“You must feel reasurred about him,” she said.", "reasurred", "reassured"),
        ("Then Anna came dashing out of the shubbery again.", "shubbery", "shrubbery"),
        ("He shook his head in silent acquiesence as they spoke.", "acquiesence", "acquiescence"),
        ("The house was full of people who were comlpetely asleep.", "comlpetely", "completely"),
        ("“They were whispring in the garden,” said Anna.", "whispring", "whispering"),
        ("It was begining to rain over the house.", "begining", "beginning"),
        ("The picture had been controled by the boy.", "controled", "controlled"),
    ],
)
def test_a_word_that_no_list_has_one_slip_from_a_common_word(text: str, wrong: str, right: str) -> None:
    (finding,) = found(text)
    assert (finding.notice.fields["wrong"], finding.notice.fields["right"]) == (wrong, right)
    assert wrong in finding.quote


def test_two_places_are_one_finding_and_three_are_a_custom() -> None:
    text = "They stood in the shubbery for an hour. Nobody came. "
    (finding,) = found(text * 2)
    assert finding.notice.fields["n"] == 2 and len(finding.also) == 1
    assert not found(text * 3)


def test_a_word_that_few_use_may_be_meant_where_the_book_has_it() -> None:
    slip = "It lay in a case of shaggreen by the door. "
    assert not found(slip)
    (finding,) = found(slip + "The shagreen was old. " * 3)
    assert finding.notice.fields["right"] == "shagreen" and finding.notice.fields["often"] == 3


def test_a_letter_is_replaced_only_in_a_word_that_the_book_or_most_fiction_has() -> None:
    slip = "The fashion had been surpassad by the law. "
    assert not found(slip)
    (finding,) = found(slip + "Nobody was surpassed.")
    assert finding.notice.fields["right"] == "surpassed"


@pytest.mark.parametrize(
    "text",
    [
        "The floor was undusted, the chairbacks were grimy, and her outsideness was plain.",  # formed from others
        "It was a gutshot horse, and nobody had heard the gunshot.",  # written together
        "It was the awfulest place of all, and the lonesomest.",  # an l that nobody needs to double
        "He stampt the floor, and there was an uncontrouled look in the tenour of his words.",  # old
        "She looked at the skillet and read it, with a skillset.",  # newer than the list
        "It was a seriious flizzom that he gave.",  # beside another odd word
        "A cobra of papier-shubbery lay there.",  # part of a word
        "It was a seriious-looking man.",
        "He spoke of the _shubbery_ there.",  # set apart
        "He spoke of the “shubbery there”, and then he went.",  # quoted
        "There were seriious t shadings of pink.",  # has lost a letter
        "It was an exquisite shubbery , fainter than the sky.",
        "“I never saw a shubbery—”",  # broken off
        "Mr. Seriious came in, and Seriious sat down.",  # a name
        "She saw the zorple, and the zorples saw her.",  # no word is near
        "It was of no importanc to her.",  # several words are near
        "He poured the gin and shooshed, to shoosh the soda on top.",  # a sound
        "These knives are called tollas by the hunters.",  # the book says what it is
        "They had a thing for it that they called the shubbery there.",
        "A shrubbery—or shubbery—is a place with shrubs.",  # told beside it
        "It was forty sofads wide, and the rope hung two sofads from the wall.",  # a measure
        "“He brought me wittles,” said the boy.",  # w for v
        "“They were eddicating the boy,” said the widow.",  # not dedicating
    ],
)
def test_words_that_are_right_or_may_be(text: str) -> None:
    assert not found(text)


def test_talk_in_a_way_of_its_own() -> None:
    slip = "“It was a real consperacy to me,” said the man."
    assert found(slip)
    assert not found(
        slip + "\n\n“I were goin’ ’ome,” said Anna. “’E’s out,” she said. “Nothin’ is in the ’ouse.”"
    )
    assert not found(slip + "\n\n“A ghari,” said Anna. “The chunam,” he said. “A tazia.”")


def test_a_letter_and_a_passage_with_odd_words_are_their_writer_s() -> None:
    assert not found("“i dont know wot it is, it is surpressed, she wos there,” he said.")


def test_a_book_of_its_own_spelling() -> None:
    slip = "The law had surpressed it, and they went home."
    odd = (
        "The grobnik slept by the water. A flizzom was there in the morning. They saw the dworble as it ran. "
    )
    assert found(slip)
    assert not found(slip + "\n\n" + odd * 3)


def test_a_book_in_old_spelling() -> None:
    slip = "The law had surpressed it, and they went home."
    assert found(slip + "\n\nHe would shew it to her.")
    assert not found(slip + "\n\nHe would shew it to her.\n\nThey might chuse one.")


def test_a_word_of_the_book_in_two_forms_is_no_slip() -> None:
    assert found("She shook her head and whiskad again in the dark.")
    assert not found(
        "She shook her head and whiskad again in the dark. The whiska was long. A whiska was there."
    )


def test_a_misprint_is_reported_a_single_time() -> None:
    assert len(found("He mutttered something about the house.")) == 1
    assert len(found("He had to accomodate them all.")) == 1
    assert len(found("The palace was dark. " * 12 + "They came to the pallace at noon.")) == 1


def test_another_language_has_no_such_list() -> None:
    assert not found("La casa estaba seriious y el hombre surpressed la puerta.", "es")


@pytest.mark.parametrize(
    "word", ["house", "honour", "honor", "shew", "befurbelowed", "cryptid", "publick", "leant"]
)
def test_words_that_are_spelled_so(word: str) -> None:
    assert SPELLING.is_right(word)


@pytest.mark.parametrize(
    "word", ["occured", "begining", "herelf", "appearace", "thingss", "recordd", "beween"]
)
def test_words_that_are_not(word: str) -> None:
    assert not SPELLING.is_right(word)
