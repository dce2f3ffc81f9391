"""Texts with nothing wrong in them have no findings: a short story of today, a poem, a list."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from small_books import book_of

from fabula.reading.findings import Finding
from fabula.reading.measured import measure
from fabula.text.book import Book
from fabula.text.files import read

NOUNS = [
    "heron",
    "salt",
    "bell",
    "rope",
    "drift",
    "gull",
    "marsh",
    "oar",
    "lantern",
    "tide",
    "weir",
    "reed",
    "stone",
    "wharf",
    "kelp",
    "hull",
    "spar",
    "mast",
    "net",
    "pier",
    "shoal",
]
QUALITIES = ("grey", "white", "low", "cold", "late", "thin", "bright", "slow", "bare", "wild")
VERBS = ("calls", "lies", "waits", "sings", "turns", "breaks", "falls")


def found(book: Book) -> list[Finding]:
    measured = measure(book)
    return [*measured.findings.shown, *measured.findings.rest]


def test_a_clean_story_of_today() -> None:
    """Written for this test. It has a death, letters, doubled words that are right, a saying in talk and two people of one name."""
    assert found(read(Path(__file__).with_name("clean-story.en.txt"))) == []


def test_a_poem_with_a_refrain() -> None:
    chosen = Random(5)

    def verse() -> str:
        lines = [
            f"{chosen.choice(('The', 'A', 'One', 'No'))} {chosen.choice(QUALITIES)} {chosen.choice(NOUNS)} "
            f"{chosen.choice(VERBS)} {chosen.choice(('by', 'on', 'under', 'past'))} the {chosen.choice(NOUNS)},"
            for _ in range(3)
        ]
        return "\n".join([*lines, "and who will carry me over?"])

    assert found(book_of(*("\n\n".join(verse() for _ in range(8)) for _ in range(7)))) == []


def test_a_list_in_lines() -> None:
    def items(part: int) -> str:
        return "\n\n".join(f"- {n * part + 3} {NOUNS[n % 21]}s, shelf {(n + part) % 9}" for n in range(25))

    assert found(book_of(*(items(part) for part in range(1, 7)))) == []


@pytest.mark.parametrize(
    "right",
    [
        "She took the letters in in the morning and dried them.",
        "They had had the plot for years, and nobody minded.",
        "He read that that meant the end of the month.",
        "The lamp that she turned on on Sundays was broken.",
        "What it was was a door, painted on the wall.",
        "He gave her “the the” and stopped.",
    ],
)
def test_words_that_are_rightly_doubled(right: str) -> None:
    assert not [each for each in found(book_of(right)) if each.kind == "doubled-word"]


@pytest.mark.parametrize(
    ("language", "wrong", "word"),
    [
        ("en", "She walked down to the the gate.", "the"),
        ("en", "It was a\na mile off.", "a"),
        ("zh", "宋江约住军兵，暗地使人从从偏僻小路上山报知。", "从"),
    ],
)
def test_words_doubled_by_mistake(language: str, wrong: str, word: str) -> None:
    (slip,) = [each for each in found(book_of(wrong, language=language)) if each.kind == "doubled-word"]
    assert slip.notice.fields["word"] == word
