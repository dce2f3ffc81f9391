"""Who speaks again and again and is never named: my father, the landlord; and whose noun means somebody with a name."""

from __future__ import annotations

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from reading.small_books import book_of

DAY = (
    "The sea was grey and the wind blew from the east all day, and nobody came up the road before dark.\n\n"
    * 12
)


def speakers(*chapters: str) -> list[str | None]:
    book = book_of(*chapters)
    return [each.speaker for each in speeches(book, parse(book), find_cast(book))]


def talk(noun: str) -> str:
    """Anna asks somebody four times, and somebody answers."""
    return "".join(
        f"“Where is the boat, number {n}?” asked Anna.\n\n“It went down in the night,” said {noun}.\n\nAnna looked at {noun}. Anna sat down.\n\n{DAY}"
        for n in range(4)
    )


def test_who_is_known_by_what_they_do_speaks() -> None:
    assert speakers(talk("the landlord")) == ["Anna", "the landlord"] * 4
    assert speakers(talk("the old landlord")) == ["Anna", "the landlord"] * 4


def test_who_is_known_by_a_nation_speaks() -> None:
    assert speakers(talk("the German")) == ["Anna", "the German"] * 4
    assert speakers(talk("the Frenchman")) == ["Anna", "the Frenchman"] * 4
    army = (
        talk("the landlord")
        + "“Who said so?” The German army answered nothing, said the German papers.\n\n" * 5
    )
    assert "the German" not in speakers(army)


def test_the_kin_of_whoever_tells_the_story_speak() -> None:
    told = "I lived in the castle with my father. I was nineteen. I saw nobody. I had no friends, and I read. I walked. I slept. I rose.\n\n"
    assert speakers(told + talk("my father")) == ["Anna", "my father"] * 4


def test_kin_in_small_letters_speak_like_kin_with_a_capital() -> None:
    assert speakers(talk("grandmother")) == ["Anna", "Grandmother"] * 4
    assert speakers(talk("Grandmother")) == ["Anna", "Grandmother"] * 4
    assert "Mother" not in speakers(talk("his mother")), "anybody has one"


def test_an_uncle_with_a_name_is_not_another() -> None:
    named = talk("my uncle") + "Then my uncle Peter laughed. Peter had the boat. Peter laughed again.\n\n"
    assert "my uncle" not in speakers(named)


def test_a_noun_for_somebody_with_a_name_is_nobody_else() -> None:
    met = "Peter, the painter, stood on the quay. Peter had no boat. Peter smiled.\n\n"
    assert "the painter" not in speakers(met + talk("the painter"))
    beside = talk("the painter").replace(DAY, f"Peter put his brush away. Peter was tired.\n\n{DAY}")
    assert "the painter" not in speakers(beside), "Peter is there whenever the painter speaks"


def test_anybody_is_nobody() -> None:
    assert {"Anna"} >= {one for one in speakers(talk("the stranger")) if one}


def test_who_speaks_once_and_is_not_brought_in_stays_silent() -> None:
    once = f"“Come in,” said the painter.\n\nAnna came in. Anna sat down.\n\n{DAY}"
    assert speakers(once) == [None]


def test_who_stands_by_in_half_of_the_scenes_is_not_who_speaks() -> None:
    court = talk("the king").replace("number 0?” asked Anna.", "number 0?” asked Anna. Edgar slept.")
    court = court.replace("number 1?” asked Anna.", "number 1?” asked Anna. Edgar slept.").replace(
        "looked at the king", "sat"
    )
    assert "the king" in speakers("Edgar rose. “No,” said Edgar. Edgar went. " + DAY, court)


def test_an_old_lady_is_no_lady_of_that_title() -> None:
    lady = "“I am,” said Lady Macbeth. Lady Macbeth rose. Lady Macbeth left.\n\n"
    old = "Anna came in.\n\n“You are late,” said the old lady.\n\n"
    assert speakers(lady, old + DAY + lady)[1] is None
