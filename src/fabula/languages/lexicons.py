"""Word lists of the languages, read once. They are small on purpose and written by hand for reading fiction.

A list is `languages/CODE/lexicons/NAME.txt`: one entry a line in tables and phrase lists, any number of words a line in
word lists. `#` starts a comment; what a list holds is said in its first line.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def lines(language: str, name: str) -> tuple[str, ...]:
    """The entries of a list, one a line."""
    path = files("fabula.languages") / language / "lexicons" / f"{name}.txt"
    text = path.read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.split("\n") if line.strip() and not line.startswith("#"))


@cache
def table(language: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The entries of a list whose lines have columns."""
    return tuple(tuple(line.split()) for line in lines(language, name))


@cache
def word_set(language: str, name: str) -> frozenset[str]:
    """All words of a list whose lines are only wrapped."""
    return frozenset(word for row in table(language, name) for word in row)


@cache
def grouped(language: str, name: str) -> dict[str, str]:
    """Word -> group, for a list whose lines are a group and its words."""
    return {word: row[0] for row in table(language, name) for word in row[1:]}
