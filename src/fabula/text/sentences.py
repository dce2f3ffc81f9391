"""Sentences as offsets, in one pass over the text, by the rules of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from fabula.languages import Language
from fabula.languages.spans import PARAGRAPH, trimmed
from fabula.languages.topics.sentences import SentenceRules

_MARK = re.compile(
    r"[“”„«»「」『』\"＂.!?…。！？．｡⋯](?:(?<=[.!?…])[.!?…]*|(?<=[。！？．｡⋯])[。！？．｡⋯]*[.!?…。！？．]*)?"
)
"""A mark of speech, or stops in a row. A pattern that begins with one of its letters is searched faster."""
_CLOSERS = "\"'“”’»」』）)】]》〉＂"
_WIDE_STOPS = frozenset("。！？．｡⋯")
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")


def sentences(text: str, language: str) -> list[tuple[int, int]]:
    """Start and end of every sentence, in order; together they cover everything but white space.

    Closing quotation marks belong to the sentence before them. A paragraph always ends its last sentence.
    """
    rules = Language(language).sentences
    found: list[tuple[int, int]] = []
    for paragraph in PARAGRAPH.finditer(text):
        start = paragraph.start()
        for end in (*_ends(text, paragraph.start(), paragraph.end(), rules), paragraph.end()):
            first, last = trimmed(text, start, end)
            if first < last:
                found.append((first, last))
            start = end
    return found


def _ends(text: str, start: int, end: int, rules: SentenceRules) -> Iterator[int]:
    """Where sentences end within one paragraph. `open_quote` tells closing straight marks from opening ones."""
    open_quote = False
    done = start
    for mark in _MARK.finditer(text, start, end):
        if mark.start() < done:
            continue
        first = mark[0][0]
        if first in _CLOSERS or first in "„«「『":
            open_quote = not open_quote if first in '"＂' else first in "“„«「『"
            continue
        after = _past_closers(text, mark.end(), end, open_quote)
        if _closes(text, mark.start(), mark.end(), after, end, rules):
            open_quote = open_quote and after == mark.end()
            done = after
            yield after


def _past_closers(text: str, at: int, end: int, open_quote: bool) -> int:
    """The position after the closing marks that follow a stop. A straight mark closes only what was open."""
    while at < end and text[at] in _CLOSERS and text[at] != "“":
        if text[at] in "\"＂'" and not open_quote and (at + 1 == end or not text[at + 1].isspace()):
            break
        at += 1
    return at


def _closes(text: str, at: int, stop: int, after: int, end: int, rules: SentenceRules) -> bool:
    """Whether the stop at `at:stop`, with its closing marks up to `after`, ends a sentence."""
    if after >= end:
        return True
    mark = text[at:stop]
    if _WIDE_STOPS.intersection(mark):
        return True
    wide_before = at > 0 and ord(text[at - 1]) > 0x2E7F
    if rules.by_character and (wide_before or ord(text[after]) > 0x2E7F):
        return mark != "." or wide_before
    if not text[after].isspace():
        return False
    following = _first_letter(text, after, end, rules.openers)
    if following.islower():
        return False
    return mark != "." or not _abbreviates(text, at, following, rules)


def _first_letter(text: str, at: int, end: int, openers: str) -> str:
    for place in range(at, min(end, at + 40)):
        if not text[place].isspace() and text[place] not in openers:
            return text[place]
    return ""


@lru_cache(maxsize=1 << 14)
def _last_word(letters: str) -> str:
    before = _WORD_BEFORE.search(letters)
    return before[0] if before else ""


def _abbreviates(text: str, at: int, following: str, rules: SentenceRules) -> bool:
    """Whether the full stop belongs to Mr, St, J. or p.m. and not to the sentence."""
    behind = text[max(0, at - 24) : at]
    word = _last_word(behind[behind.rfind(" ") + 1 :])
    if not word:
        return False
    if len(word) == 1 and word.isupper() and word not in rules.one_letter_words:
        return True
    lower = word.lower()
    if lower in rules.before_a_number:
        return following.isdigit() or lower in rules.before_a_name
    return lower in rules.abbreviations and lower not in rules.often_last
