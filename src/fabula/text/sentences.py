"""Sentences of English and Chinese prose, as offsets, in one pass over the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PARAGRAPH = re.compile(r"[^\n]+(?:\n(?![^\S\n]*\n)[^\n]+)*")
_MARK = re.compile(r"[“”„«»「」『』\"＂]|[.!?…]+|[。！？．｡⋯]+(?:[.!?…。！？．])*")
_CLOSERS = "\"'“”’»」』）)】]》〉＂"
_OPENERS = "\"'“‘«「『（([【《〈*_—–-"
_WIDE_STOPS = frozenset("。！？．｡⋯")
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_ABBREVIATIONS = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "messrs",
        "mme",
        "mlle",
        "mdme",
        "dr",
        "prof",
        "rev",
        "hon",
        "st",
        "ste",
        "sr",
        "jr",
        "esq",
        "capt",
        "col",
        "gen",
        "lt",
        "lieut",
        "maj",
        "sgt",
        "corp",
        "cpl",
        "pvt",
        "adm",
        "cmdr",
        "gov",
        "sen",
        "rep",
        "pres",
        "supt",
        "insp",
        "det",
        "vs",
        "viz",
        "cf",
        "ca",
        "ibid",
        "fig",
        "figs",
        "ed",
        "eds",
        "vol",
        "vols",
        "no",
        "nos",
        "p",
        "pp",
        "ch",
        "chap",
        "sec",
        "art",
        "mt",
        "ft",
        "ave",
        "blvd",
        "rd",
        "bros",
        "co",
        "inc",
        "ltd",
        "dept",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sept",
        "sep",
        "oct",
        "nov",
        "dec",
        "i.e",
        "e.g",
        "a.m",
        "p.m",
        "u.s",
        "u.k",
    ]
)
_BEFORE_A_NUMBER = frozenset(
    [
        "no",
        "nos",
        "p",
        "pp",
        "ch",
        "chap",
        "sec",
        "vol",
        "vols",
        "fig",
        "figs",
        "art",
        "mar",
        "co",
        "st",
        "ft",
    ]
)
_OFTEN_LAST = frozenset(["a.m", "p.m", "u.s", "u.k", "jr", "sr", "esq", "inc", "ltd", "co", "etc", "bros"])


def sentences(text: str, language: str) -> list[tuple[int, int]]:
    """Start and end of every sentence, in order; together they cover all that is not white space.

    A sentence takes the quotation marks that close after it along, and ends at the end of its paragraph at the latest.
    """
    found: list[tuple[int, int]] = []
    for paragraph in _PARAGRAPH.finditer(text):
        start = paragraph.start()
        for end in (*_ends(text, paragraph.start(), paragraph.end(), language), paragraph.end()):
            first, last = _trimmed(text, start, end)
            if first < last:
                found.append((first, last))
            start = end
    return found


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _ends(text: str, start: int, end: int, language: str) -> Iterator[int]:
    """Where sentences end within one paragraph. `open_quote` tells a straight mark that closes from one that opens."""
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
        if _closes(text, mark.start(), mark.end(), after, end, language):
            open_quote = open_quote and after == mark.end()
            done = after
            yield after


def _past_closers(text: str, at: int, end: int, open_quote: bool) -> int:
    """Past the marks that close right after a stop; a straight mark closes only what was open."""
    while at < end and text[at] in _CLOSERS and text[at] != "“":
        if text[at] in "\"＂'" and not open_quote and (at + 1 == end or not text[at + 1].isspace()):
            break
        at += 1
    return at


def _closes(text: str, at: int, stop: int, after: int, end: int, language: str) -> bool:
    """Whether the stop at `at:stop`, with its closing marks up to `after`, ends a sentence."""
    if after >= end:
        return True
    mark = text[at:stop]
    if _WIDE_STOPS.intersection(mark):
        return True
    wide_before = at > 0 and ord(text[at - 1]) > 0x2E7F
    if language in ("zh", "ja") and (wide_before or ord(text[after]) > 0x2E7F):
        return mark != "." or wide_before
    if not text[after].isspace():
        return False
    following = _first_letter(text, after, end)
    if following.islower():
        return False
    return mark != "." or not _abbreviates(text, at, following)


def _first_letter(text: str, at: int, end: int) -> str:
    for place in range(at, min(end, at + 40)):
        if not text[place].isspace() and text[place] not in _OPENERS:
            return text[place]
    return ""


def _abbreviates(text: str, at: int, following: str) -> bool:
    """Whether the full stop belongs to Mr, St, J. or p.m. and not to the sentence."""
    before = _WORD_BEFORE.search(text, max(0, at - 24), at)
    if before is None:
        return False
    word = before[0]
    if len(word) == 1 and word.isupper() and word != "I":
        return True
    lower = word.lower()
    if lower in _BEFORE_A_NUMBER:
        return following.isdigit() or lower in ("st", "co")
    return lower in _ABBREVIATIONS and lower not in _OFTEN_LAST
