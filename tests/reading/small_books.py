"""Books made in a line, and the shelf of real ones where it is at hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from fabula.text.book import Book, Chapter
from fabula.text.files import read

SHELF = Path(__file__).parents[2] / ".." / "shared" / "books"
EXAMPLES = Path(__file__).parents[2] / "examples"


def book_of(*chapters: str, language: str = "en", title: str = "A Book") -> Book:
    return Book(
        title=title,
        author="Nobody",
        language=language,
        chapters=tuple(Chapter(n, f"Chapter {n}", text) for n, text in enumerate(chapters, 1)),
    )


@cache
def from_shelf(name: str) -> Book:
    path = SHELF / name
    if not path.is_file():
        pytest.skip(f"{name} is not at hand (data beside the checkout)")
    return read(path)
