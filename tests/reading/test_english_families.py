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


def test_a_sir_who_shares_a_given_name_does_not_part_a_man_from_his_surname() -> None:
    text = told(8, "Mr. Crawford came. He was gay.", "Henry Crawford smiled. He sat down.")
    people = people_of(text, "Sir Henry was at the play. “Sir Henry thought so,” said Tom.\n\n" + text)
    assert people["Mr. Crawford"] == people["Henry Crawford"]
    assert "Sir Henry" not in people["Mr. Crawford"]


def test_an_admiral_is_not_his_nephew() -> None:
    text = told(10, "Mr. Crawford came. Henry was gay.", "Henry Crawford smiled. Mr. Crawford sat down.")
    people = people_of(text, "Admiral Crawford had a house. Admiral Crawford swore.\n\n" + text)
    assert "Admiral Crawford" not in people["Mr. Crawford"]


def test_whom_the_narrator_calls_by_a_surname_does_not_have_a_boys_given_name() -> None:
    text = told(12, "Beaver came by train. He was poor.", "John ran to his pony. He was six.")
    people = people_of("John Beaver lived with his mother.\n\n" + text, "John Andrew was asleep. " * 3 + text)
    assert people["John"] == people["John Andrew"] != people["Beaver"]


def test_a_surname_that_is_used_nearly_alone_is_somebodys() -> None:
    text = told(12, "Jaffers came in. He had a staff.", "“No,” said Jaffers.")
    people = people_of("Mr. J. A. Jaffers was the constable. Mr. Bobby Jaffers was late.\n\n" + text)
    assert any("Jaffers" in forms for forms in people.values())


def test_a_role_needs_no_article_where_it_is_often_used_with_one() -> None:
    text = told(6, "“Kemp!” said the Invisible Man. He was invisible, and no man saw him.")
    people = people_of(text + "\n\nKemp came. “I am an Invisible Man,” he said. “Invisible!” said Kemp.")
    assert people.keys() == {"Kemp", "the Invisible Man"}


def test_the_mother_is_the_woman_who_is_not_called_miss() -> None:
    text = told(
        8,
        "Fannie cooked. She sang.",
        "Miss Kitty sang. She danced.",
        "It was a long day, and nobody came to see them or to ask how they were.",
        "Mrs. Hamilton wept. She sat down.",
        "It rained all night, and the whole house was quiet until the morning came.",
    )
    people = people_of("Fannie Hamilton was his wife. Kitty Hamilton was their girl.\n\n" + text)
    assert people["Mrs. Hamilton"] == people["Fannie Hamilton"] != people["Kitty Hamilton"]


def test_a_place_where_people_go_is_nobody() -> None:
    text = told(4, "They went to Hunsford and stayed at Hunsford. Anna smiled.")
    assert people_of(text + "\n\nThen Hunsford came in sight. Hunsford came nearer.").keys() == {"Anna"}


def test_whoever_is_only_in_a_saying_is_nobody() -> None:
    text = told(6, "Jacky came in. She sat down.")
    people = people_of(text + "\n\n“Before you could say Jack Robinson,” said Jacky.")
    assert people.keys() == {"Jacky"}


def test_a_surname_that_stands_alone_once_is_nobodys_where_a_daughter_is_named_far_more_often() -> None:
    text = (
        "Miss Wynter read. Celia Wynter wrote. Miss Wynter slept. " * 8
        + "Mr. Wynter rose. Mr. Wynter sat down. "
    )
    cast = find_cast(book_of(text + "The telegram said: Writing. Wynter. He read it."))
    assert all("Wynter" not in (each.name, *each.aliases) for each in cast.characters)
    assert "Wynter" in cast.ambiguous


def test_the_father_of_the_last_chapter_is_not_the_son_who_was_named_in_full_long_ago() -> None:
    son = "James Orr came of poor people. James Orr left home. James Orr took another name. "
    father = (
        "Henry C. Orr had come. Mr. Orr wept. “My boy,” said Mr. Orr. Mr. Orr sat down. “Yes,” said Mr. Orr. "
    )
    found = find_cast(book_of(son, "Nobody came.", "Nobody went.", father)).characters
    assert {"Henry C. Orr", "James Orr"} <= {each.name for each in found}
    assert all("Mr. Orr" not in each.aliases for each in found if each.name == "James Orr")


def test_a_title_is_still_his_who_is_named_in_full_near_it() -> None:
    text = "James Orr came. Mr. Orr sat down. “Yes,” said Mr. Orr. James Orr laughed. Mr. Orr left. "
    found = find_cast(book_of(text, "Nobody came.", text)).characters
    assert [each.name for each in found] == ["James Orr"]


@pytest.mark.parametrize(
    "stated",
    [
        "Clara, Mrs. Marsh’s daughter, came in with the lamp.",
        "Mrs. Marsh's only daughter, Clara, came in with the lamp.",
        "Clara, the younger sister of Mrs. Marsh, came in with the lamp.",
    ],
)
def test_whom_the_text_calls_a_relative_is_another_person(stated: str) -> None:
    later = "The wind rose over the harbour, and for a long while nobody came to the house at all."
    text = told(
        6, "Mrs. Marsh lay in bed. “I am cold,” said Mrs. Marsh.", later, "Clara laughed at the door.", later
    )
    text += "\n\nAt the fair Clara Marsh won a prize. Clara Marsh was proud."
    without = people_of(text)
    assert without["Mrs. Marsh"] == without["Clara"], "nothing tells them apart"
    people = people_of(f"{stated}\n\n{text}")
    assert people["Mrs. Marsh"] != people["Clara"] == people["Clara Marsh"]


def test_a_wife_who_is_called_after_her_husband_makes_no_surname_of_his_given_name() -> None:
    found = people_of(
        told(6, "Godfrey Lowe rode home.", "Mr. Godfrey was late.", "Godfrey sat down."),
        "“Good morning, Mr. Godfrey,” said the cook. Mr. Godfrey Lowe nodded. Mrs. Godfrey Lowe came in. Mrs. Godfrey Lowe smiled.",
    )
    assert "Mr. Godfrey" in found["Godfrey Lowe"]


def test_a_doctor_is_neither_his_cousin_nor_the_boy_of_the_house() -> None:
    text = told(
        8,
        "Mr. Marsh read a letter. “Leave it,” said Mr. Marsh.",
        "Colin laughed. Colin threw a ball to the dog, and Colin ran.",
        "Dr. Marsh looked at his watch. Then Dr. Marsh went away.",
    )
    people = people_of("Colin Marsh was ten years old. Colin was ill.\n\n" + text)
    assert people["Dr. Marsh"] == {"Dr. Marsh"}


def test_whoever_says_their_name_has_it() -> None:
    text = told(
        10, "Venters rode on. “Ho,” said Venters.", "“Stay, Bern,” said Anna. Bern stayed, and Anna smiled."
    )
    people = people_of(text + "\n\n“Who are you?”\n\n“My name’s Bern Venters,” he said.")
    assert people["Bern"] == people["Venters"] == people["Bern Venters"]
    apart = people_of(
        text + "\n\nThere was no love between Bern Venters and the dog.".replace("Bern V", "Bern, V")
    )
    assert apart["Bern"] != apart["Venters"]


def test_the_only_wife_of_a_family_has_her_husbands_name_too() -> None:
    text = told(
        12,
        "Mrs. Dorset yawned. “No,” said Mrs. Dorset.",
        "Nobody had come up the road since noon, and the rain went on and on. At last Bertha Dorset smiled.",
        "The cards were old, and one of them was missing, which nobody in the house had seen.",
        "George Dorset watched the cards. George lost.",
    )
    card = "\n\nThe card of Mrs. George Dorset lay on a tray. Mrs. George Dorset was at home."
    assert "Mrs. George Dorset" in people_of(text + card)["Mrs. Dorset"]
    brother = told(3, "Henry Dorset laughed. “Yes,” said Henry Dorset.")
    assert "Mrs. George Dorset" not in people_of(text + card + "\n\n" + brother)["Mrs. Dorset"]


def test_a_father_beside_several_sons() -> None:
    """Not all of them are named as often as he is."""
    sons = told(20, "Paul painted. He loved it.", "Walter wrote.") + told(6, "Arthur ran. He was small.")
    text = told(14, "Morel came home. He was tired.")
    people = people_of(
        "John Morel was a miner. Paul Morel, Walter Morel and Arthur Morel were his sons.\n\n" + text,
        sons + "\n\nPaul Morel won a prize. Walter Morel was glad. Arthur Morel slept.",
    )
    assert people["Morel"] == people["John Morel"]


def test_a_marquis_is_somebody_though_his_title_ends_like_many() -> None:
    text = told(6, "The Marquis came in. “Sit down,” said the Marquis.", "Peter rose.")
    assert "the Marquis" in people_of(text)
    named = told(6, "M. de Brie came in. “No,” said M. de Brie.") + "\n\nThe Marquis de Brie was old. "
    assert "the Marquis" in people_of(named + text)["M. de Brie"]
