"""How an English book calls wives, officers and girls with two names, and whom it calls by a first name that is on no list."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast


def people_of(*chapters: str) -> dict[str, frozenset[str]]:
    """Every name of the cast -> all names of its bearer."""
    each_ones = [
        frozenset((one.name, *one.aliases)) for one in find_cast(book_of(*chapters, "The end.")).characters
    ]
    return {form: forms for forms in each_ones for form in forms}


def gender(name: str, *chapters: str) -> str:
    cast = find_cast(book_of(*chapters, "The end."))
    return next(one.gender for one in cast.characters if name in (one.name, *one.aliases))


def told(times: int, *sentences: str) -> str:
    return "\n\n".join(sentence for _ in range(times) for sentence in sentences)


TOWN = told(
    2,
    "Mrs. Luke Hanson said no. Mrs. George Orton laughed. Mrs. Peter Dahl nodded.",
    "Mrs. Hanson said that it was late. Mrs. Orton agreed. Mrs. Dahl rose.",
)
"""A town whose wives are called by their husbands' names."""


def test_a_custom_shows_whose_a_given_name_is() -> None:
    chet = told(4, "Chet Marbury came in. Then Chet Marbury said that it was cold.")
    wife = told(3, "Mrs. Chet Marbury said no. Later Mrs. Marbury smiled.")
    people = people_of(TOWN, chet, wife)
    assert "Mrs. Chet Marbury" not in people["Chet Marbury"]
    assert "Mrs. Marbury" in people["Mrs. Chet Marbury"]


def test_pronouns_show_whose_a_given_name_is() -> None:
    lyman = told(4, "Lyman Cass came in. He shook his hat, and he sat down.")
    wife = told(3, "Mrs. Lyman Cass said no.")
    people = people_of(lyman, wife)
    assert "Mrs. Lyman Cass" not in people["Lyman Cass"]
    assert gender("Lyman Cass", lyman, wife) == "m"


def test_without_a_custom_a_widow_keeps_her_own_name() -> None:
    almiry = told(5, "Almiry Todd came in. She shook her hat, and she sat down.", "Mrs. Almiry Todd said no.")
    assert "Mrs. Almiry Todd" in people_of(almiry)["Almiry Todd"]


def test_the_only_wife_of_a_town_is_called_both_ways() -> None:
    assert "Mrs. Hanson" in people_of(TOWN)["Mrs. Luke Hanson"]


def test_a_mother_in_law_is_not_the_wife() -> None:
    """Where few wives are called so, Mrs. Martin is Robert's mother."""
    text = (
        told(6, "Mrs. Martin said no. Robert Martin went out.")
        + "\n\nMrs. Robert Martin wrote. Mrs. Robert Martin was young."
    )
    assert "Mrs. Robert Martin" not in people_of(text)["Mrs. Martin"]


def test_half_of_a_double_name_is_the_girl() -> None:
    text = told(
        6,
        "Then Elizabeth-Jane said that she was cold. The rain fell.",
        "Elizabeth came home. Her mother slept.",
    )
    assert "Elizabeth" in people_of("Elizabeth-Jane Newson was tall.\n\n" + text)["Elizabeth-Jane"]
    other = "Elizabeth Marsh laughed. Elizabeth Marsh sang. Elizabeth Marsh wept.\n\n"
    people = people_of("Elizabeth-Jane Newson was tall.\n\n" + other + text)
    assert people.get("Elizabeth") != people["Elizabeth-Jane"]


def test_of_a_captain_and_a_colonel_the_colonel_is_the_father() -> None:
    text = told(
        12,
        "Edward rode out. Edward was tired.",
        "In the club Captain Ashe was well known.",
        "Edward Ashe smiled.",
    ) + told(4, "Colonel Ashe had died in the war.")
    people = people_of(text)
    assert "Captain Ashe" in people["Edward Ashe"]
    assert "Colonel Ashe" not in people["Edward Ashe"]


def test_mr_superintendent_is_the_only_superintendent() -> None:
    text = told(4, "Superintendent Seegrave came in.", "“Sit down, Mr. Superintendent,” said Anna.")
    assert "Mr. Superintendent" in people_of(text + told(3, "Anna rose."))["Superintendent Seegrave"]


def test_a_first_name_on_no_list_is_known_from_the_full_name() -> None:
    full = told(5, "Vida Sherwin came in. She laughed.")
    text = full + "\n\nWhen the rain fell Vida went home. It was late, and to Vida it seemed cold."
    assert "Vida" in people_of(text)["Vida Sherwin"]


def test_a_prairie_is_nobody() -> None:
    text = told(8, "Gopher Prairie slept. The train came to Gopher Prairie.", "Gopher Prairie said nothing.")
    assert "Gopher Prairie" not in people_of(text + told(3, "Anna rose. Anna sang."))


@pytest.mark.parametrize(
    ("speech", "one"),
    [
        ("“You will stop calling me Mrs. Orme. Suzy will be much better.”", True),
        ("“Don’t call me Mrs. Orme. Call me Suzy.”", True),
        ("“Never call me Mrs. Orme, please. I’m Suzy.”", True),
        ("“He calls me Mrs. Orme. Suzy is asleep.”", False),
    ],
)
def test_who_will_not_be_called_so_says_how(speech: str, one: bool) -> None:
    text = (
        told(4, "Mrs. Orme came in.", "The bell rang.")
        + f"\n\n{speech}\n\n"
        + told(4, "Suzy rose. Suzy sang.")
    )
    people = people_of(text)
    assert ("Suzy" in people["Mrs. Orme"]) is one
