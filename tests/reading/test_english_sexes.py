"""Given names that women and men have: what the text says of somebody wins over the lists."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_books import book_of

from fabula.languages.en.given_names import gender_of
from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.reading import Character
from fabula.reading.speech.genders import genders


def bearer(text: str, form: str) -> Character:
    """The one person with this name."""
    found = [each for each in find_cast(book_of(text)).characters if form in (each.name, *each.aliases)]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("given", ["Jordan", "Evelyn", "Leslie", "Robin", "Sidney", "Cameron"])
def test_miss_moss_is_she_whose_given_name_men_have_too(given: str) -> None:
    text = (
        f"Miss Moss lay on the sofa. “Good evening,” said Miss Moss. That was {given} Moss, the golfer. {given} yawned. "
        f"She looked at {given} again. “Sit down, {given}.” Miss Moss rose. {given} went to bed, and Miss Moss was seen no more."
    )
    assert "Miss Moss" in (one := bearer(text, f"{given} Moss")).aliases
    assert one.gender == "f"


@pytest.mark.parametrize("given", ["Jordan", "Evelyn", "Leslie", "Robin", "Sidney", "Cameron"])
def test_and_so_is_mister_moss(given: str) -> None:
    text = (
        f"Mr. Moss lay on the sofa. “Good evening,” said Mr. Moss. That was {given} Moss, the golfer. {given} yawned. "
        f"He looked at {given} again. “Sit down, {given}.” Mr. Moss rose. {given} went to bed, and Mr. Moss was seen no more."
    )
    assert "Mr. Moss" in (one := bearer(text, f"{given} Moss")).aliases
    assert one.gender == "m"


@pytest.mark.parametrize(
    ("short", "whole", "pronoun"),
    [
        ("Matt", "Mattie", "she"),
        ("Matt", "Matthew", "he"),
        ("Phil", "Phyllis", "she"),
        ("Phil", "Philip", "he"),
        ("Theo", "Theodora", "she"),
        ("Bobbie", "Roberta", "she"),
        ("Mag", "Maggie", "she"),
        ("Jim", "Jimmie", "he"),
    ],
)
def test_a_short_form_of_two_names_is_the_one_that_the_book_has(short: str, whole: str, pronoun: str) -> None:
    told = "\n\n".join(f"{whole} went on. Then {pronoun} sat down by the road." for _ in range(8))
    said = "\n\n".join(f"“Come here, {short}!” cried Silas." for _ in range(4))
    text = f"{told}\n\n{said}\n\n{told}\n\n{said}"
    assert short in bearer(text, whole).aliases


def test_a_farmers_wife_does_not_lend_him_her_name() -> None:
    text = (
        "Mr. Pell stood in the road. “Good day,” said Mr. Pell. Mr. Pell had a mare. Mr. Pell had a wife, too. "
        "“My wife,” said Mr. Pell, “was Beulah Pell before anybody else was.” Beulah Pell laughed. Mr. Pell drove on."
    )
    assert bearer(text, "Mr. Pell").name == "Mr. Pell"
    assert gender_of("Beulah") == "f"


def test_a_short_form_with_a_narrator_who_thinks_in_it_is_the_only_one_it_can_be() -> None:
    told = "\n\n".join("Mattie Silver went on. Mattie sat down. She laughed at Ethan." for _ in range(6))
    said = "\n\n".join(
        "“Oh, Matt!” said Ethan. He saw her. He thought of Matt, and of Mattie's face." for _ in range(6)
    )
    assert "Matt" in bearer(f"{told}\n\n{said}\n\n{told}", "Mattie Silver").aliases


def test_a_latin_ending_is_a_man_s_name_and_no_miss_bears_it() -> None:
    cast = find_cast(
        book_of(
            "The library was a gift of Honorius Marchbank, who had died young. Nobody read his book. “Honorius Marchbank built it,” "
            "said Anna. Miss Marchbank came in. Miss Marchbank kept the keys. “Good morning,” said Miss Marchbank."
        )
    )
    shown = {each.name: (each.gender, each.aliases) for each in cast.characters}
    assert shown["Honorius Marchbank"] == ("m", ())
    assert shown["Miss Marchbank"] == ("f", ())


def test_pronouns_that_nearly_always_say_otherwise_outweigh_a_name() -> None:
    book = book_of(
        "Carol came in and put down her cup. Then Carol shut her book. Later Carol rubbed her eyes. Carol found her coat. Carol "
        "lost her hat. “Well,” said Carol. Edgar slept. “No,” said Edgar. Edgar rose. Carol left."
    )
    edited = replace(
        book,
        chapters=tuple(replace(each, text=each.text.replace(" her ", " his ")) for each in book.chapters),
    )
    for one, shown in ((book, "f"), (edited, "m")):
        cast = find_cast(one)
        rules = one.language
        found = genders(parse(one), cast, rules.names, rules.speech.cues)
        assert found[[each.name for each in cast.characters].index("Carol")] == shown


def test_the_surname_hope_is_no_womans() -> None:
    text = "Archie Hope came in. “Well,” said Archie. Archie sat down. “Good day, Mr. Hope,” said Lucy.\n\nHope laughed, and then Hope read. Hope slept.\n\n"
    future = "“And when you are Mrs. Hope?” said Lucy. Lucy laughed at Archie.\n\n"
    cast = find_cast(book_of(text * 6 + future * 2))
    (archie,) = (each for each in cast.characters if each.name == "Archie Hope")
    assert "Mr. Hope" in archie.aliases and "Hope" not in {each.name for each in cast.characters}
    assert not any({"Hope", "Mrs. Hope"} <= {each.name, *each.aliases} for each in cast.characters)
