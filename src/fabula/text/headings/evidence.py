"""Which reading of a text's headings has the most evidence: by words, by a series, by dates.

Words that say what they are (`Chapter 3`) come first if they count without gaps. Otherwise the reading with the longest
count wins, if the text between its headings is as long as chapters are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from fabula.languages.topics.headings import BARE, CHAPTER, PART
from fabula.text.headings.dates import dated
from fabula.text.headings.gaps import with_missing
from fabula.text.headings.levels import chapter_level, page_numbers
from fabula.text.headings.lines import read_heading
from fabula.text.headings.parts import unnamed_parts
from fabula.text.headings.places import Found, candidates, is_tiny, without_contents
from fabula.text.headings.prefixed import prefixed
from fabula.text.headings.series import longest_series
from fabula.text.headings.site_words import without_ends
from fabula.text.headings.titled import titled
from fabula.text.headings.underlined import underlined
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout

_WITHOUT_GAPS = 0.8
_LATEST_FIRST = 3
_LONGEST_CHAPTER = 60_000
"""Characters a chapter may have, on average, before other headings are looked for."""
_SOME, _MOST_OF_ALL = 3, 0.5
"""Of so many chapters or more, none has more of the text than this. If one has, it hides headings of another form."""
_CLEARLY_MORE = 1.5
_FEWEST_OF_A_FORM = 3
_IN_A_PART = 3
"""Chapters that a part has at least, on average."""
_LEAST_OF_USUAL = 0.25
"""Of the usual distance between two chapters, what those with another form of heading have at least."""
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
    found = _with_underlined(found, lines, start, end)
    found = _raised(found, lines)
    chosen = _by_words(found, lines)
    if not _convincing(chosen, lines, end):
        others = _by_evidence(lines, shape, start, end, found)
        if len(others) > _CLEARLY_MORE * _counted(chosen) and not _within(others, chosen):
            chosen = _with_unnumbered(others, found)
        elif _counted(chosen) <= 1:
            chosen = _with_unnumbered(_counted_on(titled(lines, shape, start, end), lines), found) or chosen
    chosen = _below_parts(chosen, lines, shape, start, end) or chosen
    chosen = _completed(chosen, found, lines, end)
    chosen = with_missing(chosen, lines, shape, start, end)
    taken = {each.line for each in chosen}
    parts = [each for each in found if each.heading.level == PART and each.line not in taken]
    parts += unnamed_parts(chosen, parts, lines, start)
    parts.sort(key=lambda each: each.line)
    return Read(without_ends(chosen), parts, listed)


def _counted_on(titles: list[Found], lines: Lines) -> list[Found]:
    """Titles that are numerals and count on, as in a second volume that begins with IV: they have numbers, and no title yet."""
    read = [read_heading(lines[each.line]) for each in titles]
    numbers = [heading.number for heading in read if heading is not None and heading.number is not None]
    if len(numbers) < len(titles) or any(after != before + 1 for before, after in pairwise(numbers)):
        return titles
    return [
        replace(each, heading=heading)
        for each, heading in zip(titles, read, strict=True)
        if heading is not None
    ]


def _below_parts(chosen: Sequence[Found], lines: Lines, shape: Layout, start: int, end: int) -> list[Found]:
    """The headings within parts that seemed to be the chapters: entries of a diary in two books, stories in volumes."""
    if not chosen or any(each.heading.level != PART for each in chosen):
        return []
    others = max(_by_evidence(lines, shape, start, end, chosen), titled(lines, shape, start, end), key=len)
    return others if len(others) >= _IN_A_PART * len(chosen) and not _within(others, chosen) else []


def _with_underlined(found: list[Found], lines: Lines, start: int, end: int) -> list[Found]:
    """The headings with the titles above ruled lines that are not among them."""
    titles = underlined(lines, start, end)
    known = {each.line for each in found}
    new = [each for each in titles if each.line not in known]
    return sorted([*found, *new], key=lambda each: each.line) if 2 * len(new) > len(titles) else found


def _by_evidence(lines: Lines, shape: Layout, start: int, end: int, found: Sequence[Found]) -> list[Found]:
    """The series, the dates or the headings behind other words that divide the text, whichever are most."""
    parts = [each for each in found if each.heading.level == PART]
    series = longest_series(lines, shape, start, end, parts)
    dates = dated(lines, shape, start, end)
    best = max(dates, series, prefixed(lines, shape, start, end), key=len)
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


def _completed(chosen: list[Found], found: Sequence[Found], lines: Lines, end: int) -> list[Found]:
    """The chapters with those whose headings have another form: after ADVENTURE VI comes VII. THE BLUE CARBUNCLE.

    Such headings have the numbers that are missing, in order. After the last chapter they must also be as far from each
    other as the others are.
    """
    if len(chosen) < _FEWEST_OF_A_FORM:
        return chosen
    usual = median(lines.between(one.line, other.line) for one, other in pairwise(chosen))
    taken = {each.line for each in chosen}
    spare = [each for each in found if each.line not in taken and _says_more_than_a_page(each)]
    places = [each.line for each in spare]
    complete: list[Found] = []
    for one, other in pairwise([*chosen, None]):
        assert one is not None
        stop = other.line if other else end
        run = _next_numbers(one, spare[bisect_right(places, one.line) : bisect_left(places, stop)])
        steps = pairwise([one.line, *(each.line for each in run), stop])
        apart = all(lines.between(*step) >= _LEAST_OF_USUAL * usual for step in steps)
        if apart and run and (other is None or other.heading.number == (run[-1].heading.number or 0) + 1):
            kind = one.heading.kind
            run = [replace(each, heading=replace(each.heading, level=CHAPTER, kind=kind)) for each in run]
        else:
            run = []
        complete += [one, *run]
    return complete


def _says_more_than_a_page(found: Found) -> bool:
    """Whether a heading is more than digits alone, which may number pages."""
    heading = found.heading
    return heading.level in (BARE, CHAPTER) and not (heading.kind == "digits" and not heading.title)


def _next_numbers(after: Found, spare: Sequence[Found]) -> list[Found]:
    """Those of the headings below this one that count on from it."""
    run: list[Found] = []
    number = after.heading.number
    for each in spare:
        if number is not None and each.heading.number == number + 1:
            run.append(each)
            number += 1
    return run


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
    lengths = [lines.between(one, other) for one, other in pairwise([*(each.line for each in chosen), end])]
    even = len(chosen) < _SOME or max(lengths) <= _MOST_OF_ALL * sum(lengths)
    in_turn_mostly = in_turn >= _WITHOUT_GAPS * (len(numbers) - 1)
    return in_turn_mostly and even and sum(lengths) <= _LONGEST_CHAPTER * len(lengths)


def _within(others: Sequence[Found], chosen: Sequence[Found]) -> bool:
    """Whether a reading has no heading that another has not."""
    return {each.line for each in others} <= {each.line for each in chosen}


def _counted(chosen: Sequence[Found]) -> int:
    """How many headings count on from the one before."""
    numbers = [each.heading.number for each in chosen if each.heading.number is not None]
    return sum(after in (before + 1, 1) for before, after in pairwise(numbers)) + bool(numbers)
