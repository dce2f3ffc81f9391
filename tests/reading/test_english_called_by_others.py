"""English people whom the narrator calls otherwise than others do, and people whose names are also words."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast


def people(*chapters: str) -> list[set[str]]:
    """The names of everybody in the cast."""
    return [{each.name, *each.aliases} for each in find_cast(book_of(*chapters)).characters]


def paragraphs(*each: str) -> str:
    return "\n\n".join(each)


OFFICE = paragraphs(
    "Toby looked up from the ledger.",
    "“The figures are late again, Mr. Haldane,” said the clerk.",
    "“They will be ready tonight.”",
    "“Mr. Haldane, the bank will not wait.”",
    "Toby laid down his pen and went to the window.",
)
STREET = paragraphs(
    "Mr. Pryor walked to the harbour with his dog.",
    "The fog lay on the water.",
    "Mr. Pryor counted the masts. Nobody spoke to him.",
    "He thought of what he had been told about Mr. Haldane, and went home.",
    "It began to rain, and the lamps were lit.",
    "The streets were empty.",
    "He slept badly.",
)
HOME = paragraphs("Toby laughed at dinner. His mother passed him the bread.", "“Eat, Toby,” she said.")


def test_who_is_there_when_others_say_mister_has_the_name() -> None:
    assert {"Toby", "Mr. Haldane"} in people(*[paragraphs(STREET, OFFICE, STREET, HOME)] * 4)


def test_whom_the_narrator_names_by_it_where_it_is_said_has_the_name_alone() -> None:
    reply = paragraphs(OFFICE, "Mr. Haldane frowned. Toby had never seen him so.")
    assert {"Mr. Haldane"} in people(*[paragraphs(STREET, reply, STREET, HOME)] * 4)


def test_of_two_who_are_there_neither_has_the_name() -> None:
    both = OFFICE.replace("Toby looked", "Oscar sat by Toby, who looked")
    home = HOME.replace("His mother", "Oscar was late. His mother")
    assert {"Mr. Haldane"} in people(*[paragraphs(STREET, both, STREET, home)] * 4)


@pytest.mark.parametrize("name", ["May", "Faith", "Otter", "Bran", "Nurse", "Papa", "Father"])
def test_who_speaks_is_somebody_though_the_name_is_also_a_word(name: str) -> None:
    scene = paragraphs(
        f"{name} came in from the garden and sat down by the fire.",
        f"“What have you there, {name}?” said Mrs. Pargeter.",
        f"“Nothing,” said {name}. “I may have walked to the river.”",
        f"“You never told me,” Mrs. Pargeter said. But {name} said no more.",
        f"They spoke of {' and of '.join([name.lower()] * 9)}, and whether it may rain. It may. It may not.",
    )
    assert [{name}, {"Mrs. Pargeter"}] == people(*[scene] * 6)


def test_a_month_in_which_nobody_speaks_is_nobody() -> None:
    scene = "In May Anna went to the sea. “May is cold,” said Anna. In May it may rain, and Anna may stay until May."
    assert people(*[scene] * 6) == [{"Anna"}]


def test_an_office_before_a_name_is_no_part_of_it() -> None:
    text = (
        "Nadir Shah came in. “Sit down, Mr. Nadir Shah,” said Anna. Nadir Shah sat down. Pleader Nadir Shah was a proud man. "
        "Nadir Shah laughed. “Mr. Nadir Shah!” said Anna. The friends of Nadir Shah went home, and Nadir Shah slept."
    )
    assert people(text) == [{"Nadir Shah", "Mr. Nadir Shah"}, {"Anna"}]


def test_a_surname_of_two_words_stays_whole() -> None:
    text = (
        "Jenny Abdul Akbar came in. “Sit down, Princess Abdul Akbar,” said Anna. Jenny sat down. “Are you Princess Abdul "
        "Akbar?” said Anna. Jenny laughed. Jenny Abdul Akbar was tired, and Anna smiled."
    )
    assert any({"Jenny Abdul Akbar", "Princess Abdul Akbar"} <= each for each in people(text))


def test_the_wife_of_julius_is_not_called_julius() -> None:
    text = (
        "Julius Farnham rose. Mrs. Farnham rang for tea. “Julius,” said Mrs. Farnham, “sit down.” Julius Farnham did. "
        "Mrs. Julius Farnham gave a ball, and Mrs. Farnham danced. Farnham did not. “Mr. Farnham!” said Anna."
    )
    found = people(text)
    assert {"Julius Farnham", "Julius", "Farnham", "Mr. Farnham"} in found
    assert {"Mrs. Farnham"} in found


def test_a_mother_is_not_the_wife_of_a_son_who_is_mostly_called_by_his_given_name() -> None:
    chapter = (
        "Mrs. Musard rang for tea. Charles sat down beside Anna. “Mrs. Charles Musard is late,” said Clara. Charles laughed. "
        "Mrs. Musard went out with Clara. “Mrs. Charles Musard is here,” said Anna, and Charles Hart came in with Charles Musard."
    )
    assert {"Mrs. Musard"} in people(*[chapter] * 5)


VISIT = paragraphs(
    "I was in bed when the telephone rang. It was Prentice, of course.",
    "“Are you there, Corley, old man?” said Prentice.",
    "“I am,” I said. “What is it?”",
    "Prentice coughed. I heard Prentice put down his cup. “Come at once, Cork,” he said.",
    "“I shall,” I said. I dressed and went out, and I met Ada at his door.",
    "“You are late, Mr. Corley,” said Ada.",
    "“I know,” said I. “I could not find my hat, and I had to walk.”",
    "“Cork!” cried Prentice. “You look ill.”",
    "“I am ill,” I said.",
)


def test_whoever_answers_as_i_has_the_names_that_i_answers_to() -> None:
    cast = find_cast(book_of(*[VISIT] * 3))
    found = [{each.name, *each.aliases} for each in cast.characters]
    assert {"Corley", "Mr. Corley", "Cork"} in found
    assert cast.narrator == found.index({"Corley", "Mr. Corley", "Cork"})


@pytest.mark.parametrize(
    "given, surname", [("Philip", "Harbottle"), ("Imogen", "Ravenel"), ("Corny", "Cornish")]
)
def test_a_narrator_is_called_by_a_given_name_and_by_a_surname(given: str, surname: str) -> None:
    title = "Miss" if given == "Imogen" else "Mr."
    text = VISIT.replace("Mr. Corley", f"{title} {surname}").replace("Corley", given).replace("Cork", given)
    assert {given, f"{title} {surname}"} in people(*[text] * 4)


@pytest.mark.parametrize("other", ["Hugh", "Clara"])
def test_two_given_names_are_two_people_whoever_answers(other: str) -> None:
    text = VISIT.replace("Mr. Corley", other).replace("Corley", "Philip").replace("Cork", "Philip")
    assert {"Philip"} in people(*[text] * 4)


def test_a_friend_whom_another_friend_answers_for_is_not_the_narrator() -> None:
    bob = paragraphs(
        "“And you, Bobby?” said Ada. I looked at Prentice.",
        "“Nothing,” Prentice answered.",
        "“Speak up, Bobby,” said Ada.",
        "“Nothing at all,” Prentice said. I laughed.",
    )
    cast = find_cast(book_of(*[paragraphs(VISIT, bob)] * 3))
    assert [each for each in cast.characters if {"Bobby", "Corley"} <= {each.name, *each.aliases}] == []


def test_without_one_who_tells_the_story_nobody_answers_as_i() -> None:
    told = VISIT.replace(" I said", " she said").replace(" said I", " said Clara").replace("I ", "She ")
    found = people(*[told] * 3)
    assert {"Corley", "Mr. Corley"} in found
    assert {"Cork"} in found


@pytest.mark.parametrize("marks", ["“”", '""', "‘’", "''"])
def test_who_answers_is_found_between_any_marks(marks: str) -> None:
    text = paragraphs(STREET, OFFICE, STREET, HOME).translate(str.maketrans("“”", marks))
    assert {"Toby", "Mr. Haldane"} in people(*[text] * 4)
    text = VISIT.translate(str.maketrans("“”", marks))
    assert {"Corley", "Mr. Corley", "Cork"} in people(*[text] * 3)


def test_a_name_that_is_only_quoted_is_not_told() -> None:
    wall = "Somebody had written “Toby” and under it “Mr. Haldane” on the wall of the harbour."
    scene = paragraphs(STREET, OFFICE, STREET, HOME, wall, STREET, wall)
    assert {"Toby", "Mr. Haldane"} in people(*[scene] * 4)


@pytest.mark.parametrize(("role", "name"), [("Stranger", "Griffith"), ("Hooded Man", "Orlok")])
def test_whoever_says_a_name_to_somebody_does_not_answer_to_it(role: str, name: str) -> None:
    text = (
        f"The {role} came in. “Sit down, {name},” said Kemble.\n\n“I will stand,” said the {role}. The {role} laughed.\n\n“I do not agree, "
        f"{name},” said Kemble.\n\n“You must,” said the {role}.\n\n“Must I, {name}?”\n\nKemble rose. “It is late,” said "
        f"Kemble.\n\n“Good night, {name}.”\n\nThe rain fell.\n\n“How it rains,” said Kemble.\n\n“{name}, listen!”\n\nThe {role} "
        f"sneered.\n\n“To what?” asked the {role}. Then Mr. {name} lit a pipe.\n\nKemble left Mr. {name} alone."
    )
    assert any({f"the {role}", name} <= each for each in people(text)) and {"Kemble"} in people(text)


def test_a_father_who_speaks_to_his_son_by_name_is_another() -> None:
    text = (
        "Tom rode out. Tom was old. “Come, Tommy,” said Tom.\n\nTommy came.\n\n“Well, Tommy?” said Tom.\n\n“I am tired,” said "
        "the boy. Tommy wept.\n\nTom laughed. Tom rode on."
    )
    assert {"Tom"} in people(text) and {"Tommy"} in people(text)


FRAME = paragraphs(
    "I have found a stranger upon the ice. He gave his name as Harbottle, and Harbottle slept all day.",
    "Harbottle woke at dusk. I sat by him, and Harbottle told me his tale.",
    "When it was over Harbottle sighed, and I left Harbottle alone.",
)


def test_who_tells_the_story_may_be_named_by_whoever_tells_its_frame() -> None:
    tale = VISIT.replace("Mr. Corley", "Harbottle").replace("Corley", "Philip").replace("Cork", "Philip")
    assert {"Philip", "Harbottle"} in people(FRAME, *[tale] * 5)


def test_a_friend_whom_the_narrator_speaks_to_by_name_is_not_the_narrator() -> None:
    ned = paragraphs(
        "“You are late, Ned,” said Ada.",
        "“He is not, Ada,” I said. “Sit down, Ned,” I said.",
        "“Ned, you are late,” said Ada.",
        "“Ned,” I said, “do not answer.”",
    )
    tale = (
        VISIT.replace("Mr. Corley", "Mr. Harbottle")
        .replace("Corley", "Mr. Harbottle")
        .replace("Cork", "Harbottle")
    )
    assert {"Ned"} in people(*[paragraphs(tale, ned)] * 4)


def test_dick_who_tells_the_book_is_the_richard_whom_others_speak_to() -> None:
    home = (
        "I came in and sat down. My wife looked at me. “Dick,” she said, “you are late.”\n\n“I am,” I said.\n\n"
        "“Tell me, Dick,” she said. I told her all that I knew.\n\n“Well, Dick?” said my wife.\n\n“No,” I said.\n\n"
    )
    away = "I went up to town, and I saw the doctor. “You are Sir Richard Lowe,” he said. “Good evening, Lowe.” I bowed.\n\n"
    cast = find_cast(book_of(*[home * 3] * 3, away * 2, home))
    assert cast.narrator is not None
    teller = cast.characters[cast.narrator]
    assert {"Dick", "Sir Richard Lowe"} <= {teller.name, *teller.aliases}
