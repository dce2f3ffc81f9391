"""Fathers and sons, wives and daughters, and people whose full name comes late."""

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


def told(times: int, *sentences: str) -> str:
    return "\n\n".join(sentence for _ in range(times) for sentence in sentences)


def test_a_father_stands_beside_the_son_whom_the_narrator_calls_by_his_given_name() -> None:
    text = told(10, "Charles rode out. Then Charles came home.", "Charles looked at Mr. Marsh, who slept.")
    people = people_of("Charles Marsh was young. Charles laughed.\n\n" + text)
    assert people["Mr. Marsh"] != people["Charles"] == people["Charles Marsh"]


def test_one_man_has_a_title_and_a_given_name_in_turn() -> None:
    text = told(10, "Charles rode out. Then Charles came home.", "In the town he was Mr. Marsh to everybody.")
    people = people_of("Charles Marsh was young. Charles laughed.\n\n" + text)
    assert people["Mr. Marsh"] == people["Charles"]


def test_the_only_woman_of_a_surname_is_the_wife() -> None:
    text = told(
        10,
        "Clara sang. Her voice was low, and it went through the whole of the house.",
        "At the mill they said that Mrs. Dawes was proud and would not speak to them, whatever they might do or say to her.",
    )
    assert "Mrs. Dawes" in people_of("Clara Dawes was tall.\n\n" + text)["Clara"]
    mother = told(10, "Clara sang. Her voice was low.", "Mrs. Dawes spoke to Clara. Clara was silent.")
    assert "Mrs. Dawes" not in people_of("Clara Dawes was tall.\n\n" + mother)["Clara"]


def test_who_is_not_called_by_a_given_name_has_the_surname() -> None:
    text = told(12, "Paul painted. He loved it.", "Morel came home. He was tired.")
    people = people_of("Walter Morel was a miner.\n\n" + text, "Paul Morel won a prize. Paul was glad.")
    assert people["Morel"] == people["Walter Morel"] != people["Paul"]


def test_a_full_name_may_come_late_but_not_elsewhere() -> None:
    early = told(8, "Dora played the piano. She sang.")
    assert people_of(early, early, early, "Dora Spenlow and Dora’s dog came.")["Dora"] >= {"Dora Spenlow"}
    stranger = ("They spoke of Dora Spenlow, who was rich. " * 3) + "\n\n"
    assert "Dora Spenlow" not in people_of(early, early, early, stranger).get("Dora", frozenset())


def test_a_judge_is_not_his_daughter() -> None:
    text = told(10, "Becky laughed. She ran.", "The court was full.")
    people = people_of(
        "Becky Thatcher was new in the town.\n\n" + text + "\n\nJudge Thatcher rose. Judge Thatcher sat."
    )
    assert people["Judge Thatcher"] != people["Becky"]


def test_a_lady_has_a_title_before_her_given_name() -> None:
    people = people_of(
        "Brett Ashley came in and sat down at the bar, where it was cool and dark and nobody talked. Lady Brett Ashley smiled. Lady Brett sang."
    )
    assert people["Lady Brett"] == people["Brett Ashley"]


@pytest.mark.parametrize(
    ("full", "pet"), [("Huckleberry", "Huck"), ("Bertram", "Bertie"), ("Dorothea", "Dodo")]
)
def test_a_pet_form_is_the_full_name(full: str, pet: str) -> None:
    people = people_of(
        f"{full} Marsh came. “{pet}!” they cried. {pet} laughed. {full} sat down. {pet} said nothing."
    )
    assert people[pet] == people[full]


def test_letters_left_out_belong_to_the_name() -> None:
    people = people_of(
        "Em’ly wept. “I’ll go,” said Em’ly. Cap’n Cutter came. Captain Cutter sat. Don’t! cried Em’ly."
    )
    assert {"Em’ly", "Captain Cutter"} <= people.keys() and people["Captain Cutter"] >= {"Cap’n Cutter"}


def test_a_word_that_only_opens_speeches_is_nobody() -> None:
    people = people_of("“Funny, I know him.” “Funny, so do I.” “Funny, is it not?” asked Anna. Anna smiled.")
    assert people.keys() == {"Anna"}


def test_two_fathers_make_two_people() -> None:
    people = people_of(
        "Anna Karenina came. Anna Arkadyevna smiled. Anna Arkadyevna sat down. “Anna Sergyevna!” they said. Anna Sergyevna rose."
    )
    assert people["Anna Arkadyevna"] == people["Anna Karenina"] != people["Anna Sergyevna"]
