"""Everything that can be measured of a book without a model, done once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from fabula.reading import repetition, shape, wording
from fabula.reading.cast import Roster, Tie, find_cast, ties
from fabula.reading.craft import Craft, craft
from fabula.reading.findings import Finding, Findings, most_useful
from fabula.reading.mood import Arc, mood
from fabula.reading.parsed import Parsed, parse
from fabula.reading.speech import Voice, voices
from fabula.reading.tokens import tokens
from fabula.reading.wordlists import has_lists, language_of
from fabula.text.book import Book

PER_KIND = 3
"""Findings of one kind that are shown; the others are counted."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What the figures of a report are drawn from."""

    book_id: str
    language: str
    """Whose word lists were used: `en`, `zh`, or none for a book in another language (then no cast, no mood)."""
    roster: Roster
    ties: tuple[Tie, ...]
    voices: tuple[Voice, ...]
    mood: Arc
    craft: Craft
    craft_by_chapter: tuple[Craft, ...]
    findings: Findings


def measure(book: Book) -> Measured:
    """Read the book without a model: in linear time, the same for the same text."""
    parsed = parse(book)
    roster = find_cast(book)
    arc = mood(book, parsed)
    whole, by_chapter = craft(book, parsed)
    return Measured(
        book_id=book.id,
        language=language_of(book) if has_lists(book) else "",
        roster=roster,
        ties=ties(book, roster),
        voices=voices(book, parsed, roster),
        mood=arc,
        craft=whole,
        craft_by_chapter=by_chapter,
        findings=most_useful(_found(book, parsed, roster, arc, by_chapter), PER_KIND),
    )


def _found(
    book: Book, parsed: Sequence[Parsed], roster: Roster, arc: Arc, by_chapter: Sequence[Craft]
) -> Iterator[Finding]:
    language = language_of(book)
    of_any_language = (
        repetition.repeated_passages(parsed, language),
        shape.chapter_lengths(parsed, by_chapter, language),
        shape.slow_stretches(parsed, by_chapter, language),
    )
    if not has_lists(book):
        return chain(*of_any_language)
    cut = [tokens(chapter, language) for chapter in parsed]
    english = (
        (
            repetition.echoes(parsed, cut, roster),
            repetition.doubled_words(parsed),
            wording.adverb_tags(parsed),
        )
        if language == "en"
        else ()
    )
    return chain(
        *of_any_language,
        shape.vanishing(parsed, roster, language),
        repetition.repeated_phrases(parsed, cut, roster, language),
        wording.stock_phrases(parsed, language),
        wording.crutch_words(parsed, cut, language),
        wording.filter_words(parsed, cut, language),
        shape.dark_stretches(parsed, arc, language),
        shape.like_names(parsed, roster, language),
        *english,
    )
