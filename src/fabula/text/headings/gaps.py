"""Headings that are missing in a count because nothing sets them apart from the text above.

`Chapter 18` and `Chapter 20` stand alone, but the paragraph above `Chapter 19` ends without a stop. A line between the
two that has their form and the missing number is the heading. So is the second of VI, VI and VIII, which is misprinted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from fabula.text.headings.lines import read_heading
from fabula.text.headings.places import Found, goes_on_below
from fabula.text.headings.series import Key, numbers_of
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout

_FEWEST = 4
_LONGEST = 90
_LEAST_OF_USUAL = 0.25
"""Of the usual distance between two chapters, what a chapter that was missing has at least."""
_LONGEST_TITLE = 5
"""Lines that a title may have, as in books of old."""
_SEPARATED = re.compile(r"[^.:—–]{1,30}[.:—–]")
"""A heading with a separator before its title, unlike a sentence that begins with a mention."""
_SHARE = 0.6
"""Of the headings of a count, those that have the form that is looked for."""


def with_missing(chosen: Sequence[Found], lines: Lines, shape: Layout, start: int, end: int) -> list[Found]:
    """The headings with those that their numbers lack, where a line has their form."""
    numbered = [each for each in chosen if each.heading.number is not None]
    if len(numbered) < _FEWEST:
        return list(chosen)
    form = _shared_form(numbered, lines)
    if form is None:
        return list(chosen)
    usual = median(lines.between(one.line, other.line) for one, other in pairwise(numbered))
    new: list[Found] = []
    for one, other in pairwise([None, *numbered, None]):
        reached = (one.heading.number or 0) if one else 0
        limit = other.heading.number if other else None
        if limit is None or (reached + 1 < limit and _same_parts(one, other)):
            places = range(one.after if one else start, other.line if other else end)
            missing = range(reached + 1, limit or reached + len(numbered))
            some = list(_between(form, places, lines, shape, missing, numbered[0]))
            if one and other and not some and len(missing) == 1:
                some = _again(form, places, lines, shape, one, numbered[0])
            steps = pairwise([*([one.line] if one else []), *(each.line for each in some), places.stop])
            new += some if all(lines.between(*step) >= _LEAST_OF_USUAL * usual for step in steps) else []
    return sorted([*chosen, *new], key=lambda each: each.line)


def _same_parts(one: Found | None, other: Found | None) -> bool:
    return one is None or other is None or one.heading.parts == other.heading.parts


def _shared_form(numbered: Sequence[Found], lines: Lines) -> Key | None:
    """What most headings have around their number."""
    forms = Counter(
        key
        for each in numbered
        for key, number, group in numbers_of(" ".join(lines[each.line].split()))
        if number == each.heading.number and group is None and key[0][:1] != "\0"
    )
    form, times = forms.most_common(1)[0] if forms else (None, 0)
    return form if times >= _SHARE * len(numbered) else None


def _between(
    form: Key, places: range, lines: Lines, shape: Layout, missing: range, like: Found
) -> Iterator[Found]:
    """Lines of that form with numbers that are missing, in turn."""
    wanted = missing.start
    for at in places:
        line = lines[at]
        if wanted >= missing.stop:
            return
        if not 0 < len(line) <= _LONGEST or not _may_stand(at, lines, shape):
            continue
        stop = _wrapped(at, lines, shape)
        text = " ".join(" ".join(lines[at:stop]).split())
        for key, number, _ in numbers_of(" ".join(line.split())):
            if key == form and wanted <= number < missing.stop and number <= wanted + 1:
                read = read_heading(text.rstrip("."))
                heading = (
                    read if read and read.number == number else replace(like.heading, number=number, title="")
                )
                yield Found(
                    at,
                    stop,
                    replace(heading, level=like.heading.level, kind=like.heading.kind, printed=text),
                )
                wanted = number + 1
                break


def _again(form: Key, places: range, lines: Lines, shape: Layout, last: Found, like: Found) -> list[Found]:
    """The second of two headings with one number, as in VI, VI and VIII. It stands alone, as a mention does not."""
    number = last.heading.number or 0
    twice = _between(form, places, lines, shape, range(number, number + 1), like)
    return [each for each in twice if not lines[each.line - 1]]


def _may_stand(at: int, lines: Lines, shape: Layout) -> bool:
    """Whether a line is not in the middle of a paragraph that is wrapped over several lines."""
    if _wrapped(at, lines, shape) > at + 1:
        return True
    if lines[at][-1] in ",;，；、":
        return False
    above, below = lines[at - 1] if at else "", lines[at + 1] if at + 1 < len(lines) else ""
    return shape.width is None or not above or not below


def _wrapped(at: int, lines: Lines, shape: Layout) -> int:
    """The line after a title that is wrapped over a few lines, with a separator behind its number and blank lines around it."""
    if (at and lines[at - 1]) or not goes_on_below(lines, at, shape) or not _SEPARATED.match(lines[at]):
        return at + 1
    stop = at + 1
    while stop < min(at + _LONGEST_TITLE, len(lines)) and lines[stop]:
        stop += 1
    return stop if stop >= len(lines) or not lines[stop] else at + 1
