"""Where one person of a book has a rank, the rank in small letters is that person: `the inspector` for Inspector Gray."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches

_PEOPLE = (
    "{title} Gray came at noon. “Sit down,” said {title} Gray. Hob Fenn sat. “Why?” said Hob Fenn. {title} Gray wrote a "
    "line. “When did you hear it?” asked {title} Gray. “Late,” said Hob Fenn. {title} Gray coughed. Hob Fenn looked at "
    "{title} Gray. Hob Fenn waited.\n\nThe lamp burned low, and rain ran down the window of the little office.\n\n"
)


def speaker(title: str, last: str, told: str = "") -> str | None:
    """Who says the last speech."""
    book = book_of(_PEOPLE.format(title=title) + told + last)
    return speeches(book, parse(book), find_cast(book))[-1].speaker


@pytest.mark.parametrize(
    ("title", "noun"),
    [("Inspector", "inspector"), ("Dr.", "doctor"), ("Captain", "captain"), ("Professor", "professor")],
)
def test_a_rank_that_one_person_has_is_that_person(title: str, noun: str) -> None:
    assert speaker(title, f"The {noun} laughed. “We shall see about that.”") == f"{title} Gray"
    asked = f"“Nobody,” said Hob Fenn.\n\nThe {noun} laughed.\n\n“Not your brother?”\n\n“No.”\n\n“And nobody else?”"
    assert speaker(title, asked) == f"{title} Gray"


@pytest.mark.parametrize(
    "told",
    [
        "Inspector Lowe had come too. “No,” said Inspector Lowe. Inspector Lowe yawned.\n\n",
        "Another inspector stood at the door.\n\n",
        "The two inspectors had come in one cab.\n\n",
    ],
)
def test_a_rank_that_several_have_is_nobody_known(told: str) -> None:
    assert speaker("Inspector", "The inspector laughed. “We shall see about that.”", told) != "Inspector Gray"


def test_of_several_the_only_one_in_a_chapter_is_meant() -> None:
    lowe = _PEOPLE.format(title="Inspector").replace("Gray", "Lowe")
    said = "The inspector laughed. “We shall see about that.”"
    book = book_of(_PEOPLE.format(title="Inspector") + said, lowe + said)
    found = [
        each
        for each in speeches(book, parse(book), find_cast(book))
        if book.chapters[each.chapter].text[each.spans[0][0] :].startswith("“We shall")
    ]
    assert [each.speaker for each in found] == ["Inspector Gray", "Inspector Lowe"]
