"""English people who go by a second name: a nickname in quotation marks, initials, another spelling, `Mr.` and a given name."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.languages.en.name_parts import is_respelt
from fabula.reading.cast import find_cast


def people(*chapters: str) -> list[set[str]]:
    """The names of everybody in the cast."""
    return [{each.name, *each.aliases} for each in find_cast(book_of(*chapters)).characters]


@pytest.mark.parametrize("marks", ["“”", '""', "‘’"])
def test_a_nickname_in_quotation_marks_is_a_name_of_whoever_it_stands_in(marks: str) -> None:
    text = (
        f"Jordan {marks[0]}Jay{marks[1]} Marlowe sat down. Jay said nothing. “Jay?” she asked. Jay laughed. Then Marlowe "
        "rose. Jordan Marlowe was tired. Jay went home."
    )
    assert people(text) == [{"Jordan Marlowe", "Marlowe", "Jay"}]


def test_a_nickname_shows_that_unusual_words_are_a_name() -> None:
    text = (
        "Sable “Sunny” Marden stirred the pot. Sunny hummed. “Sunny,” he said, “stop.” Sunny smiled. In the hold Sable "
        "“Sunny” Marden slept."
    )
    assert people(text) == [{"Sable Marden", "Sunny"}]


def test_a_word_that_is_only_quoted_within_a_sentence_joins_nobody() -> None:
    text = "Tom said “Anna.” Then Tom wept. Anna smiled at Tom. Tom called “Anna” twice. Anna came, and Anna sang."
    assert sorted(map(sorted, people(text))) == [["Anna"], ["Tom"]]


def test_initials_are_a_name_however_they_are_spaced() -> None:
    text = (
        "J. R. Tolland said yes. “J.R.,” she said, “go.” He saw J.R. smile. Then J.R. came back, and Mr. Tolland rose. "
        "J.R. nodded."
    )
    assert people(text) == [{"J. R. Tolland", "J.R.", "Mr. Tolland"}]


def test_a_household_says_mister_before_a_given_name() -> None:
    text = (
        "Edgar Pym rode out. “Mr. Edgar is gone,” said the maid. Mr. Edgar came home. Hester Pym, his wife, wept. "
        "“Mrs. Hester,” said the maid. Mrs. Hester smiled. Edgar laughed. Hester did not."
    )
    assert {frozenset(each) for each in people(text)} == {
        frozenset({"Edgar Pym", "Edgar", "Mr. Edgar"}),
        frozenset({"Hester Pym", "Hester", "Mrs. Hester"}),
    }


def test_a_couple_has_a_surname_even_if_it_is_also_a_given_name() -> None:
    text = (
        "Paul Pym rode out. Mr. Paul lived next door with Mrs. Paul. “Mr. Paul,” said Paul Pym. Mr. Paul frowned. "
        "Mrs. Paul smiled. Paul Pym bowed."
    )
    found = people(text)
    assert {"Mr. Paul"} in found and {"Mrs. Paul"} in found


def test_a_given_name_of_one_chapter_is_not_a_full_name_of_another() -> None:
    george = "“How do you do, George?” said Emma. Emma smiled. Emma went home and slept. George said no more."
    otway = "Emma saw Mr. George Otway at the ball. George Otway bowed to Emma. Emma laughed. Emma danced."
    between = "Emma walked. Emma read. Emma rode."
    assert {"George Otway", "Mr. George Otway"} in people(otway, between, between, george)
    assert {"George Otway", "Mr. George Otway", "George"} in people(otway, george)


def test_a_lover_says_natalie_where_the_narrator_says_natasha() -> None:
    text = (
        "Natasha came in. Natasha danced. Natasha sang.\n\n“Natalie,” he whispered, “listen.” Natasha turned away.\n\n"
        "Natasha wept.\n\n“Natalie!” he said again.\n\n“Natalie, I beg you.”\n\nNatasha ran. Natasha hid.\n\n"
        "“Natalie?” he called. “Where is Natalie?”\n\nNatasha held her breath.\n\n“Natalie!”\n\n“Natalie!”\n\n“Natalie!”\n\n"
        "“Natalie!” he cried.\n\nNatasha laughed."
    )
    assert people(text) == [{"Natasha", "Natalie"}]


def test_another_spelling_of_a_long_name_is_the_same_name() -> None:
    text = (
        "General Bonaparte advanced. Bonaparte slept little. “I hate this Buonaparte,” she said. Bonaparte won. "
        "“Monsieur Buonaparte must fall.” Bonaparte retired."
    )
    assert people(text) == [{"General Bonaparte", "Bonaparte", "Buonaparte", "Monsieur Buonaparte"}]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("bonaparte", "buonaparte", True),
        ("volkonski", "volkonsky", True),
        ("elliott", "elliot", False),
        ("merriman", "merryman", True),
        ("karagina", "kuragina", False),
        ("johnson", "johnston", False),
        ("weston", "winston", False),
    ],
)
def test_which_spellings_are_one(one: str, other: str, same: bool) -> None:
    assert is_respelt(one, other) is same


@pytest.mark.parametrize(
    "name", ["Zha’thik", "K’tharr", "Muad’Dib", "T’Pol", "al-Rashid", "Jean-Luc", "AnnaBeth"]
)
def test_names_of_other_worlds_and_countries_are_whole(name: str) -> None:
    text = f"At noon {name} came in. “I know,” said {name}. Then {name} smiled at Anna. “Go,” said {name}. Anna saw {name} go."
    assert {name} in people(text)


def test_what_is_said_with_an_apostrophe_is_nobody() -> None:
    text = "“C’mon,” said Anna. “D’you see?” asked Anna. “C’mon!” Anna smiled. “Y’know?” said Anna. “Y’all know.” “C’mon.”"
    assert people(text) == [{"Anna"}]


def test_a_company_is_nobody() -> None:
    text = (
        "Anna McCoy worked for OmniCorp. OmniCorp knew everything. “No comment,” said OmniCorp. McCoy smiled. OmniCorp "
        "said nothing more. “OmniCorp lied,” said McCoy. McCoy wept."
    )
    assert people(text) == [{"Anna McCoy", "McCoy"}]


@pytest.mark.parametrize(
    "title", ["Agent", "Ambassador", "Councillor", "Director", "Envoy", "Representative"]
)
def test_an_office_before_a_surname_names_its_bearer(title: str) -> None:
    text = (
        f"Lyra Vane came in. {title} Vane sat down. “Begin,” said {title} Lyra Vane. Anna saw Vane smile. Then {title} Vane "
        f"rose. The {title} of Mines was old, and the {title} of Mines spoke. Anna smiled."
    )
    assert people(text) == [{"Lyra Vane", f"{title} Vane", f"{title} Lyra Vane", "Vane"}, {"Anna"}]


def test_a_rank_is_hers_where_nobody_else_has_the_surname() -> None:
    eva = "Eva Rostova came in. “Begin,” said Commander Rostova. Commander Rostova looked at her crew. Eva smiled. Eva sat down. "
    assert {"Eva Rostova", "Commander Rostova", "Eva"} in people(
        eva + "Eva nodded. “Yes, Commander Rostova.” " * 5
    )
    family = (
        "Mrs. Rostova smiled. “Mother,” said Eva. Mrs. Rostova wept. Eva nodded. “Yes, Commander Rostova.” "
        * 5
    )
    assert {"Eva Rostova", "Eva"} in people(eva + family)


def test_a_rank_before_a_given_name_is_that_of_the_full_name() -> None:
    text = (
        "Captain Elias Ryker came in. “Begin,” said Captain Elias. Anna saw Elias smile. Captain Elias rose. “Ryker,” said "
        "Anna. Elias Ryker left."
    )
    assert people(text) == [
        {"Elias Ryker", "Captain Elias Ryker", "Captain Elias", "Elias", "Ryker"},
        {"Anna"},
    ]


def test_a_mister_is_not_the_daughter_whom_pronouns_show() -> None:
    text = (
        "Vexa Davin came in. "
        + "Vexa said that she knew her way. Vexa lost her hat. " * 3
        + "Mr. Davin bowed. " * 3
    )
    assert {"Mr. Davin"} in people(text)


def test_somebody_is_called_little_behind_an_article() -> None:
    text = "The Little Nugget ate. “Sure,” said the Little Nugget. I looked at the Nugget. “No,” said the Nugget. The Little Nugget sat down.\n\n"
    cast = find_cast(book_of(text * 4))
    assert [each.name for each in cast.characters] == ["the Nugget"] and cast.characters[0].mentions == 20
