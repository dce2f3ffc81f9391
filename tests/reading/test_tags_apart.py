"""Tags whose name and verb stand apart, and paragraphs in which two people speak."""

from __future__ import annotations

import pytest

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches
from reading.small_books import book_of

DAY = (
    "The sea was grey and the wind blew from the east all day, and nobody came up the road before dark.\n\n"
    * 12
)
MET = (
    "Anna and Peter sat by the fire. Anna was tired. Peter was cold. Mr. Fenn came in, and Mr. Fenn bowed. "
    "“Good evening,” said Anna.\n\n“Good evening,” said Peter.\n\n“Good evening,” said Mr. Fenn.\n\n" + DAY
)


def said(passage: str) -> list[tuple[str, str | None]]:
    """The first words of every speech of a passage, each with its speaker."""
    book = book_of(MET + passage)
    parsed = parse(book)
    found = speeches(book, parsed, find_cast(book))[3:]
    text = parsed[0].chapter.text
    return [(text[each.spans[0][0] + 1 : each.spans[0][1] - 1].split(",")[0], each.speaker) for each in found]


@pytest.mark.parametrize(
    ("passage", "speaker"),
    [
        ("Peter looked at Anna. Anna, who had seen Peter come, laughed and said, “I saw you.”", "Anna"),
        ("Peter rose; and Anna, turning round to look at him, could not help saying, “I saw you.”", "Anna"),
        ("When Anna came down at last, Peter put his book away and asked: “Where were you?”", "Peter"),
        ("Anna waited, but Peter took his hat, went to the door and whispered: “Come.”", "Peter"),
        ("The silence was broken by Peter, who said with a smile, “It is late.”", "Peter"),
        ("Anna was silent. Mr. Fenn, always ready for a walk, said, “It is late.”", "Mr. Fenn"),
        ("Anna drew the curtain and said\n\n“It is late.”", "Anna"),
        ("Anna made a face, but Mr. Fenn put down his pipe and went on:—\n\n“It is late.”", "Mr. Fenn"),
        ("Peter yawned. “It is late,” was Anna’s answer.", "Anna"),
        ("Peter yawned. “It is late,” was Anna’s warning.", "Anna"),
        ("Peter yawned. “It is late,” was all that Anna could say.", "Anna"),
        ("Peter yawned. “It is late,” he heard Anna say to Mr. Fenn.", "Anna"),
        ("Peter yawned. Anna’s only remark was: “It is late.”", "Anna"),
    ],
)
def test_a_name_may_stand_apart_from_its_verb(passage: str, speaker: str) -> None:
    assert [who for _, who in said(passage)] == [speaker]


def test_two_names_are_two_speakers_of_one_paragraph() -> None:
    assert said("“No!” said Peter, and “Never, never!” cried Anna at once.") == [
        ("No!", "Peter"),
        ("Never", "Anna"),
    ]
    assert said("“Stay,” said Peter. Anna shook her head, took her coat and answered, “Never.”") == [
        ("Stay", "Peter"),
        ("Never.", "Anna"),
    ]


def test_a_man_and_a_woman_are_two_speakers_of_one_paragraph() -> None:
    assert said("“Stay,” said Peter. Anna rose. “Never,” she said.") == [
        ("Stay", "Peter"),
        ("Never", "Anna"),
    ]


def test_one_speaker_stays_one() -> None:
    assert said("“Stay,” said Peter. He took Anna by the hand. “Stay,” he said, “and eat.”") == [
        ("Stay", "Peter")
    ]


def test_a_sentence_of_its_own_is_no_tag_beside_another() -> None:
    assert said(
        "“It is late,” she said. “Peter never comes.” Peter remarked that it was not late at all."
    ) == [("It is late", "Anna")]


def test_they_is_nobody_who_is_he_or_she() -> None:
    asked = "“Who is there?” asked Peter.\n\n“Nobody,” said Anna.\n\n“Who is there?” asked Peter.\n\n"
    assert said(f"{asked}“Nobody,” said the girl.")[-1][1] == "Anna"
    assert said(f"{asked}“Nobody,” they said.")[-1][1] is None


def test_whoever_makes_a_face_does_not_make_another_speak() -> None:
    assert said("Mr. Fenn was silent.\n\nAnna made a face and said:\n\n“It is late.”") == [
        ("It is late.", "Anna")
    ]
    assert said("Mr. Fenn was silent.\n\nAnna made Peter say:\n\n“It is late.”") != [("It is late.", "Anna")]


@pytest.mark.parametrize("verb", ["heard", "let", "made"])
def test_whoever_hears_another_say_it_has_not_said_it(verb: str) -> None:
    assert said("Anna rose and, at the door, said: “It is late.”") == [("It is late.", "Anna")]
    assert said(f"Anna rose and {verb} Peter, at the door, say: “It is late.”") != [("It is late.", "Anna")]


def test_whoever_tells_the_story_and_somebody_else_are_two_speakers_of_one_paragraph() -> None:
    walk = "I walked along the shore that day, and I was glad of the wind, for I had slept badly and I had much to think of.\n\n"
    met = "I was born by the sea. I had a friend, Peter, and I liked him. Peter was tall. “Good day,” said Peter.\n\n"
    book = book_of(
        met + walk * 12 + "“Stay here,” said I, taking his arm. “Never!” he cried, and shook it off."
    )
    found = speeches(book, parse(book), find_cast(book))[1:]
    assert [each.speaker for each in found] == ["I", "Peter"]
