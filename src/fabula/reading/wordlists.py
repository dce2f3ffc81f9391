"""Word lists by `en.name`, for rooms that do not yet ask their language for them; goes when the last one does."""

from __future__ import annotations

from fabula.languages import lexicons


def lines(name: str) -> tuple[str, ...]:
    """The entries of a list, one a line."""
    return lexicons.lines(*name.split(".", 1))


def word_set(name: str) -> frozenset[str]:
    """All words of a list."""
    return lexicons.word_set(*name.split(".", 1))
