"""People who are called by what they are: the book says `the badger, Ox-Ox`, and then `said the badger`."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches

_PEOPLE = (
    "Hob Fenn kept a house. “Tea,” said Hob Fenn. Ox-Ox slept. “No,” said Ox-Ox. Nan-Nan swam. “Yes,” said Nan-Nan. "
    "Hob Fenn laughed. “Eat,” said Ox-Ox. “Drink,” said Nan-Nan. Hob Fenn went out. Ox-Ox and Nan-Nan stayed.\n\n"
)


def speaker(told: str, last: str) -> str | None:
    """Who says the last speech."""
    book = book_of(_PEOPLE + told + "\n\n" + last)
    return speeches(book, parse(book), find_cast(book))[-1].speaker


@pytest.mark.parametrize(
    "told",
    [
        "By the fire lay the badger, Ox-Ox. Late at night the badger, Ox-Ox, woke up.",
        "Ox-Ox, the badger, lay by the fire. He saw Ox-Ox, the badger.",
        "There was the old badger, Ox-Ox, by the fire. Ox-Ox, the badger, slept.",
    ],
)
@pytest.mark.parametrize("last", ["“I am cold,” said the badger.", "Then the badger said, “I am cold.”"])
def test_a_noun_beside_a_name_is_that_name(told: str, last: str) -> None:
    assert speaker(told, last) == "Ox-Ox"


@pytest.mark.parametrize(
    "told",
    [
        "By the fire lay the badger, Ox-Ox.",
        "By the fire lay the badger, Ox-Ox. Then the badger, Nan-Nan, came. The badger, Ox-Ox, slept.",
        "By the fire lay the badger, Ox-Ox. Another badger came. The badger, Ox-Ox, slept.",
        "By the fire lay the badger, Ox-Ox. The other badgers came. The badger, Ox-Ox, slept.",
        "He saw the badger, Ox-Ox and Nan-Nan. He heard the badger, Ox-Ox and Nan-Nan.",
        "He saw Ox-Ox, the badger, and Nan-Nan. He heard Ox-Ox, the badger, and Nan-Nan.",
        "“By the badger, Ox-Ox, sit down,” said Hob Fenn. “By the badger, Ox-Ox, get up,” said Hob Fenn.",
        "By the fire lay the man, Ox-Ox. Late at night the man, Ox-Ox, woke up.",
    ],
)
def test_one_of_several_and_one_in_a_list_is_nobody_known(told: str) -> None:
    noun = "man" if "the man" in told else "badger"
    assert speaker(told, f"“I am cold,” said the {noun}.") is None
