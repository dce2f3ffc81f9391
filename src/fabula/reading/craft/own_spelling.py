"""Where somebody of the story writes or talks in a spelling of their own: what is misspelt there is meant so.

A letter is its writer's. And a passage with several odd words is a child's, a servant's or a foreigner's, whether it is
written or said: an author's own misprint stands alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz.distance import DamerauLevenshtein

from fabula.languages import Language
from fabula.languages.spans import is_within, last_begun
from fabula.reading.parsed import Parsed, Span

COMMON = 12
"""How often a word must stand in the book before another spelling of it is odd. Words that most novels use are common too."""
SELDOM = 2
SHORTEST = 3
LONGEST = 40
"""Paragraphs of a letter. One without an end that can be seen is a paragraph long."""
BESIDE = 120
"""Characters around a word in which one other odd word is enough."""
AROUND = 2
"""How many other odd words a paragraph needs."""
MANY = 0.015
"""And the share of its words, in a long one."""
LINE, LINES, STANZA = 60, 4, 20
"""So many short lines one after another are verse. What is odd in one of them is odd so many lines around it."""
OLD_WORDS = 4
"""Verse with more words that nobody spells so is old, or in dialect."""
_VOWELS = re.compile(r"(?<!^)[aeiouyh]|(.)(?=\1)")
_WORDS = re.compile(r"[a-z]+")
_WHOLE = re.compile(r"(?<![^\W_])[a-z]+(?![^\W_])")
_MARK = re.compile('[“”"]')
_OPENING = "“\"‘'«_ *—–―-"
_CLOSING = "”\"’'»"


class OwnSpelling:
    """The places of a book whose spelling is somebody's own."""

    def __init__(self, parsed: Sequence[Parsed], counts: Mapping[str, int], language: Language) -> None:
        self._parsed, self._counts, self._language = parsed, counts, language
        published = language.style.published()
        self._known = published.words if published else {}
        self._letters = {id(chapter): list(letters(chapter, language)) for chapter in parsed}
        self._common: dict[str, list[str]] = defaultdict(list)
        for word in {*self._known, *(word for word, count in counts.items() if count >= COMMON)}:
            if word.isascii() and word.isalpha() and len(word) >= SHORTEST:
                self._common[_sounds(word)].append(word)

    def holds(self, chapter: Parsed, offset: int) -> bool:
        """Whether what stands at an offset is in somebody's own spelling."""
        if self.is_letter(chapter, offset):
            return True
        index = last_begun(chapter.paragraphs, offset)
        stanza = _stanza(chapter, index) if index >= 0 else None
        if stanza is not None:
            return self._is_of_old_verse(chapter.chapter.text, *stanza)
        start, end = chapter.paragraphs[index] if index >= 0 else (0, len(chapter.chapter.text))
        places = [at for at in self._odd(chapter.chapter.text, start, end) if at != offset]
        if any(abs(at - offset) <= BESIDE and self._is_in_one(chapter, at, offset) for at in places):
            return True
        return len(places) >= max(AROUND, MANY * chapter.words.between(start, end))

    def _is_of_old_verse(self, text: str, start: int, end: int) -> bool:
        """Whether lines of verse hold several words that nobody spells so."""
        spelling = self._language.style.spelling
        words = set(_WHOLE.findall(text, start, end))
        unknown = {word for word in words - self._known.keys() if len(word) >= SHORTEST}
        return spelling is not None and sum(not spelling.is_right(word) for word in unknown) > OLD_WORDS

    def is_letter(self, chapter: Parsed, offset: int) -> bool:
        """Whether an offset lies within a letter that is shown."""
        return is_within(self._letters[id(chapter)], offset)

    def _is_in_one(self, chapter: Parsed, one: int, other: int) -> bool:
        """Whether both stand within one pair of marks, be it speech or a few words that are quoted."""
        text, first = chapter.chapter.text, min(one, other)
        paragraph = last_begun(chapter.paragraphs, first)
        start = chapter.paragraphs[paragraph][0] if paragraph >= 0 else 0
        before = _MARK.findall(text, start, first)
        is_open = bool(before) and (before[-1] == "“" or (before[-1] == '"' and before.count('"') % 2 == 1))
        return is_open and not _MARK.search(text, first, max(one, other))

    def _odd(self, text: str, start: int, end: int) -> Iterator[int]:
        """Where odd words begin: letters that somebody drops, and other spellings of common words."""
        if self._language.style.own_spelling is not None:
            for match in self._language.style.own_spelling.finditer(text, start, end):
                yield match.start()
        for match in _WORDS.finditer(text, start, end):
            is_whole = not text[match.start() - 1 : match.start()].isalpha()
            if is_whole and self._is_odd(match.group()):
                yield match.start()

    def _is_odd(self, word: str) -> bool:
        if len(word) < SHORTEST or word in self._known or self._counts.get(word, 0) > SELDOM:
            return False
        return any(
            other != word
            and not other.startswith(word)
            and not word.startswith(other)
            and DamerauLevenshtein.distance(word, other, score_cutoff=1) == 1
            for other in self._common.get(_sounds(word), ())
        )


def _stanza(chapter: Parsed, index: int) -> Span | None:
    """The lines of verse around a paragraph that is one of them. Old verse is spelled as it was written."""
    lines = chapter.paragraphs

    def is_line(n: int) -> bool:
        start, end = lines[n]
        return end - start <= LINE and chapter.chapter.text[start] not in _OPENING

    first = last = index
    while first > max(0, index - STANZA) and is_line(first - 1):
        first -= 1
    while last + 1 < min(len(lines), index + STANZA) and is_line(last + 1):
        last += 1
    is_verse = is_line(index) and last - first + 1 >= LINES
    return (lines[first][0], lines[last][1]) if is_verse else None


def _sounds(word: str) -> str:
    """The consonants of a word: two spellings of it seldom differ in them."""
    return "".join(sorted(_VOWELS.sub("", word)))


def letters(chapter: Parsed, language: Language) -> Iterator[Span]:
    """Letters that are shown: from how they begin to how they end."""
    begins, ends = language.narration.letter, language.narration.letter_end
    text, paragraphs, last = chapter.chapter.text, chapter.paragraphs, -1
    for number, (start, end) in enumerate(paragraphs):
        if number <= last or begins is None or not begins.search(text, start, end):
            continue
        last = number
        later = range(number, min(number + LONGEST, len(paragraphs)))
        closed = next((n for n in later if ends is not None and ends.search(text, *paragraphs[n])), None)
        if closed is not None:
            last = closed
        else:
            while last + 1 < len(paragraphs) and _goes_on(text, paragraphs[last], paragraphs[last + 1]):
                last += 1
        yield start, paragraphs[last][1]


def _goes_on(text: str, one: Span, other: Span) -> bool:
    """Whether a quotation is not closed at the end of a paragraph, and goes on in the next."""
    return text[one[1] - 1] not in _CLOSING and text[one[0]] in _OPENING and text[other[0]] in _OPENING
