"""Who speaks how much.

A speech belongs to the person named by its tag or by the action next to it, otherwise to nobody.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.languages import Language
from fabula.languages.speech_tags import REACH
from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Conversation, Paragraph
from fabula.reading.cast import Cast, Mention
from fabula.reading.parsed import Parsed, Span
from fabula.text.book import Book
from fabula.text.words import count_words

SENTENCE_OPENS = re.compile(r"(?:[.!?…][”\"’']?|[”\"’'])\s+(?:[A-Z]\w*\.?\s+)?\Z")


@dataclass(frozen=True, slots=True)
class Voice:
    """What one member of the cast says aloud. `name` is None for speech that no tag or action attributes."""

    name: str | None
    speeches: int
    words: int
    share: float
    """Of all words spoken in the book, 0 to 1."""


def voices(book: Book, parsed: Sequence[Parsed], cast: Cast) -> tuple[Voice, ...]:
    """Everyone who speaks, most words first, and unattributed speech last."""
    by_chapter: dict[int, list[Mention]] = defaultdict(list)
    for mention in cast.mentions:
        by_chapter[mention.chapter].append(mention)
    genders = [character.gender for character in cast.characters]
    speeches: Counter[int | None] = Counter()
    words: Counter[int | None] = Counter()
    for index, chapter in enumerate(parsed):
        for spans, who in attributed(chapter, by_chapter[index], book.language, genders):
            speeches[who] += 1
            words[who] += sum(count_words(chapter.chapter.text[a:b], book.language) for a, b in spans)
    total = words.total() or 1
    ranked = sorted(speeches, key=lambda who: (who is None, -words[who], who or 0))
    return tuple(
        Voice(
            None if who is None else cast.characters[who].name,
            speeches[who],
            words[who],
            words[who] / total,
        )
        for who in ranked
    )


def attributed(
    chapter: Parsed, mentions: Sequence[Mention], language: Language, genders: Sequence[Gender] = ()
) -> list[tuple[list[Span], int | None]]:
    """The speeches of a chapter, each with its speaker. Speeches of a paragraph with one tag are joined."""
    text = chapter.chapter.text
    starts = [mention.start for mention in mentions]
    rules = language.speech
    if rules.by_chapter is not None:
        talk = Conversation(text, chapter.paragraphs, chapter.spoken, mentions, genders)
        return [([span], who) for span, who in zip(chapter.spoken, rules.by_chapter(talk), strict=True)]
    found: list[tuple[list[Span], int | None]] = []
    for (start, end), spans in _by_paragraph(chapter):
        near = mentions[bisect_left(starts, start - REACH) : bisect_left(starts, end + REACH)]
        speakers = rules.speakers(Paragraph(text, start, end, spans, near))
        named = [who for who in speakers if who is not None]
        if not named:
            found.append((spans, _by_action(Paragraph(text, start, end, spans, near))))
        else:
            found.append((spans, named[0]))
    return found


def _by_action(paragraph: Paragraph) -> int | None:
    """`“…” Jane put down her work.`: the only person mentioned in the paragraph, if a sentence begins with the
    name."""
    text, spans = paragraph.text, paragraph.speeches
    outside = [
        mention
        for mention in paragraph.mentioned(paragraph.start, paragraph.end)
        if not any(start <= mention.start < end for start, end in spans)
    ]
    if len({mention.who for mention in outside}) != 1:
        return None
    first = outside[0]
    if text[first.start - 1 : first.start] in tuple("。！？”」』"):
        return first.who
    opens = SENTENCE_OPENS.search(text, paragraph.start, first.start)
    at_start = first.start == paragraph.start or (opens is not None and opens.end() == first.start)
    return first.who if at_start else None


def _by_paragraph(chapter: Parsed) -> list[tuple[Span, list[Span]]]:
    grouped: list[tuple[Span, list[Span]]] = []
    n = 0
    for start, end in chapter.paragraphs:
        inside: list[Span] = []
        while n < len(chapter.spoken) and chapter.spoken[n][0] < end:
            inside.append(chapter.spoken[n])
            n += 1
        if inside:
            grouped.append(((start, end), inside))
    return grouped
