"""People of an English book who say who they are, become wives, or stand in parentheses after another name."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast


def people(*chapters: str) -> list[set[str]]:
    """The names of everybody in the cast."""
    return [{each.name, *each.aliases} for each in find_cast(book_of(*chapters)).characters]


def together(found: list[set[str]], one: str, other: str) -> bool:
    """Whether two names are one person's."""
    return any({one, other} <= names for names in found)


_FOX = "The Fox said nothing. “Go,” said the Fox. “Stay,” the Fox said. Then the Fox slept. "
_MARA = "Mara said no. Mara went home. “Mara!” he cried. Mara smiled. "


@pytest.mark.parametrize(
    "introduction",
    [
        "“My name is Mara,” said the Fox.",
        "“My real name is Mara,” said the Fox.",
        "“I am Mara,” the Fox replied.",
        "“I’m Mara,” answered the Fox, “and you are late.”",
        "“Call me Mara!” cried the Fox.",
        "“They call me Mara,” said the Fox.",
        "There stood the Fox, whose name was Mara.",
        "“I shall come,” said the Fox. “My name is Mara, and I am not proud.”",
        "“Good day,” the Fox said, sitting down; “they call me Mara.”",
        "“Who am I?” asked the Fox. “Why, my dear child, I am Mara!”",
    ],
)
def test_who_says_their_name_has_it(introduction: str) -> None:
    assert together(people(_FOX, introduction + " " + _MARA), "the Fox", "Mara")


@pytest.mark.parametrize(
    "speech",
    [
        "“I am no Mara,” said the Fox.",
        "“I am Mara’s friend,” said the Fox.",
        "“I am looking for Mara,” said the Fox.",
        "“I know that my name is not Mara,” said the Fox.",
        "“I am here, Mara,” said the Fox.",
        "“My name is nothing to Mara,” said the Fox.",
        "“I shall come,” said the Fox. “I am Mara’s friend.”",
        "“I shall come,” said the Fox. “And you?” “My name is Mara.”",
        "“I shall come,” said the Fox. “My name you know, Mara.”",
        "He looked at the Fox. “My name is Mara.”",
    ],
)
def test_who_says_another_name_does_not_have_it(speech: str) -> None:
    assert not together(people(_FOX, speech + " " + _MARA), "the Fox", "Mara")


def test_two_full_names_are_two_people_whatever_one_of_them_says() -> None:
    text = "Ivor Bell said yes. Ivor Bell sat down. “I am Colm Reade,” said Ivor Bell. Colm Reade said no. Colm Reade left."
    assert not together(people(text), "Ivor Bell", "Colm Reade")


def test_another_name_may_stand_in_parentheses() -> None:
    text = (
        "Mrs. Cotter (Aunt Ada) sat down. Mrs. Cotter said no. “Aunt Ada!” he cried. Mrs. Cotter smiled. “Aunt Ada is "
        "kind,” he said."
    )
    assert together(people(text), "Mrs. Cotter", "Aunt Ada")


def test_a_player_and_the_part_are_two() -> None:
    text = "Tom Harding (Robin Hood) bowed. Tom Harding said no. Robin Hood said yes. Tom Harding left. Robin Hood laughed."
    assert not together(people(text), "Tom Harding", "Robin Hood")


def _wedding(her: str, him: str, wife: str) -> tuple[str, ...]:
    """She is courted, marries him, and has his name from then on."""
    courted = [
        f"{her} said that the day was fine. {him} and {her} walked by the river. {her} smiled, and {him} said so. "
        f"Later {her} wrote a letter."
        for _ in range(4)
    ]
    married = [
        f"{wife} said that the house was cold. {him} agreed. {wife} rang for tea. {wife} smiled. {him} went out."
        for _ in range(4)
    ]
    between = f"{her} was married on Monday. {him} was late. “Dear {wife}!” said the vicar."
    return (*courted, between, *married)


@pytest.mark.parametrize(
    ("her", "him", "wife"),
    [
        ("Miss Hale", "Mr. Penrose", "Mrs. Penrose"),
        ("Miss MacRae", "Mr. MacIver", "Mrs. MacIver"),
        ("Miss Banerjee", "Mr. Chatterjee", "Mrs. Chatterjee"),
        ("Mlle. Duval", "M. Perrin", "Mme. Perrin"),
    ],
)
def test_a_bride_keeps_who_she_is(her: str, him: str, wife: str) -> None:
    assert together(people(*_wedding(her, him, wife)), her, wife)


def test_a_mother_in_law_is_not_the_bride() -> None:
    """Both names go on side by side."""
    chapters = [
        "Miss Hale said that the day was fine. Mr. Penrose and Miss Hale walked by the river. Mrs. Penrose watched Mr. "
        "Penrose. Miss Hale smiled. Mrs. Penrose said no."
    ] * 6
    assert not together(people(*chapters), "Miss Hale", "Mrs. Penrose")


def test_a_friend_of_the_couple_who_leaves_is_not_the_bride() -> None:
    first = "Miss Hale said no. Miss Hale and Mr. Orme walked out. Mr. Penrose read. Miss Hale smiled. Mr. Orme sighed."
    then = "Mrs. Penrose said that the house was cold. Mr. Penrose agreed. Mrs. Penrose rang. Mrs. Penrose smiled."
    assert not together(people(*[first] * 4, first + " " + then, *[then] * 4), "Miss Hale", "Mrs. Penrose")


def test_a_given_name_that_the_narrator_goes_on_using_is_not_given_up() -> None:
    """A narrator who says Ralph and Nora would go on saying Nora: Mrs. Denham, who comes late, is his mother."""
    first = "Nora Hale said no. Ralph and Miss Hale walked out. Ralph Denham smiled. Miss Hale sang. Ralph sighed."
    then = "Mrs. Denham said that the house was cold. Ralph agreed. Mrs. Denham rang. Mrs. Denham smiled at Ralph."
    assert not together(people(*[first] * 4, first + " " + then, *[then] * 4), "Miss Hale", "Mrs. Denham")


def test_old_mrs_is_the_one_who_is_called_old() -> None:
    both = (
        "Old Mrs. Manson Orme said no. Mrs. Lovell Orme said yes. The house was cold. ",
        "Old Mrs. Orme rang for tea. Old Mrs. Orme was tired. ",
    )
    text = "\n\n".join(both * 4)
    found = people(text)
    assert together(found, "Mrs. Orme", "Mrs. Manson Orme")
    assert not together(found, "Mrs. Orme", "Mrs. Lovell Orme")


def test_an_officer_is_promoted() -> None:
    before = (
        "Lieutenant Marsh said no. Lieutenant Marsh rode out. The road was long. Lieutenant Marsh smiled."
    )
    after = "Captain Marsh said no. Captain Marsh rode out. The road was long. Captain Marsh smiled."
    assert together(people(*[before] * 4, *[after] * 4), "Lieutenant Marsh", "Captain Marsh")


def test_two_officers_of_one_family_stay_two() -> None:
    both = "Lieutenant Marsh said no. Captain Marsh rode out. The road was long. Captain Marsh and Lieutenant Marsh smiled."
    assert not together(people(*[both] * 8), "Lieutenant Marsh", "Captain Marsh")


def test_a_captain_is_not_the_brother_who_is_named_in_full() -> None:
    """Hugh, whom everybody calls Hugh, is as likely the captain."""
    text = (
        "Hugh Vere sat down. Piers Vere said no. Piers Vere smiled. Hugh rode out. Hugh said yes. Piers Vere wrote. Hugh "
        "laughed. Hugh sang. “Captain Vere is here,” said the maid. “Captain Vere!” she cried. Piers Vere left."
    )
    assert not together(people(text), "Captain Vere", "Piers Vere")


def test_an_earls_daughter_is_not_her_mother() -> None:
    """Lady Blanche Vere is never Lady Vere, where the book names both side by side."""
    text = (
        "Lady Blanche Vere was eighteen. Lady Vere and Lady Blanche drove out. Lady Vere sighed.\n\n"
        "Lady Blanche said no, and Lady Vere said yes.\n\nLady Vere looked at Lady Blanche. Lady Blanche wept.\n\n"
        "Lady Vere rang, and Lady Blanche came.\n\nLady Vere slept."
    )
    assert not together(people(text), "Lady Vere", "Lady Blanche")


def test_one_lady_has_a_given_name_and_a_surname() -> None:
    road = "\n\nThe road was long and white, and nobody had swept the leaves from it since the fair in autumn.\n\n"
    text = road.join(
        (
            "Lady Blanche Vere was eighty.",
            "Lady Vere drove out.",
            "Lady Blanche said no.",
            "Lady Vere sighed.",
            "“Lady Blanche!” he cried.",
            "Lady Vere slept.",
        )
    )
    assert together(people(text), "Lady Vere", "Lady Blanche")


@pytest.mark.parametrize(
    "reply", ["Rowan nodded and went out.", "Rowan replied with a bow.", "“Yes,” said Rowan."]
)
def test_who_is_spoken_to_and_does_something_answers(reply: str) -> None:
    scene = (
        "Imogen rang the bell.\n\n“Sit down, Mr. Thackeray,” said Imogen.\n\n"
        + reply
        + "\n\nThe clock struck. Rowan "
        "slept. Imogen smiled."
    )
    assert together(people(*[scene] * 4), "Mr. Thackeray", "Rowan")


def test_who_comes_in_later_does_not_answer() -> None:
    scene = (
        "Imogen rang the bell.\n\n“Sit down, Mr. Thackeray,” said Imogen.\n\nThe clock struck.\n\nRowan nodded and slept. "
        "Imogen smiled. Rowan went out."
    )
    assert not together(people(*[scene] * 4), "Mr. Thackeray", "Rowan")


@pytest.mark.parametrize(
    "told",
    [
        "James Orr—that was really, or at least in law, his name.",
        "James Orr (such was his name) did.",
        "James Orr, which was his real name, rose.",
    ],
)
def test_a_name_of_which_the_book_says_that_it_is_his_is_that_of_whoever_was_named_last(told: str) -> None:
    dell = "Dell gave a party. “Drink,” said Dell. Nobody knew Dell. Dell smiled. "
    assert together(people(dell + told + " James Orr had left home."), "Dell", "James Orr")


def test_what_was_somebody_elses_name_joins_nobody() -> None:
    dell = "Dell gave a party. “Drink,” said Dell. Nobody knew Dell. Dell smiled. "
    assert not together(
        people(dell + "James Orr—that was the butler—came in. James Orr left."), "Dell", "James Orr"
    )


def test_who_answers_to_a_name_may_otherwise_be_known_by_what_he_is() -> None:
    text = (
        "The Bargee swore. “Get off,” said the Bargee.\n\n“Bill!” cried his wife. “Leave him, Bill.”\n\n“I will not,” said "
        "the Bargee.\n\n“Bill, come home,” said the woman.\n\n“All right,” said the Bargee. The Bargee spat."
    )
    assert people(text) == [{"the Bargee", "Bill"}]


def test_a_cat_that_is_talked_of_is_not_the_bird_that_answers() -> None:
    text = (
        "“I wish I had Dinah here,” said Ada.\n\n“Who is Dinah?” asked the Lory.\n\n“Dinah is our cat,” said Ada.\n\n“Dinah "
        "eats birds!” said the Lory. The Lory shrieked.\n\n“Dinah is far away,” said Ada. The Lory left."
    )
    found = people(text)
    assert not any({"the Lory", "Dinah"} <= each for each in found)


@pytest.mark.parametrize(
    "told",
    [
        "Ada became Mrs. Rusk.",
        "Ada had become Mrs. Rusk.",
        "Ada was now Mrs. Rusk.",
        "In May Ada had duly become Mrs. Rusk.",
    ],
)
def test_who_became_somebodys_wife_has_his_name(told: str) -> None:
    text = f"Ada laughed. “Yes,” said Ada. Mr. Rusk bowed. {told} Mrs. Rusk smiled. “Well,” said Mr. Rusk. Ada wept."
    assert {"Ada", "Mrs. Rusk"} in people(text)


@pytest.mark.parametrize(
    "told",
    [
        "If Ada became Mrs. Rusk, he would go.",
        "He dreamt that Ada was now Mrs. Rusk.",
        "Ada might have become Mrs. Rusk.",
        "Ada became Mrs. Rusk’s maid.",
    ],
)
def test_who_does_not_become_his_wife_is_another(told: str) -> None:
    text = f"Ada laughed. “Yes,” said Ada. Mr. Rusk bowed. {told} Mrs. Rusk smiled. “Well,” said Mr. Rusk. Ada wept."
    assert {"Ada"} in people(text)


@pytest.mark.parametrize(("age", "one_person"), [("old ", False), ("", True)])
def test_old_mrs_lee_is_not_her_daughter(age: str, *, one_person: bool) -> None:
    annie = "Annie Orme laughed. Annie shut the door. Annie took her hat and Annie went down to the quay. Annie sang. "
    mother = (
        f"When it was late {age}Mrs. Orme said no. He bowed to {age}Mrs. Orme. Then {age}Mrs. Orme smiled. "
    )
    assert together(people(annie, mother, annie), "Annie Orme", "Mrs. Orme") == one_person


@pytest.mark.parametrize("aside", ["—Mellersh was Mr. Wilkins—", " (Mellersh was Mr. Wilkins) "])
def test_an_aside_says_who_somebody_is(aside: str) -> None:
    text = f"She thought of what Mellersh{aside}had said. Mr. Wilkins came in. “No,” said Mellersh. Mellersh sat. Mr. Wilkins ate."
    assert together(people(text), "Mellersh", "Mr. Wilkins")
    assert not together(people(text.replace("Mellersh was", "Mellersh saw")), "Mellersh", "Mr. Wilkins")
