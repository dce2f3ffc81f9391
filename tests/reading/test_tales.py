"""A tale told over several chapters: who began it tells on."""

from __future__ import annotations

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from reading.small_books import book_of

DAY = (
    "The sea was grey and the wind blew from the east all day, and nobody came up the road before dark.\n\n"
    * 12
)
MET = (
    "Anna and Peter sat in the kitchen. Anna was tired. Peter was cold.\n\n“Good evening,” said Anna.\n\n“Good evening,” "
    "said Peter.\n\nAnna looked at Peter. Peter smiled. Anna smiled.\n\n"
)
OPEN = "“We came to a house where Helen lived, and Helen gave us bread, and told us that the bridge was down.\n\n"
TALE = OPEN * 4 + "“So we slept there, and in the morning the river had gone down.”\n\n"


def speakers(*chapters: str) -> list[str | None]:
    book = book_of(*chapters)
    return [each.speaker for each in speeches(book, parse(book), find_cast(book))]


def test_who_began_a_tale_tells_on_in_the_next_chapters() -> None:
    began = f"{MET}{DAY}“It was a hard winter,” said Peter.\n\nPeter began his tale.\n\n{TALE}"
    assert speakers(began, TALE, f"{TALE}Anna sighed.\n\n“And then?” asked Anna.\n\n")[-4:] == [
        "Peter",
        "Peter",
        "Peter",
        "Anna",
    ]


def test_a_word_between_does_not_end_a_tale() -> None:
    began = f"{MET}Peter began his tale.\n\n{TALE}“Poor man!” cried Anna.\n\n{DAY}{TALE}"
    assert speakers(began)[-3:] == ["Peter", "Anna", "Peter"]


def test_a_chapter_that_begins_otherwise_is_no_part_of_the_tale() -> None:
    began = f"{MET}Peter began his tale.\n\n{TALE}"
    assert speakers(began, f"{DAY}{TALE}")[-1] is None


def test_who_begins_to_speak_in_a_sentence_before_speaks() -> None:
    assert speakers(f"{MET}{DAY}Anna interposed.\n\n“That is enough.”\n\n")[-1] == "Anna"
    assert (
        speakers(f"{MET}{DAY}Peter looked at Anna, and Anna broke the silence.\n\n“That is enough.”\n\n")[-1]
        == "Anna"
    )
