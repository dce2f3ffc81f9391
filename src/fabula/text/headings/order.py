"""Do the chapters count up from one?

Repeats, misplaced numbers and gaps are reported; nothing is dropped silently.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from fabula.languages.patterns import fragments
from fabula.notices import Notice
from fabula.text.headings.levels import misprinted
from fabula.text.headings.places import Found
from fabula.text.lines import Lines

_HALF = rf"(?P<half>{fragments('headings', 'half')}|\d{{1,2}})"
_HALF_LAST = re.compile(rf"(?P<title>.*?)[\s　]*[（(\[【]?\s*{_HALF}\s*[)）\]】]?", re.I)
_HALF_FIRST = re.compile(rf"{_HALF}(?:[\s　:：、]|$)", re.I)

_LEAST_OF_USUAL = 0.25
"""Of the usual distance between two headings, what a heading with a wrong number has on both sides."""


@dataclass(slots=True)
class Order:
    """The headings that begin chapters, those that only repeat the current one, and what looked wrong."""

    kept: list[Found] = field(default_factory=list)
    repeats: list[Found] = field(default_factory=list)
    warnings: list[Notice] = field(default_factory=list)


def in_order(chosen: Sequence[Found], parts: Sequence[Found], lines: Lines, end: int) -> Order:
    """Check the numbers by kind: letters have their own count, and parts may start again from one."""
    order = Order()
    divides = _dividing(chosen, lines, end)
    sequences: dict[str, list[Found]] = {}
    for each in chosen:
        if each.heading.number is None:
            order.kept.append(each)
        else:
            sequences.setdefault(each.heading.kind, []).append(each)
    borders = _borders(chosen, parts)
    for sequence in sequences.values():
        _check(sequence, borders, divides, order)
    order.kept.sort(key=lambda each: each.line)
    return order


def _dividing(chosen: Sequence[Found], lines: Lines, end: int) -> set[int]:
    """The lines of headings with as much text before and after them as chapters have."""
    marks = [each.line for each in chosen]
    lengths = [lines.between(one, other) for one, other in pairwise([*marks, end])]
    least = _LEAST_OF_USUAL * median(lengths) if lengths else 0
    return {
        at
        for at, before, after in zip(marks[1:], lengths, lengths[1:], strict=False)
        if min(before, after) >= least
    }


def _borders(chosen: Sequence[Found], parts: Sequence[Found]) -> list[int]:
    """Lines at which a new part begins, which may start a new count."""
    borders = [(each.line, _name(each)) for each in parts]
    borders += [
        (each.line, "/".join(part.printed for part in each.heading.parts))
        for each in chosen
        if each.heading.parts
    ]
    lines: list[int] = []
    last = ""
    for line, name in sorted(borders):
        if name != last:
            lines.append(line)
        last = name
    return lines


def _name(found: Found) -> str:
    return f"{found.heading.kind} {found.heading.number}"


def _check(sequence: list[Found], borders: list[int], divides: set[int], order: Order) -> None:
    """Follow one count. `reached` is the number so far; a single misprint does not stop it."""
    last: Found | None = None
    reached = 0
    for place, each in enumerate(sequence):
        after = sequence[place + 1].heading.number if place + 1 < len(sequence) else None
        fresh = last is None or bisect_right(borders, last.line) < bisect_right(borders, each.line)
        number = each.heading.number or 0
        if (
            last is not None
            and not fresh
            and number == reached
            and after != reached + 2
            and _same_title(each, last)
        ):
            order.repeats.append(each)
            continue
        if last is not None and number == reached and _goes_on(each, last):
            order.kept.append(each)
            last = each
            continue
        if last is not None and not fresh and each.line in divides and misprinted(each, reached, after):
            order.warnings.append(_after(each, last))
            order.kept.append(each)
            reached, last = reached + 1, each
            continue
        own_title = last is not None and not _same_title(each, last) and each.line in divides
        idle = number == reached and not fresh and each.line not in divides
        if not own_title and (idle or _strays(number, reached, after, last is None, fresh)):
            order.warnings.append(
                Notice.of("text.out-of-order", printed=each.heading.printed, line=each.line + 1)
            )
            continue
        doubt = _doubt(each, last, reached, fresh, len(sequence) == 1)
        order.warnings.extend([doubt] if doubt else [])
        order.kept.append(each)
        reached = reached + 1 if number == reached and after == reached + 2 and not fresh else number
        last = each


def _same_title(each: Found, last: Found) -> bool:
    """Whether it repeats the title or has none, as in a running head."""
    return not each.heading.title or not last.heading.title or _bare_title(each) == _bare_title(last)


def _goes_on(each: Found, last: Found) -> bool:
    """Whether both are parts of one chapter: 第十二章 归途（上） and （下）, 第一章 第一节 and 第二节."""
    for pattern in (_HALF_LAST.fullmatch, _HALF_FIRST.match):
        one, other = pattern(last.heading.title), pattern(each.heading.title)
        if one and other and one["half"] != other["half"]:
            return one.groupdict().get("title") == other.groupdict().get("title")
    return False


def _strays(number: int, reached: int, after: int | None, first: bool, fresh: bool) -> bool:
    """Whether it is only a mention on a line of its own: without it, the count has no gap."""
    if first:
        return number > 1 and after == 1
    if fresh or number == reached + 1:
        return False
    return number < reached if after is None else after == reached + 1


def _doubt(each: Found, last: Found | None, reached: int, fresh: bool, alone: bool) -> Notice | None:
    """What looks wrong about a number. A single heading cannot be out of order."""
    printed, line, number = each.heading.printed, each.line + 1, each.heading.number or 0
    if number == reached + 1 or (fresh and number <= 1) or alone:
        return None
    if last is None or fresh:
        first = "text.first-number" if last is None else "text.first-number-of-part"
        return Notice.of(first, n=number, printed=printed)
    if number > reached:
        if number == reached + 2:
            return Notice.of("text.missing-chapter", n=reached + 1, printed=printed)
        return Notice.of("text.missing-chapters", first=reached + 1, last=number - 1, printed=printed)
    if number == reached:
        return Notice.of("text.number-twice", n=number, last=last.heading.printed, printed=printed, line=line)
    if number == 1:
        return Notice.of("text.starts-again", printed=printed, line=line)
    return _after(each, last)


def _after(each: Found, last: Found) -> Notice:
    printed = each.heading.printed
    return Notice.of("text.comes-after", printed=printed, line=each.line + 1, last=last.heading.printed)


def _bare_title(found: Found) -> str:
    return "".join(letter for letter in found.heading.title.casefold() if letter.isalnum())
