"""Warns once if the summary is in another language than the story, or if fabula has no rules for that language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.facts.facts import CheckerKind
from fabula.languages import Language
from fabula.notices import Notice
from fabula.text.language import detect

if TYPE_CHECKING:
    from fabula.facts.summaries import Summary
    from fabula.text.book import Book

_FEWEST_LETTERS = 100
"""In a shorter text, names mislead the language detector."""


def language_notice(summary: Summary, book: Book, kind: CheckerKind) -> Notice | None:
    """At most one notice: the summary is in another language than the story, or in one without rules."""
    of_book = Language(book.language)
    found = summary_language(summary.text, of_book)
    if found != of_book:
        return Notice.of("facts.other-language", summary=found.name, book=of_book.name)
    if kind is CheckerKind.EMBEDDED and not found.is_ruled:
        return Notice.of("facts.no-rules", language=found.name)
    return None


def summary_language(text: str, of_book: Language) -> Language:
    """The language of a summary, or the story's if the text is too short to tell."""
    letters = sum(letter.isalpha() for letter in text)
    wide = sum(letter > "\u3040" for letter in text)
    if letters < _FEWEST_LETTERS and wide < 0.3 * letters:
        return of_book
    return Language.or_none(detect(text)) or of_book
