"""The room's own word lists, read once. `#` starts a comment; what a list holds is said in its first line."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fabula.text.book import Book


@cache
def lines(name: str) -> tuple[str, ...]:
    """The entries of `lexicons/NAME.txt`, one a line."""
    text = (files("fabula.reading") / "lexicons" / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def table(name: str) -> tuple[tuple[str, ...], ...]:
    """The entries of a list whose lines have columns."""
    return tuple(tuple(line.split()) for line in lines(name))


@cache
def word_set(name: str) -> frozenset[str]:
    """All words of a list whose lines are only wrapped."""
    return frozenset(word for row in table(name) for word in row)


def has_lists(book: Book) -> bool:
    """Are there word lists for the language of this book? Where not, what leans on them is left out, not guessed."""
    return book.language in ("en", "zh")


def language_of(book: Book) -> str:
    """How the book is written: `zh` for Chinese, else `en`, with letters and spaces."""
    return "zh" if book.language.startswith("zh") else "en"
