"""Chapters headed by a few names in turn: by who tells them (`Darl`, `Cora`, `Darl`), by `Then` and `Now`, by places.

One line that comes again is an advert, a signature or a running head. Two or more that take turns, at the distances of
chapters and between sentences, are headings. So is one with numbers that rise or fall: `136 Days Before`, `98 Days Before`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean, median, pstdev

from fabula.text.headings.places import is_tiny
from fabula.text.lines import Lines

_FEWEST = 5
_FEWEST_LABELS = 2
_MOST_OF_ONE = 0.75
"""The share of the headings that the most frequent label has at most."""
_WORDS, _WIDE = 4, 8
"""The length of the longest label: in words, or in wide letters."""
_LEAST_TEXT = 1_500
"""Characters between two labels, at the median. Wide letters count twice."""
_MOST_SPREAD = 0.9
_NO_SHARE = 0.4
"""Of the text, what one chapter has at most."""
_COVERS = 0.8
"""The share of the text that follows the first label."""
_HAVE_TEXT = 0.45
"""The share of labels that have text below them. The others stand in a list of contents."""
_OF_USUAL = 0.25
"""Of the usual distance, what there is at least on both sides of a label that comes only once."""
_DIGITS = re.compile(r"[0-9]{1,9}")

_Titles = list[tuple[int, str]]


def labelled(members: Sequence[tuple[int, str]], lines: Lines, start: int, end: int) -> _Titles:
    """Those of the lines of one form that are such headings. Empty if they do not divide the text."""
    short = [each for each in members if _is_label(each[1])]
    times = Counter(_name(title) for _, title in short)
    again = [each for each in short if times[_name(each[1])] > 1]
    found = _with_text(again, lines, end)
    if len(found) < max(_FEWEST, _HAVE_TEXT * len(again)) or not _divide(found, lines, start, end):
        return []
    return _with_single(found, [each for each in short if times[_name(each[1])] == 1], lines, end)


def _name(title: str) -> str:
    """A label without its numbers."""
    return _DIGITS.sub("#", title)


def _is_label(title: str) -> bool:
    return len(title) <= _WIDE if ord(title[0]) > 0x2E7F else len(title.split()) <= _WORDS


def _with_text(members: Sequence[tuple[int, str]], lines: Lines, end: int) -> _Titles:
    after = [*(at for at, _ in members[1:]), end]
    return [
        each for each, below in zip(members, after, strict=False) if not is_tiny(lines, each[0] + 1, below)
    ]


def _divide(found: _Titles, lines: Lines, start: int, end: int) -> bool:
    """Whether several labels take turns at distances that chapters have."""
    if not _take_turns([title for _, title in found]):
        return False
    lengths = [lines.between(one, other) for one, other in pairwise([*(at for at, _ in found), end])]
    width = 2 if ord(found[0][1][0]) > 0x2E7F else 1
    even = max(lengths) <= max(_NO_SHARE * sum(lengths), 2 * median(lengths))
    regular = even and pstdev(lengths) <= _MOST_SPREAD * fmean(lengths)
    covers = sum(lengths) >= _COVERS * lines.between(start, end)
    return regular and covers and width * median(lengths) >= _LEAST_TEXT


def _take_turns(titles: Sequence[str]) -> bool:
    """Whether several labels come again, none of them nearly always, or numbers within one rise or fall."""
    numbers: dict[str, list[list[int]]] = {}
    for title in titles:
        numbers.setdefault(_name(title), []).append([int(each) for each in _DIGITS.findall(title)])
    for name, values in numbers.items():
        if "#" in name and not (_rises(values) or _rises(values[::-1])):
            return False
    if any("#" in name and len(values) >= _FEWEST for name, values in numbers.items()):
        return True
    times = [len(values) for values in numbers.values()]
    return sum(count > 1 for count in times) >= _FEWEST_LABELS and max(times) <= _MOST_OF_ONE * len(titles)


def _rises(values: Sequence[list[int]]) -> bool:
    return all(before < after for before, after in pairwise(values))


def _with_single(found: _Titles, single: Sequence[tuple[int, str]], lines: Lines, end: int) -> _Titles:
    """The headings with labels hardly longer than theirs that come only once, where there is room for a chapter on both sides."""
    longest = max(len(title.split()) for _, title in found) + 1
    usual = median(lines.between(one, other) for one, other in pairwise([*(at for at, _ in found), end]))
    complete: _Titles = []
    among = sorted([*found, *(each for each in single if len(each[1].split()) <= longest)])
    fixed = {at for at, _ in found}
    stops = [at for at, _ in among if at in fixed]
    for each in among:
        while stops and stops[0] <= each[0]:
            stops.pop(0)
        above = lines.between(complete[-1][0], each[0]) if complete else 0
        below = lines.between(each[0], stops[0] if stops else end)
        if each[0] in fixed or (complete and min(above, below) >= _OF_USUAL * usual):
            complete.append(each)
    return complete
