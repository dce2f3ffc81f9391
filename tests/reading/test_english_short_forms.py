"""English short forms that no list joins: Nell is Nellie, and Ethe is Ethan to a friend."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast


def people(*chapters: str) -> list[set[str]]:
    """The names of everybody in the cast."""
    return [{each.name, *each.aliases} for each in find_cast(book_of(*chapters)).characters]


@pytest.mark.parametrize(
    ("told", "said"),
    [("Nell", "Nellie"), ("Nellie", "Nell"), ("Bess", "Bessie"), ("Tom", "Tommy"), ("Kit", "Kitty")],
)
def test_a_name_and_its_pet_form_are_one(told: str, said: str) -> None:
    text = (
        f"{told} came in. {told} was loud.\n\n“{said},” said Pike, “sit down.”\n\n{told} sat down.\n\n“Well, {said}?” asked "
        f"Pike.\n\n“Buy me a drink,” said {told}. Pike smiled.\n\n{told} drank. {said} laughed at Pike."
    )
    assert {told, said} in people(text)


@pytest.mark.parametrize(("full", "short"), [("Ethan", "Ethe"), ("Thaddock", "Thad"), ("Corvane", "Corvy")])
def test_a_friend_has_a_short_form_of_his_own(full: str, short: str) -> None:
    text = (
        f"{full} drove home. {full} was tired.\n\n“{short},” said Denis, “get down.”\n\n{full} got down.\n\n“I am cold, "
        f"{short},” said Denis.\n\n{full} nodded. “So am I,” said {full}."
    )
    assert {full, short} in people(text)


def test_a_girl_may_be_bob_to_her_brothers() -> None:
    text = (
        "Bobbie ran down the bank. She was twelve, and her sister was ten. Bobbie laughed, and she waved.\n\n“Wait, Bob,” "
        "said Peter.\n\nBobbie waited; she was tired.\n\n“Come on, Bob,” said Peter. Bobbie came. Peter laughed."
    )
    assert {"Bobbie", "Bob"} in people(text)


def test_a_father_and_his_son_whom_the_narrator_names_side_by_side_are_two() -> None:
    day = "Tom rode out with Tommy.\n\nTommy fell, and Tom picked him up.\n\nTom laughed.\n\nTommy wept, and Tom was sorry.\n\n"
    text = day + "“Go home,” said Tom. Tommy went.\n\n“Yes,” said Tommy."
    assert {"Tom"} in people(text) and {"Tommy"} in people(text)


def test_whoever_is_elsewhere_is_another() -> None:
    quiet = "\n\n".join(["It rained all day."] * 30)
    text = "Nell came in. Nell sat down. “Well?” said Nell. Nell slept. Nell woke.\n\n" + quiet
    text += "\n\nNellie ran out. “Stop!” cried Nellie. Nellie fell."
    assert {"Nell"} in people(text) and {"Nellie"} in people(text)


def test_an_absent_man_is_not_the_woman_who_is_asked_about_him() -> None:
    text = (
        "Marcy came in. She sat down.\n\n“Where is Marc?” asked Ida.\n\n“I do not know,” said Marcy. She wept.\n\n“Marc is a "
        "fool,” said Ida.\n\n“Marc said nothing,” said Marcy. Ida laughed. Marcy rose, and she went."
    )
    assert {"Marc"} in people(text) and {"Marcy"} in people(text)


def test_one_of_two_who_may_be_meant_is_neither() -> None:
    text = (
        "Corvane came in with Corvinus. Corvane sat down. Corvinus stood.\n\n“Corv,” said Ida, “come.”\n\n“Yes?” said "
        "Corvane.\n\n“Corv!” said Ida. Corvinus laughed. “Me?” said Corvinus."
    )
    assert not any({"Corv", name} <= each for each in people(text) for name in ("Corvane", "Corvinus"))


def test_two_names_of_the_lists_are_two() -> None:
    text = (
        "Mary came in. Mary sat down.\n\n“Maria,” said Pike, “come.”\n\n“No,” said Mary.\n\n“Maria!” said Pike. “Maria!” Mary "
        "rose. Pike laughed."
    )
    assert not any({"Mary", "Maria"} <= each for each in people(text))


def _days(told: str, cut: str, others: str) -> str:
    days = [
        f"{told} came down the quay. Ida saw it.\n\n“Wait,” said {cut}.\n\n{cut} was angry. {others}\n\n“Not now,” said {told}."
        for _ in range(9)
    ]
    return "\n\n".join(days)


def test_a_narrator_too_may_cut_a_name_short() -> None:
    assert {"Tambour Reed", "Tamb"} in people(_days("Tambour Reed", "Tamb", "Ida wept."))


def test_two_whom_the_narrator_often_names_together_are_two() -> None:
    text = _days("Tambour Reed", "Tamb", "Tambour Reed looked at Tamb.")
    assert {"Tamb"} in people(text)


def test_two_names_of_the_lists_are_not_cut_from_each_other() -> None:
    assert {"Joan"} in people(_days("Joanna Reed", "Joan", "Ida wept."))


def test_a_short_form_that_two_people_could_have_is_neither_one_s() -> None:
    text = (
        "Thaddock drove home. Thaddock was tired.\n\n“Thad,” said Denis, “get down.”\n\nThaddock got down.\n\n“I am cold, "
        "Thad,” said Denis.\n\nThaddock nodded. “So am I,” said Thaddock."
    )
    other = "\n\nThaddorn laughed at Denis. “Yes,” said Thaddorn. Thaddorn was old. Then Thaddorn slept."
    assert {"Thaddock", "Thad"} in people(text)
    assert {"Thad"} in people(text + other)


def test_mac_is_mac_connell_to_those_who_speak_to_him() -> None:
    pages = (
        "Hugh MacConnell sat by the fire. MacConnell smoked. “Well, Mac, was it a good house?” asked Hilda. MacConnell nodded.",
        "MacConnell took off his hat. “Mac, I am glad,” said Hilda. “Thank you,” said MacConnell. Hilda smiled at MacConnell.",
        "“Good night, Mac.” Hilda gave MacConnell her hand. MacConnell bowed.",
    )
    assert {"Mac", "MacConnell", "Hugh MacConnell"} in people(*pages)
    two = (*pages, "Angus MacPhee came in. MacPhee sat down. “Tea?” said MacPhee.")
    assert {"Mac"} in people(*two)


def test_a_title_and_surname_that_two_forms_of_one_name_could_bear_is_his() -> None:
    pages = (
        "John Bailey was in the bank. Mr. John Bailey was rich. “Good day,” said John Bailey.\n\nGertrude loved Jack Bailey. Mr. Jack Bailey "
        "was kind. “No,” said Jack Bailey.\n\nMr. Bailey came in. Mr. Bailey sat down. “Gertrude!” said Mr. Bailey. Gertrude rose.",
    ) * 3
    bailey = {"John Bailey", "Jack Bailey", "Mr. Bailey"}
    assert bailey in [names & bailey for names in people(*pages)]
