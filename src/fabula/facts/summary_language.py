"""Says what to know of languages: the summary is in another one than the story, or fabula has no rules for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.facts.checker import CheckerKind
from fabula.languages import Language
from fabula.notices import Notice
from fabula.text.language import detect

if TYPE_CHECKING:
    from fabula.facts.summaries import Summary
    from fabula.text.book import Book

_FEWEST_LETTERS = 100
"""In a shorter text, names mislead the language detector."""
_FEWEST_IN_OTHER_SCRIPT = 12
"""Another script is seen in a few letters."""


def language_notice(summary: Summary, book: Book, kind: CheckerKind) -> Notice | None:
    """At most one notice: the summary is in another language than the story, or in one without rules.

    Comparing the words of two languages says nothing, so without a model it is refused.
    """
    of_book = Language(book.language)
    found = summary_language(summary.text, of_book)
    if found != of_book:
        if kind is CheckerKind.EMBEDDED:
            raise UsageError(
                f"the summary is in {found.name} and the story in {of_book.name}: without a model their words cannot be"
                f" compared. Name a model with --model, or give the summary in {of_book.name}"
            )
        return Notice.of("facts.other-language", summary=found, book=of_book)
    if kind is CheckerKind.EMBEDDED and not found.is_ruled:
        return Notice.of("facts.no-rules", language=found)
    return None


def summary_language(text: str, of_book: Language) -> Language:
    """The language of a summary, or the story's if the text is too short to tell."""
    letters = sum(letter.isalpha() for letter in text)
    wide = sum(letter > "\u3040" for letter in text)
    other_script = wide < 0.1 * letters if of_book.is_wide else wide > 0.3 * letters
    if letters < (_FEWEST_IN_OTHER_SCRIPT if other_script else _FEWEST_LETTERS):
        return of_book
    return Language.or_none(detect(text)) or of_book
