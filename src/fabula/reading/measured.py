"""Everything that can be measured in a book without a model, done once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from fabula.reading import habits, repetition, shape
from fabula.reading.cast import Cast, Tie, find_cast, ties
from fabula.reading.collection import stories_in
from fabula.reading.craft import Craft, craft
from fabula.reading.findings import Finding, Findings, most_useful
from fabula.reading.mood import Arc, mood
from fabula.reading.parsed import Parsed, parse
from fabula.reading.reading import Character
from fabula.reading.speech import Voice, voices
from fabula.reading.tokens import tokens
from fabula.text.book import Book

PER_KIND = 3
"""How many findings of one kind are shown. The others are counted."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurements behind the figures of a report."""

    book_id: str
    language: str
    """The language whose word lists were used. Empty for a language without any, which has no cast and no mood."""
    cast: Cast
    ties: tuple[Tie, ...]
    voices: tuple[Voice, ...]
    mood: Arc
    craft: Craft
    craft_by_chapter: tuple[Craft, ...]
    findings: Findings
    stories: int | None = None
    """How many stories a collection has. None if the book is one story."""


def measure(book: Book, told: Sequence[Character] = ()) -> Measured:
    """Measure the book without a model, in linear time. The same text always gives the same figures.

    `told` is the cast of a model that has read the book, if one has: it corrects who is who.
    """
    parsed = parse(book)
    cast = find_cast(book, told)
    arc = mood(book, parsed)
    whole, by_chapter = craft(book, parsed)
    stories = stories_in(book, cast)
    return Measured(
        book_id=book.id,
        language=str(book.language) if book.language.has("style") else "",
        cast=cast,
        ties=ties(book, cast),
        voices=voices(book, parsed, cast),
        mood=arc,
        craft=whole,
        craft_by_chapter=by_chapter,
        findings=most_useful(_found(book, parsed, cast, arc, by_chapter, stories), PER_KIND),
        stories=stories,
    )


def _found(
    book: Book,
    parsed: Sequence[Parsed],
    cast: Cast,
    arc: Arc,
    by_chapter: Sequence[Craft],
    stories: int | None,
) -> Iterator[Finding]:
    language = book.language
    of_any_language = (
        repetition.repeated_passages(parsed, language),
        () if book.in_sections else shape.chapter_lengths(parsed, by_chapter),
        shape.slow_stretches(parsed, by_chapter),
    )
    if not language.has("style"):
        return chain(*of_any_language)
    cut = [tokens(chapter, language) for chapter in parsed]
    return chain(
        *of_any_language,
        () if stories else shape.vanishing(parsed, cast),
        repetition.repeated_phrases(parsed, cut, cast, language),
        habits.stock_phrases(parsed, language),
        habits.crutch_words(parsed, cut, language),
        habits.filter_words(parsed, cut, language),
        shape.dark_stretches(parsed, arc),
        shape.like_names(parsed, cast),
        repetition.echoes(parsed, cut, cast, language),
        repetition.doubled_words(parsed, language),
        habits.adverb_tags(parsed, language),
    )
