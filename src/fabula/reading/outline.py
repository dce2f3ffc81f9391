"""What a book is, before anything is judged: chapters, words, language, encoding, cast, and what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.reading.cast import find_cast
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.text.book import Book

MOST_FOR_CAST = 3_000_000
"""Words up to which people are looked for: five times War and Peace; what is longer is no one book."""
_NAMED = 12
"""Members of the cast that are listed."""


def outline_document(book: Book) -> dict[str, Any]:
    """The document of `fabula outline --json`; words are characters in Chinese.

    The cast is the most named people, their names merged: nobody in languages whose names fabula cannot tell, and
    nobody in what is too long to be one book.
    """
    lengths = [count_words(chapter.text, book.language) for chapter in book.chapters]
    cast = find_cast(book).characters[:_NAMED] if sum(lengths) <= MOST_FOR_CAST else ()
    return {
        "id": book.id,
        "title": book.title,
        "author": book.author,
        "language": book.language,
        "encoding": book.encoding,
        "format": book.format,
        "words": sum(lengths),
        "chapters": [
            {"number": chapter.number, "title": chapter.title, "part": chapter.part, "words": words}
            for chapter, words in zip(book.chapters, lengths, strict=True)
        ],
        "cast": [
            {
                "name": each.name,
                "aliases": list(each.aliases),
                "mentions": each.mentions,
                "first_chapter": each.first.chapter if each.first else None,
                "last_chapter": each.last.chapter if each.last else None,
            }
            for each in cast
        ],
        "left_out": [each.document for each in book.left_out],
        "warnings": [warning.document for warning in book.warnings],
    }
