"""A play read whole: who is in it, who speaks, and what is said of it."""

from __future__ import annotations

from fabula.reading.anonymise import anonymise
from fabula.reading.cast import find_cast
from fabula.reading.measured import measure
from fabula.reading.parsed import parse
from fabula.reading.roles import people_of
from fabula.reading.speech import Speech, speeches
from fabula.text.book import Book
from reading.small_books import book_of

ACT = """Morning-room in Lady Pembroke's house. LANE is arranging the tea.

[Exit LANE. Enter JOHN WORTHING and the SECOND FOOTMAN.]

JOHN. Has my aunt come down, Lane?

LANE. Her ladyship is still dressing, sir.

JOHN. [Sits.] Then I shall wait. Is Freddy here?

LADY PEMBROKE. John! Sitting before an empty plate. Where is Alfred Doolittle?

DOOLITTLE. Here, my lady. I came with Freddy.

FREDDY. Good morning, aunt.

SECOND FOOTMAN. The carriage, my lady.

BOTH. At last!

JOHN and FREDDY. We are going too.
"""


def play() -> Book:
    return book_of(ACT, ACT, ACT)


def spoken(book: Book) -> list[Speech]:
    return speeches(book, parse(book), find_cast(book))


def test_everyone_with_a_line_is_in_the_cast() -> None:
    cast = find_cast(play())
    assert {one.name for one in cast.characters} >= {
        "Lane",
        "Lady Pembroke",
        "Freddy",
        "the Second Footman",
        "Alfred Doolittle",
    }
    assert any("John" in (one.name, *one.aliases) for one in cast.characters)
    assert not any("Exit" in one.name or "Both" in one.name for one in cast.characters)


def test_two_speakers_are_two_people_whatever_their_names() -> None:
    """Freddy may be short for Alfred, but not where both speak."""
    people = {form: one.name for one in find_cast(play()).characters for form in (one.name, *one.aliases)}
    assert people["Freddy"] == "Freddy"
    assert people["Doolittle"] == "Alfred Doolittle"


def test_the_play_says_who_speaks() -> None:
    book = play()
    people = {form: one.name for one in find_cast(book).characters for form in (one.name, *one.aliases)}
    said = spoken(book)[:9]
    assert [each.speaker for each in said] == [
        people["John"],
        "Lane",
        people["John"],
        "Lady Pembroke",
        "Alfred Doolittle",
        "Freddy",
        "the Second Footman",
        None,
        None,
    ]
    assert {(each.confidence, each.reason) for each in said} == {(1.0, "line"), (None, None)}
    text = book.chapters[0].text
    assert [text[start:end] for start, end in said[2].spans] == ["Then I shall wait. Is Freddy here?"]


def test_a_name_before_a_line_is_in_no_sentence() -> None:
    book = play()
    sentences = [book.chapters[0].text[start:end] for start, end in book.sentences[0]]
    assert "Her ladyship is still dressing, sir." in sentences
    assert "LANE." not in sentences
    assert not any(each.startswith("LADY PEMBROKE") for each in sentences)


def test_nobody_tells_a_play() -> None:
    measured = measure(play())
    assert measured.telling == () == measured.edges
    assert {voice.name for voice in measured.voices} >= {"Lane", "Freddy", "Lady Pembroke"}
    told = {"plain-tags", "steady-telling", "bare-talk", "silent-stretch", "alike-openings", "missing-sense"}
    assert told.isdisjoint({each.kind for each in (*measured.findings.shown, *measured.strengths)})


def test_the_teller_of_a_novel_may_say_self() -> None:
    told = (
        "“Good evening, Bertie,” said Jeeves. I smiled. I sat down. I thought of Jeeves, and I was glad.\n\n"
        "“Bertie,” said Aunt Dahlia, “you know Jeeves.” I nodded, and I said that I did.\n\n"
    )
    talk = "Self: Well, here we are.\n\nJeeves: Yes, sir.\n\n" * 4
    book = book_of(told * 8 + talk + told * 8, told * 16)
    lines = [each for each in spoken(book) if each.reason == "line"]
    assert [each.speaker for each in lines[:2]] in (["Bertie", "Jeeves"], ["I", "Jeeves"])


def test_a_chinese_screenplay_has_its_people() -> None:
    scene = "人物：林晓、陈默\n\n△林晓坐在沙发上。\n\n林晓：陈默，你来了。\n\n陈默（关门）：外面下雨了。\n\n群众：下雨了！\n\n"
    book = book_of(scene * 3, scene * 2, language="zh")
    assert [each.speaker for each in spoken(book)[:3]] == ["林晓", "陈默", None]
    assert {one.name for one in find_cast(book).characters} == {"林晓", "陈默"}


def test_people_have_lines_in_a_language_without_rules_for_names() -> None:
    scene = "MADELEINE. Vous voilà !\n\nJEAN. Oui.\n\nMADELEINE. Asseyez-vous.\n\nJEAN. Merci.\n\n"
    book = book_of(scene * 3, language="fr")
    assert [each.speaker for each in spoken(book)[:2]] == ["Madeleine", "Jean"]


def test_names_in_capitals_get_the_new_names_too() -> None:
    other = anonymise(play()).book.chapters[0].text
    assert not any(name in other for name in ("LANE", "PEMBROKE", "FREDDY", "DOOLITTLE"))


def test_names_stand_in_the_order_of_the_text() -> None:
    """So that forms that are used equally often are always shown in one order."""
    many = (
        "Mr. John Worthing, Mr. Worthing, John Worthing and Uncle John met Lady Pembroke and Miss Lane.\n\n"
    )
    people = people_of(book_of(many + ACT, ACT, many + ACT))
    for person in people.people:
        of_person = [form for *_, form in people.mentions if form in person.forms]
        assert list(person.forms) == list(dict.fromkeys(of_person))
    assert max(len(person.forms) for person in people.people) >= 3
