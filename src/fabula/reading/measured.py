"""Everything that can be measured in a book without a model, done once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from fabula.reading import habits, repetition, shape
from fabula.reading.cast import Cast, Mention, Tie, find_cast, ties
from fabula.reading.collection import stories_in
from fabula.reading.craft import (
    Craft,
    craft,
    deaths,
    gestures,
    misnamed,
    misprints,
    narration,
    overuse,
    retold,
    rhythm,
    slips,
    spellings,
    strengths,
)
from fabula.reading.craft.arcs import PersonArc, absences, arcs
from fabula.reading.craft.edges import Edges, TimeWord, alike_edges, edges, time_words
from fabula.reading.craft.narration import Narration, Told, narrations
from fabula.reading.craft.outside import narrated_words
from fabula.reading.craft.own_spelling import OwnSpelling
from fabula.reading.craft.rhythm import Scene, scene_talk
from fabula.reading.craft.runs import Runs, runs_of
from fabula.reading.findings import Finding, Findings, as_one, most_useful, said_of_sections
from fabula.reading.mood import Arc, mood, sentence_moods
from fabula.reading.parsed import Parsed, parse
from fabula.reading.reading import Character
from fabula.reading.speech import Speech, Voice, speeches, voices
from fabula.reading.tokens import Tokens, tokens
from fabula.text.book import Book

REPEATS = frozenset(("repeated-phrase", "repeated-passage", "retold-passage"))
"""A book that repeats itself has no details that come back: they are more of the same."""
PER_KIND = 3
"""How many findings of one kind are shown. The others are counted."""
FOLDED = frozenset(
    (
        "dark-stretch",
        "slow-stretch",
        "like-names",
        "absence",
        "late-arrival",
        "vanishing-character",
        "findings.cliche-once",
        "findings.cliche-twice",
        "findings.overused-word-of-scenery",
    )
)
"""What few authors can use: the figures show where a book is dark and where nobody talks, which a sea voyage or a fight may well be, names that
differ are seldom confused, who is not named may be there all the same (the mother, the man who tells it, Suzanne while she is Mrs. Blair), one worn
figure in a whole book, or two, are no habit, and what is black or cold may be what the story is about: black Martians, a winter."""


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
    strengths: tuple[Finding, ...] = ()
    """What is good, as far as it can be measured. Empty for a language without word lists."""
    stories: int | None = None
    """How many stories a collection has. None if the book is one story."""
    telling: tuple[Narration, ...] = ()
    """Who tells each chapter, and in which tense. Nobody tells a play. Empty, like the next three, for a language without word lists."""
    edges: tuple[Edges, ...] = ()
    arcs: tuple[PersonArc, ...] = ()
    time_words: tuple[TimeWord, ...] = ()
    scenes: tuple[Scene, ...] = ()


def measure(book: Book, told: Sequence[Character] = ()) -> Measured:
    """Measure the book without a model, in linear time. The same text always gives the same figures.

    `told` is the cast of a model that has read the book, if one has: it corrects who is who.
    """
    parsed = parse(book)
    cast = find_cast(book, told)
    moods = sentence_moods(book, parsed)
    said = speeches(book, parsed, cast)
    whole, by_chapter = craft(book, parsed)
    ruled = book.language.has("style")
    cut = [tokens(chapter, book.language) for chapter in parsed] if ruled else []
    is_told = ruled and not book.drama.is_whole
    telling = narrations(parsed, cut, cast, book.language) if is_told else []
    seen = _Seen(
        book,
        parsed,
        cut,
        Counter(chain.from_iterable(each.words for each in cut)),
        runs_of(cut),
        cast,
        mood(book, parsed, moods),
        whole,
        by_chapter,
        stories_in(book, cast),
        telling,
        edges(parsed, book.language) if is_told else (),
        said,
        repetition.repeated(parsed, book.language),
        list(narration.shifts(parsed, telling, book.language)) if telling else [],
        deaths.deaths_told(parsed, cast, book.language),
    )
    found = list(_found(seen))
    kept = _strengths(seen, {each.kind for each in found}) if ruled else ()
    return Measured(
        book_id=book.id,
        language=str(book.language) if ruled else "",
        cast=cast,
        ties=ties(book, cast),
        voices=voices(book, parsed, cast, said),
        mood=seen.arc,
        craft=whole,
        craft_by_chapter=by_chapter,
        findings=most_useful(map(said_of_sections, found) if book.in_sections else found, PER_KIND, FOLDED),
        strengths=tuple(map(said_of_sections, kept) if book.in_sections else kept),
        stories=seen.stories,
        telling=tuple(each.narration for each in telling),
        edges=seen.edges,
        arcs=arcs(parsed, cast, moods, said) if ruled else (),
        time_words=time_words(parsed, book.language),
        scenes=scene_talk(parsed),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the finders look at."""

    book: Book
    parsed: Sequence[Parsed]
    tokens: Sequence[Tokens]
    counts: Counter[str]
    """How often the book has each of these words."""
    runs: Runs
    cast: Cast
    arc: Arc
    whole: Craft
    by_chapter: Sequence[Craft]
    stories: int | None
    telling: Sequence[Told]
    edges: tuple[Edges, ...]
    said: Sequence[Speech]
    repeated: repetition.Repeated
    shifts: Sequence[Finding]
    """Where person or tense changes."""
    dead: Mapping[int, Mention]
    """Whose death the narration tells, by index in the cast, and where."""

    @property
    def odd(self) -> frozenset[int]:
        """Chapters that somebody else tells: a letter or a confession. That they are long and have no talk says the same again."""
        shifts = [each for each in self.shifts if each.kind == "person-shift"]
        return frozenset(
            chapter for each in shifts for chapter in (each.chapter, *(other.chapter for other in each.also))
        )


def _found(seen: _Seen) -> Iterator[Finding]:
    language, parsed = seen.book.language, seen.parsed
    yield from repetition.repeated_passages(parsed, seen.repeated, language)
    if not seen.book.in_sections:
        yield from shape.chapter_lengths(parsed, seen.by_chapter, seen.odd, language)
    if not seen.stories:
        yield from shape.slow_stretches(parsed, seen.by_chapter)
    if language.has("style"):
        yield from _slips(seen)
        yield from _found_in_the_telling(seen)
        yield from _found_in_the_words(seen)


def _slips(seen: _Seen) -> Iterator[Finding]:
    parsed, cast, language = seen.parsed, seen.cast, seen.book.language
    yield from slips.leftovers(parsed, language)
    yield from retold.retold_passages(parsed, seen.tokens, seen.runs)
    yield from slips.wrong_dates(parsed, language)
    own = OwnSpelling(parsed, seen.counts, language)
    yield from misnamed.misspelt_names(parsed, seen.tokens, cast, own, language)
    yield from misprints.misprints(parsed, own, language)
    yield from misprints.misspelt_words(parsed, seen.tokens, seen.counts, own, language)
    yield from spellings.two_spellings(parsed, seen.tokens, seen.counts, language)
    if seen.telling:
        yield from slips.tense_slips(parsed, seen.telling, cast, language)
    if not seen.stories:
        yield from slips.changed_looks(parsed, cast, language)
        yield from deaths.speaking_dead(parsed, cast, seen.said, seen.dead, language)


def _strengths(seen: _Seen, faults: Collection[str]) -> Iterator[Finding]:
    """What is good, unless a fault that was found says otherwise."""
    parsed, language = seen.parsed, seen.book.language
    if not seen.stories and not REPEATS & set(faults):
        yield from strengths.returns(parsed, seen.tokens, seen.counts, seen.runs, seen.cast, language)
    yield from strengths.voices_apart(parsed, seen.said, language)
    tagged = sum(each.reason != "line" for each in seen.said)
    yield from strengths.plain_tags(parsed, tagged, language)
    yield from strengths.true_dates(parsed, language)
    if seen.telling and "tense-slip" not in faults and not seen.cast.tellers:
        yield from strengths.steady_telling(parsed, seen.telling)


def _found_in_the_telling(seen: _Seen) -> Iterator[Finding]:
    parsed, cast = seen.parsed, seen.cast
    if not seen.stories:
        speakers = {each.speaker for each in seen.said if each.speaker}
        yield from shape.vanishing(parsed, cast, seen.dead, speakers, seen.book.language)
        yield from absences(parsed, cast, seen.by_chapter, seen.dead, seen.book.language)
        yield from seen.shifts
        yield from shape.dark_stretches(parsed, seen.arc)
        yield from shape.like_names(parsed, cast, seen.book.language)
    if seen.telling:
        yield from narration.head_hops(parsed, seen.telling, cast)
    if seen.edges and not seen.book.in_sections:
        yield from alike_edges(parsed, seen.edges, seen.book.language)
    if seen.book.drama.is_whole:
        return
    yield from as_one(rhythm.bare_talk(parsed))
    silent = rhythm.silent_stretches(parsed, seen.whole)
    yield from as_one(each for each in silent if each.chapter not in seen.odd)
    yield from as_one(rhythm.alike_sentences(parsed, seen.book.language))
    yield from as_one(rhythm.long_sentences(parsed, seen.whole, seen.book.language))
    yield from as_one(rhythm.long_paragraphs(parsed, seen.book.language))


def _found_in_the_words(seen: _Seen) -> Iterator[Finding]:
    language, parsed, cut, counts = seen.book.language, seen.parsed, seen.tokens, seen.counts
    copied = repetition.copies(parsed, seen.repeated)
    narrated = [*map(narrated_words, parsed, cut, copied)]
    stock = list(habits.stock_phrases(parsed, language))
    phrases = repetition.repeated_phrases(parsed, cut, counts, seen.runs, seen.cast, copied, language)
    yield from habits.not_said_of_stock(phrases, stock)
    yield from stock
    yield from gestures.stock_gestures(parsed, cut, counts.total(), language)
    yield from overuse.overused(parsed, cut, counts, language)
    if not seen.book.drama.is_whole:
        yield from overuse.missing_senses(parsed, cut, counts, language)
    yield from habits.not_said_of_stock(overuse.cliches(parsed, cut, counts, language), stock)
    yield from habits.crutch_words(parsed, narrated, counts, language)
    yield from habits.filter_words(parsed, cut, language)
    yield from repetition.echoes(parsed, cut, counts, seen.cast, language)
    yield from repetition.doubled_words(parsed, cut, language)
    yield from habits.adverb_tags(parsed, seen.said, language)
    yield from habits.exclaimed(parsed, seen.said, language)
    yield from habits.voice_tags(parsed, seen.said, language)
    yield from habits.denials(parsed, narrated, copied, language)
