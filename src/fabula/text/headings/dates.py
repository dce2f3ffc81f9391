"""Dates and times as headings: the entries of a diary, the letters of a correspondence, the hours of one night."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median

from fabula.languages.patterns import fragments
from fabula.languages.topics.headings import CHAPTER, Heading
from fabula.text.headings.places import Found, stands_apart
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout

_FEWEST = 5
_LONGEST = 60
_WEEKDAY = 20
"""A line without a number is a date only if it is this short: `Sunday evening`."""
_LEAST_TEXT = 150
_YEAR = r"(?:[^\W\d]{3,20},?\s+)?(?:1[4-9]|20)\d\d(?:\s*年)?"
_CLOCK = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s*[ap]\.?\s?m\b\.?)?|\d{1,2}\s*[ap]\.?\s?m\b\.?"
_IN_FIGURES = r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))"
_DATE = re.compile(
    rf"[\W_]*(?:{fragments('headings', 'date')}|{_IN_FIGURES}|{_CLOCK}|{_YEAR})(?:\s*[,.:：，、 　—–-]+\s*[^.。!?！？“”]{{0,30}})?[\W_]*",
    re.I,
)
_MAY_BE = re.compile(r"\d|[一二三四五六七八九十元]")


def dated(lines: Lines, shape: Layout, start: int, end: int) -> list[Found]:
    """Every line that is only a date or a time, if such lines divide the text. Empty otherwise."""
    found = [Found(at, at + 1, heading) for at, heading in _dates(lines, shape, start, end)]
    if len(found) < _FEWEST:
        return []
    marks = [*(each.line for each in found), end]
    lengths = [lines.between(one, other) for one, other in pairwise(marks)]
    divided = median(lengths) >= _LEAST_TEXT and sum(lengths) >= 0.5 * lines.between(start, end)
    return found if divided and max(lengths) <= 0.7 * sum(lengths) else []


def _dates(lines: Lines, shape: Layout, start: int, end: int) -> list[tuple[int, Heading]]:
    found = []
    for at in range(start, end):
        line = lines[at]
        if not 0 < len(line) <= _LONGEST or (len(line) > _WEEKDAY and not _MAY_BE.search(line)):
            continue
        if at > start and lines[at - 1] and not stands_apart(line, lines[at - 1], shape):
            continue
        if _DATE.fullmatch(line):
            printed = " ".join(line.split()).strip("*_# ")
            found.append((at, Heading(CHAPTER, f"date {at}", None, printed, printed)))
    return found
