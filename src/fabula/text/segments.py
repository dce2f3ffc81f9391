"""A book in pieces that one prompt can read."""

from __future__ import annotations

from typing import Literal

from fabula.text.book import Book, Segment


def whole_text(book: Book) -> str:
    """Every chapter with its heading, in order."""
    raise NotImplementedError


def segments(book: Book, size: int, unit: Literal["words", "tokens"] = "words") -> tuple[Segment, ...]:
    """The book in pieces of at most `size`; joined by nothing they give `whole_text(book)`."""
    raise NotImplementedError
