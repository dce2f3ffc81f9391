"""Which reading of a text's headings has the most evidence: by words, by a series, by dates.

Words that say what they are (`Chapter 3`) come first if they count without gaps. Otherwise the reading with the longest
count wins, if the text between its headings is as long as chapters are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from fabula.languages.topics.headings import BARE, CHAPTER, PART
from fabula.text.headings.dates import dated
from fabula.text.headings.places import (
    Found,
    candidates,
    chapter_level,
    is_tiny,
    page_numbers,
    without_contents,
)
from fabula.text.headings.series import longest_series
from fabula.text.headings.site_words import without_ends
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout

_WITHOUT_GAPS = 0.8
_LATEST_FIRST = 3
_LONGEST_CHAPTER = 60_000
"""Characters a chapter may have, on average, before other headings are looked for."""
_CLEARLY_MORE = 1.5
_MAY_STAND_ABOVE = ("epilogue", "prologue")
"""Kinds that may be parts also where they have a number: FIRST EPILOGUE."""


@dataclass(frozen=True, slots=True)
class Read:
    """The headings of chapters, of parts, and the entries of contents lists."""

    chapters: list[Found]
    parts: list[Found]
    listed: list[Found]


def read_headings(lines: Lines, shape: Layout, start: int, end: int) -> Read:
    """The reading with the most evidence. Without any, there are no chapters."""
    found, listed = without_contents(candidates(lines, shape, start, end), lines, end)
    found = _raised(found, lines)
    chosen = _by_words(found, lines)
    if not _convincing(chosen, lines, end):
        others = _by_evidence(lines, shape, start, end, found)
        if len(others) > _CLEARLY_MORE * _counted(chosen):
            chosen = _with_unnumbered(others, found)
    taken = {each.line for each in chosen}
    parts = [each for each in found if each.heading.level == PART and each.line not in taken]
    return Read(without_ends(chosen), parts, listed)


def _by_evidence(lines: Lines, shape: Layout, start: int, end: int, found: Sequence[Found]) -> list[Found]:
    """The series or the dates that divide the text, whichever are more."""
    parts = [each for each in found if each.heading.level == PART]
    series = longest_series(lines, shape, start, end, parts)
    dates = dated(lines, shape, start, end)
    best = max(dates, series, key=len)
    return [] if page_numbers(best, lines) else best


def _with_unnumbered(chosen: Sequence[Found], found: Sequence[Found]) -> list[Found]:
    """The chapters and the prologues and epilogues among them."""
    taken = {each.line for each in chosen}
    unnumbered = [
        each
        for each in found
        if each.heading.level == CHAPTER and each.heading.number is None and each.line not in taken
    ]
    return sorted([*chosen, *unnumbered], key=lambda each: each.line)


def _by_words(found: Sequence[Found], lines: Lines) -> list[Found]:
    """The level of chapters by what each line says, without page numbers."""
    chosen = chapter_level(found)
    bare = [each for each in chosen if each.heading.level == BARE and each.heading.kind == "digits"]
    if not bare or not page_numbers(bare, lines):
        return chosen
    pages = {each.line for each in bare}
    return chapter_level([each for each in found if each.line not in pages])


def _raised(found: Sequence[Found], lines: Lines) -> list[Found]:
    """An epilogue without text, above chapters that count from one, is a part as high as the others."""
    top = min((each.heading.rank for each in found if each.heading.level == PART), default=0)
    raised = []
    for each, following in pairwise([*found, None]):
        if each is None:
            continue
        heading = each.heading
        above = heading.level == CHAPTER and (heading.number is None or heading.kind in _MAY_STAND_ABOVE)
        if above and following and _begins(following) and is_tiny(lines, each.after, following.line):
            each = replace(each, heading=replace(heading, level=PART, rank=top))
        raised.append(each)
    return raised


def _begins(found: Found) -> bool:
    return found.heading.number == 1 or found.heading.level == PART


def _convincing(chosen: Sequence[Found], lines: Lines, end: int) -> bool:
    numbers = [each.heading.number for each in chosen if each.heading.number is not None]
    if len(numbers) < 2 or numbers[0] > _LATEST_FIRST:
        return False
    in_turn = sum(after in (before + 1, 1) for before, after in pairwise(numbers))
    usual = lines.between(chosen[0].line, end) / len(chosen)
    return in_turn >= _WITHOUT_GAPS * (len(numbers) - 1) and usual <= _LONGEST_CHAPTER


def _counted(chosen: Sequence[Found]) -> int:
    """How many headings count on from the one before."""
    numbers = [each.heading.number for each in chosen if each.heading.number is not None]
    return sum(after in (before + 1, 1) for before, after in pairwise(numbers)) + bool(numbers)
