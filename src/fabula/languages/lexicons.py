"""Word lists of the languages, read once. They are deliberately small and written by hand for fiction.

A list is `languages/CODE/lexicons/NAME.txt`. Tables and phrase lists have one entry per line; word lists have any number of
words per line. `#` starts a comment. The first line describes the list.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def lines(language: str, name: str) -> tuple[str, ...]:
    """The entries of a list with one entry per line."""
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


@cache
def packed(language: str, name: str) -> list[str]:
    """The words of a long list: sorted, one in a line, and compressed (`NAME.txt.xz`)."""
    import lzma  # few Pythons lack it, and few books need it

    path = files("fabula.languages") / language / "lexicons" / f"{name}.txt.xz"
    return lzma.decompress(path.read_bytes()).decode("ascii").split("\n")
