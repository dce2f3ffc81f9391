"""Rhythm: sentences that begin alike or never end, and talk without narration or narration without talk."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from statistics import median

from fabula.languages import Language
from fabula.languages.spans import overlapping
from fabula.notices import Notice
from fabula.reading.craft.figures import Craft
from fabula.reading.craft.outside import touches
from fabula.reading.findings import Finding, counted_in, finding
from fabula.reading.parsed import QUOTED, Parsed, Span, overlaps

ALIKE = 5
"""Sentences in a row that must begin with one word."""
LONGER = 6.0
ITEMS = 8
"""Semicolons of a sentence that lists."""
WALL = 15.0
"""How many times as long as the usual one a long paragraph is."""
SENTENCES = 2
"""A paragraph of so few is a long sentence, which is found as one."""
VERSE = 45
"""Characters that lines of prose have at least, on average."""
HEAD = 6
"""Characters that are enough to show the first word of a sentence where no spaces do."""
BARE = 16
"""Speeches in a row, with no word of narration, after which a reader may lose who speaks."""
BARE_WORDS = 40
SILENT = 2500
"""Words without a spoken line that are many in a book with much talk."""
TALKING = 0.2
_ENDS_WITHIN = re.compile(r"[.!?][”’\"')]*\s+[“‘\"'(]*[A-Z]")
_ENDED = re.compile(r"[.!?…:。！？：—][”’\"'」』)）\]*_]*\s*\Z")
"""How a paragraph ends. A line of verse that stands alone mostly ends otherwise."""
ENDING = 8
"""Characters of such an end."""
_CLAUSES = re.compile(r"[，、,;；：:“”‘’\"「」『』（）()\s]+")
_ITEMS = re.compile("[；;]")
_FIRST_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene, from a break to the next."""

    chapter: int
    offset: int
    words: int
    talk: float
    """The share of its characters that are spoken."""


def scene_talk(parsed: Sequence[Parsed]) -> tuple[Scene, ...]:
    """How much of each scene is talk."""
    found: list[Scene] = []
    for chapter in parsed:
        text = chapter.chapter.text
        for start, end in pairwise([0, *chapter.chapter.scene_breaks, len(text)]):
            spoken = overlapping(chapter.spoken, start, end)
            if text[start:end].strip():
                words = chapter.words.between(start, end)
                found.append(
                    Scene(
                        chapter.chapter.number,
                        start,
                        words,
                        overlaps(spoken, (start, end)) / max(1, end - start),
                    )
                )
    return tuple(found)


def alike_sentences(parsed: Sequence[Parsed], language: Language) -> Iterator[Finding]:
    """Sentences of narration that begin with the same word, five or more to a paragraph, the longest run first."""
    runs: list[tuple[int, int, int, str]] = []
    for index, chapter in enumerate(parsed):
        text, n = chapter.chapter.text, 0
        firsts = [_first_word(text, span, chapter.spoken, language) for span in chapter.sentences]
        while n < len(firsts):
            end = n + 1
            while (
                end < len(firsts)
                and firsts[n]
                and firsts[end] == firsts[n]
                and "\n\n" not in text[chapter.sentences[end - 1][0] : chapter.sentences[end][0]]
            ):
                end += 1
            if end - n >= ALIKE and runs and _go_on(runs[-1], (index, n, firsts[n])):
                runs[-1] = (runs[-1][0] + n - end, *runs[-1][1:])
            elif end - n >= ALIKE:
                runs.append((n - end, index, n, firsts[n]))
            n = end
    for size, index, n, word in sorted(runs):
        start, end = parsed[index].sentences[n][0], parsed[index].sentences[n - size - 1][1]
        text = parsed[index].chapter.text
        if not language.joiner:
            heads = [text[at : at + HEAD] for at, _ in parsed[index].sentences[n : n - size]]
            word = max(word, common_start(heads), key=len)  # a word list may cut a name short
        yield finding(
            "alike-sentences",
            "medium" if -size >= ALIKE + 2 else "low",
            Notice.of("findings.alike-sentences", n=-size, word=word.capitalize()),
            parsed[index],
            start,
            (start, min(end, start + QUOTED)),
        )


def _go_on(run: tuple[int, int, int, str], more: tuple[int, int, str]) -> bool:
    """Whether a run of the next paragraph goes on with the same word: a list of pages, and one finding."""
    size, index, n, word = run
    return (index, n - size, word) == more


def common_start(heads: Sequence[str]) -> str:
    """The letters with which all of them begin."""
    return "".join(
        letters[0] for letters in takewhile(lambda same: len(set(same)) == 1, zip(*heads, strict=False))
    )


def _first_word(text: str, span: Span, spoken: Sequence[Span], language: Language) -> str:
    match = _FIRST_WORD.search(text, *span)
    if match is None or touches(spoken, span):
        return ""
    if not language.joiner:
        word = next(iter(language.style.tokens(match.group()[:HEAD]).words), "")
        return "" if word in language.narration.first_person else word  # older editions lose closing marks
    return match.group().lower() if match.end() - span[0] <= 20 else ""


def long_sentences(parsed: Sequence[Parsed], whole: Craft, language: Language) -> Iterator[Finding]:
    """Sentences of narration that are long by any measure and far above the book's own, the longest first."""
    least = max(language.style.long_sentence, LONGER * whole.sentence_words)
    found: list[tuple[int, int, Span]] = []
    for index, chapter in enumerate(parsed):
        for start, end in chapter.sentences:
            if end - start < (3 if language.joiner else 1) * least or touches(chapter.spoken, (start, end)):
                continue
            text = chapter.chapter.text[start:end]
            size = chapter.words.between(start, end)
            if (
                size >= least
                and "\n\n" not in text
                and not _ENDS_WITHIN.search(text)
                and _is_prose(text, language)
            ):
                found.append((-size, index, (start, end)))
    for size, index, (start, _) in sorted(found):
        yield finding(
            "long-sentence",
            "low",
            Notice.of(
                "findings.long-sentence", n=-size, usual=whole.sentence_words, unit=counted_in(language)
            ),
            parsed[index],
            start,
        )


def long_paragraphs(parsed: Sequence[Parsed], language: Language) -> Iterator[Finding]:
    """Paragraphs of narration that are long by any measure and far above the book's own, the longest first. A line of verse is no paragraph."""
    sizes = [[chapter.words.between(*span) for span in chapter.paragraphs] for chapter in parsed]
    whole = [
        size
        for chapter, own in zip(parsed, sizes, strict=True)
        for size, (start, end) in zip(own, chapter.paragraphs, strict=True)
        if _ENDED.search(chapter.chapter.text, max(start, end - ENDING), end)
    ]
    usual = median(whole) if whole else 0
    least = max(language.style.long_paragraph, WALL * usual)
    found = [
        (-size, index, span)
        for index, (chapter, own) in enumerate(zip(parsed, sizes, strict=True))
        for size, span in zip(own, chapter.paragraphs, strict=True)
        if size >= least and _is_narration(chapter, span) and _has_sentences(chapter, span)
    ]
    for size, index, (start, _) in sorted(found):
        yield finding(
            "long-paragraph",
            "low",
            Notice.of(
                "findings.long-paragraph",
                n=-size,
                usual=usual,
                least=math.ceil(least),
                unit=counted_in(language),
            ),
            parsed[index],
            start,
        )


def _has_sentences(chapter: Parsed, span: Span) -> bool:
    """Whether a paragraph is more than one or two long sentences."""
    return len(overlapping(chapter.sentences, *span)) > SENTENCES


def _is_narration(chapter: Parsed, span: Span) -> bool:
    """Whether a paragraph is prose that hardly anybody speaks."""
    start, end = span
    spoken = overlaps(overlapping(chapter.spoken, start, end), span)
    return spoken <= TALKING * (end - start) and end - start >= VERSE * (
        1 + chapter.chapter.text.count("\n", start, end)
    )


def _is_prose(text: str, language: Language) -> bool:
    """Not a list of names. Where no spaces are, a list has clauses of a few letters, or one without an end, or many items."""
    if not language.joiner and len(_ITEMS.findall(text)) >= ITEMS:
        return False
    clauses = [len(clause) for clause in _CLAUSES.split(text) if clause]
    return bool(language.joiner) or (sum(clauses) / len(clauses) >= 7 and max(clauses) <= 40)


def bare_talk(parsed: Sequence[Parsed]) -> Iterator[Finding]:
    """Short speeches one after another without a word of narration, the longest run first."""
    found: list[tuple[int, int, int, int]] = []
    for index, chapter in enumerate(parsed):
        run: list[Span] = []
        for paragraph in [*chapter.paragraphs, (0, 0)]:
            if paragraph[1] and _is_one_speech(chapter, paragraph):
                run.append(paragraph)
                continue
            if len(run) >= BARE:
                found.append((-len(run), index, run[0][0], run[-1][1]))
            run = []
    for size, index, start, end in sorted(found):
        yield finding(
            "bare-talk",
            "medium" if -size >= 2 * BARE else "low",
            Notice.of("findings.bare-talk", n=-size),
            parsed[index],
            start,
            (start, min(end, start + QUOTED)),
        )


_TALE = re.compile(r"[“\"][ \u00a0\u2009\u200a]?[‘']|[‘'][ \u00a0\u2009\u200a]?[“\"]|[「『][「『]")
"""How a speech within a tale begins. The tale tells who speaks."""


def _is_one_speech(chapter: Parsed, paragraph: Span) -> bool:
    start, end = paragraph
    if _TALE.match(chapter.chapter.text, start):
        return False
    if end - start > 12 * BARE_WORDS or not touches(chapter.spoken, paragraph):
        return False
    outside = "".join(
        chapter.chapter.text[a:b] for a, b in _gaps(paragraph, overlapping(chapter.spoken, start, end))
    )
    return not any(letter.isalnum() for letter in outside) and chapter.words.between(start, end) <= BARE_WORDS


def _gaps(outer: Span, inner: Sequence[Span]) -> Iterator[Span]:
    at = outer[0]
    for start, end in inner:
        if start > at:
            yield at, start
        at = max(at, end)
    if at < outer[1]:
        yield at, outer[1]


def silent_stretches(parsed: Sequence[Parsed], whole: Craft) -> Iterator[Finding]:
    """Long stretches of a book with much talk in which nobody speaks, the longest first."""
    if whole.dialogue_share < TALKING:
        return
    speeches = sum(len(chapter.spoken) for chapter in parsed)
    usual = whole.words * (1 - whole.dialogue_share) / max(1, speeches)
    for size, index, offset in sorted(_silences(parsed), reverse=True):
        if size < SILENT:
            return
        after = _FIRST_WORD.search(parsed[index].chapter.text, offset)
        yield finding(
            "silent-stretch",
            "low",
            Notice.of("findings.silent-stretch", n=size, usual=usual),
            parsed[index],
            after.start() if after else offset,
        )


def _silences(parsed: Sequence[Parsed]) -> Iterator[tuple[int, int, int]]:
    """How many words pass from one speech to the next, also over chapters, and where they begin."""
    begun, words = (0, 0), 0
    for index, chapter in enumerate(parsed):
        text, at = chapter.chapter.text, 0
        for start, end in [*chapter.spoken, (len(text), len(text))]:
            gap = chapter.words.between(at, start)
            if gap and not words:
                begun = (index, at)
            words += gap
            if end > start:
                yield words, *begun
                words = 0
            at = end
    yield words, *begun
