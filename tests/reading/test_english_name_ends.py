"""Where an English name ends: before a degree, at the end of a sentence, and not at the mark of a possessive within it."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.languages.en.runs import runs
from fabula.reading.cast import find_cast


def names(text: str) -> set[str]:
    return {form for each in find_cast(book_of(text)).characters for form in (each.name, *each.aliases)}


@pytest.mark.parametrize(
    "degree",
    ["M.D.", "M. D.", "D.D.", "LL.D.", "Ph.D.", "K.C.", "Q.C., M.P.", "Esq.", "F.R.S.", "J.P.", "M.A."],
)
@pytest.mark.parametrize("comma", [", ", " "])
def test_a_degree_is_nobody(degree: str, comma: str) -> None:
    text = (
        f"On the plate stood John Marsh{comma}{degree} And the birds knew it. John Marsh{comma}{degree} They all said it. "
        f"“John Marsh{comma}{degree}” said the owl. Marsh laughed. “Marsh!” said Marsh. John Marsh{comma}{degree} was old."
    )
    assert names(text) == {"John Marsh", "Marsh"}


def test_initials_before_a_surname_are_a_name() -> None:
    text = "With Rook, J. P. Hale and his wife came. J. P. Hale sat down. “Tea,” said J. P. Hale. M. D. Cole said no. M. D. Cole left."
    assert {"J. P. Hale", "M. D. Cole"} <= names(text)


def test_a_sentence_ends_after_an_initial() -> None:
    found = [run.words for run in runs(["It was Henry B. The door stood open. Then came Ada K. She rose."])]
    assert [tuple(word for _, word in words) for words in found] == [
        ("It",),
        ("Henry", "B."),
        ("Then",),
        ("Ada", "K."),
    ]


@pytest.mark.parametrize("name", ["Cat’s-meat-man", "Cat's-meat-Man", "Cat’s-meatman"])
def test_who_is_called_by_a_possessive_with_a_hyphen_is_called_all_of_it(name: str) -> None:
    text = (
        f"The {name} came in. “Good day,” said the {name}. Nobody spoke. “Listen,” said the {name}. Ada saw the {name}. "
        f"“Well?” asked Ada. Then the {name} went away, and Ada sat down."
    )
    assert names(text) == {f"the {name}", "Ada"}


def test_an_adverb_is_no_surname_and_an_oath_no_name() -> None:
    sung = "“Mistress Mary Quite Contrary!” sang Basil. Mary hated him. “Mistress Mary Quite Contrary!” he sang. "
    found = names(
        "Mary Lennox was quite alone, and contrary. “No,” said Mary. Basil laughed. " * 3 + sung * 3
    )
    assert "Mary Lennox" in found and not any("Contrary" in name for name in found)
    assert "George" not in names(
        "“By George!” said Anna. “By George, he is late,” said Peter. By George! " * 3
    )


def test_mester_is_mister_in_the_north() -> None:
    assert "Mr. Craven" in names(
        "“Mester Craven is away,” said Martha. Mr. Craven was away. Mester Craven! " * 3
    )
