"""A name within the title of a work, of a ship, an inn or an institution is nobody who is there."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import find_cast

PLAIN = (
    "Mr. Derrick walked down to the quay with Phyllis. Derrick said that the wind would turn. "
    "“It will,” said Phyllis, and Phyllis laughed. "
) * 3


def people(text: str) -> set[str]:
    book = book_of(*[PLAIN + text] * 4)
    return {one.name for one in find_cast(book).characters}


@pytest.mark.parametrize(
    "text",
    [
        "My first novel, The Manœuvres of Arthur, had sold. “Who wrote The Manœuvres of Arthur?” said Phyllis.",
        "They sang the Ballad of Peter Wild. He laughed at the Ballad of Peter Wild.",
        "She had the Adventures of Mr. Fenwick with her. The Adventures of Mr. Fenwick was torn.",
        "“Give us Maurice’s Monologue,” said Phyllis. Everybody knew Maurice’s Monologue by heart.",
        "In Rachel's Revenge he had been a butler; nobody had seen Rachel's Revenge.",
        "They went aboard the Mary Rose. The Mary Rose lay at anchor, and the Mary Rose leaked.",
        "The yacht Margaret lay in the harbour. They had bought the yacht Margaret in May.",
        "He slept at the Elliott Arms. The Elliott Arms was full. They dined at the Elliott Arms.",
        "The Henry Wadham Institute stood there. The students of the Henry Wadham Institute cheered.",
    ],
)
def test_a_name_in_a_title_is_nobody(text: str) -> None:
    assert people(text) == {"Mr. Derrick", "Phyllis"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "All of Arthur’s money was gone. Memories of Arthur came back. “Arthur is here,” said Phyllis.",
            "Arthur",
        ),
        ("Arthur’s Uncle Toby came. “Come in,” said Arthur. Arthur went out with Uncle Toby.", "Arthur"),
        ("The Duke of Wells came. Arthur’s Aunt Agnes sat down. “Agnes!” said Arthur.", "Arthur"),
        ("The friends of Arthur drank. The health of Arthur was poor. Arthur sat down.", "Arthur"),
        ("He had read The Manœuvres of Arthur. “I am no Arthur,” said Robert. Robert sat down.", "Robert"),
    ],
)
def test_somebody_beside_a_title_is_somebody(text: str, name: str) -> None:
    assert name in people(text)
