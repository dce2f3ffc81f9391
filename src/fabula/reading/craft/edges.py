"""How chapters open and close, and the words that place them in time."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.craft.rhythm import common_start
from fabula.reading.findings import Finding, finding
from fabula.reading.parsed import Parsed, Span
from fabula.text.sieve import sparse

FEW = 5
"""Fewer chapters than this that open or close alike are no habit."""
OFTEN = {"speech": 0.6, "question": 0.3, "time": 0.4, "weather": 0.25, "waking": 0.2, "sleep": 0.2}
"""The share of chapters from which a kind of opening or ending is a habit."""
IN_A_ROW = 3
REFRAIN = 20
"""Characters at the end of a chapter that show whether the same words come back."""
SENTENCE = 40
"""The fewest characters of a paragraph that is more than a heading."""
WIDE = 3
"""How many letters of an alphabet a Chinese character stands for here."""
HEAD = 2
"""Characters that show whether chapters begin alike where no spaces end a word."""
NAMED = 8
"""The most chapters that a finding names."""
_WORD = re.compile(r"[^\W\d_]+")
MOTTO = 1_500
"""Characters that hold what is quoted above a chapter."""
_CLOSED = re.compile(r'[^”»"]*[”»"](?=[ \t]*\n)')
_WHOSE = re.compile(r"[\W_]*(?:(?:[A-Z][\w’'-]*\.?|of|the|and|de|von|from|in)[,:]?\s*){1,6}[.\W_]*")
"""A line with the name of a poet or of a song, and nothing else."""
_SPACED = re.compile(r"[^\W\d_\u2e80-\U0010ffff]+")
"""A word that spaces end, also in a language without them: Anna in Chinese prose."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The first and the last sentence of a chapter, by kind. None if it is of no special kind."""

    chapter: int
    opening: str | None
    """`speech`, `time`, `weather` or `waking`. A tale in quotation marks has no kind."""
    ending: str | None
    """`speech`, `question` or `sleep`."""


@dataclass(frozen=True, slots=True)
class TimeWord:
    """Words that place the story in time: `the next morning`."""

    chapter: int
    offset: int
    words: str


def edges(parsed: Sequence[Parsed], language: Language) -> tuple[Edges, ...]:
    """The kind of each chapter's first and last sentence."""
    return tuple(
        Edges(each.chapter.number, _opening(each, language), _ending(each, language)) for each in parsed
    )


def _opening(chapter: Parsed, language: Language) -> str | None:
    if not chapter.paragraphs:
        return None
    text, start = chapter.chapter.text, _after_motto(chapter)
    if any(start <= first <= start + 1 for first, _ in chapter.spoken):
        return None if chapter.is_told_aloud else "speech"
    patterns = language.narration.openings
    return next((kind for kind, pattern in patterns.items() if pattern.match(text, start)), None)


def _after_motto(chapter: Parsed) -> int:
    """Where a chapter begins: after the words that it quotes above itself, and a line that says whose they are."""
    text, start = chapter.chapter.text, chapter.paragraphs[0][0]
    closed = _CLOSED.match(text, start + 1, start + MOTTO) if text[start] in '“«"' else None
    below = bisect_right(chapter.paragraphs, (closed.end(), 0)) if closed else len(chapter.paragraphs)
    if below + 1 >= len(chapter.paragraphs):
        return start
    by, end = chapter.paragraphs[below]
    return chapter.paragraphs[below + 1][0] if _WHOSE.fullmatch(text, by, end) else start


def _ending(chapter: Parsed, language: Language) -> str | None:
    if not chapter.sentences:
        return None
    text = chapter.chapter.text
    start, end = chapter.sentences[-1]
    if chapter.spoken and chapter.spoken[-1][1] >= len(text.rstrip()):
        return None if chapter.is_told_aloud else "speech"
    if text[start:end].rstrip("”’\"' \n").endswith(("?", "？")):
        return "question"
    patterns = language.narration.endings
    return next((kind for kind, pattern in patterns.items() if pattern.search(text, start, end)), None)


def alike_edges(parsed: Sequence[Parsed], known: Sequence[Edges], language: Language) -> Iterator[Finding]:
    """Kinds of openings and endings that come again and again, and openings with one word in a row."""
    for place in ("opening", "ending"):
        kinds = Counter(kind for each in known if (kind := getattr(each, place)))
        for kind, count in kinds.most_common():
            if count < FEW or count < OFTEN[kind] * len(known):
                continue
            which = [n for n, each in enumerate(known) if getattr(each, place) == kind]
            if place == "opening" or not _is_refrain(parsed, which):
                yield _habit(parsed, place, kind, which)
    yield from _same_first_words(parsed, language)


def _is_refrain(parsed: Sequence[Parsed], which: Sequence[int]) -> bool:
    """Whether most of these chapters end with the same words: a line that comes back on purpose."""
    words = Counter(parsed[n].chapter.text.rstrip()[-REFRAIN:] for n in which)
    return 2 * words.most_common(1)[0][1] > len(which)


def _habit(parsed: Sequence[Parsed], place: str, kind: str, which: Sequence[int]) -> Finding:
    last = parsed[which[-1]]
    numbers = tuple(str(parsed[n].chapter.number) for n in which[:NAMED])
    return finding(
        f"alike-{place}s",
        "medium" if kind in ("waking", "sleep", "weather") else "low",
        Notice.of(f"findings.alike-{place}s-{kind}", n=len(which), chapters=len(parsed), some=numbers),
        last,
        last.sentences[0 if place == "opening" else -1][0],
    )


def _same_first_words(parsed: Sequence[Parsed], language: Language) -> Iterator[Finding]:
    plain = language.style.function_words | language.narration.formulas
    places = [_first_word(each, language) for each in parsed]
    words = [word if word.lower() not in plain else "" for word, _ in places]
    n = 0
    while n < len(words):
        end = n + 1
        while end < len(words) and words[n] and words[end] == words[n]:
            end += 1
        if end - n >= IN_A_ROW:
            first, last = parsed[n].chapter.number, parsed[end - 1].chapter.number
            shown = words[n] if language.joiner else _shared_word(parsed[n:end], places[n:end], language)
            yield finding(
                "alike-openings",
                "low",
                Notice.of("findings.alike-openings-word", n=end - n, first=first, last=last, word=shown),
                parsed[end - 1],
                places[end - 1][1],
            )
        n = end


def _shared_word(parsed: Sequence[Parsed], places: Sequence[tuple[str, int]], language: Language) -> str:
    """The word with which they all begin. A word list may cut a name in two, and has no words of another script."""
    heads = [each.chapter.text[at : at + 3 * HEAD] for each, (_, at) in zip(parsed, places, strict=True)]
    start = common_start(heads)
    words = language.style.tokens(start).words
    known = words and start.startswith(words[0])
    return "".join(words[: 2 if len(words[0]) == 1 else 1]) if known else places[0][0]


def _first_word(chapter: Parsed, language: Language) -> tuple[str, int]:
    """The first word and its offset, after numbers and lines of a heading. A short speech is no heading."""
    text = chapter.chapter.text
    least = SENTENCE if language.joiner else SENTENCE // WIDE
    spoken = {start for start, _ in chapter.spoken}
    start = next(
        (
            start
            for start, end in chapter.paragraphs
            if (end - start >= least or start in spoken) and text[start] not in "#*"
        ),
        None,
    )
    match = None if start is None else _WORD.search(text, start)
    if match is None:
        return "", 0
    spaced = match if language.joiner else _SPACED.match(text, match.start())
    return spaced.group() if spaced else match.group()[:HEAD], match.start()


def time_words(parsed: Sequence[Parsed], language: Language) -> tuple[TimeWord, ...]:
    """The words of the narration that place scenes in time, in the order of the book."""
    pattern = language.narration.time
    if pattern is None:
        return ()
    found: list[TimeWord] = []
    for chapter in parsed:
        spoken: list[Span] = [*chapter.spoken, (len(chapter.chapter.text) + 1, 0)]
        at = 0
        for match in sparse(pattern).finditer(chapter.chapter.text):
            while spoken[at][1] and spoken[at][1] <= match.start():
                at += 1
            if match.start() < spoken[at][0]:
                words = " ".join(match.group().split())
                found.append(TimeWord(chapter.chapter.number, match.start(), words))
    return tuple(found)
