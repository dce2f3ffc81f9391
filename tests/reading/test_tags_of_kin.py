"""Who is somebody of theirs: `said Ann's mother` is not Ann."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import speeches

_AT_TEA = (
    "Miss Lowe came in. “Tea?” said Miss Lowe. Mrs. Lowe sat by the fire. “Please,” said Mrs. Lowe. Hob Fenn laughed. “Cake,” said Hob "
    "Fenn. Miss Lowe sat down. Mrs. Lowe smiled. Hob Fenn ate.\n\nThe lamp burned low.\n\n“How does she like it here?” he asked.\n\n"
)


@pytest.mark.parametrize(
    ("last", "owner"),
    [
        ("“She likes it well,” said Miss Lowe’s mother.", "Miss Lowe"),
        ("“She likes it well,” Miss Lowe’s old mother replied.", "Miss Lowe"),
        ("“She likes it well,” said Hob Fenn’s sister.", "Hob Fenn"),
    ],
)
def test_whose_mother_speaks_does_not(last: str, owner: str) -> None:
    book = book_of(_AT_TEA + last)
    assert speeches(book, parse(book), find_cast(book))[-1].speaker != owner
