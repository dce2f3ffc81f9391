"""Headings known by what they share: the same words around a number that counts up from line to line.

`Day 1`, `#12 The fire`, `某某书屋 3 归途`, `The fire (3)`: no list of words knows them all. So each line that stands
apart is read as a member of a series, which is the words before a number or the words after it, and the series with
the longest count wins if the text between its lines is as long as chapters are. Site words, brackets and adverts before
or after a number are only parts of what the lines share.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from statistics import median

from fabula.languages.language import each_with
from fabula.languages.numerals import ROMAN_LETTERS, in_words, roman
from fabula.languages.spelled_headings import title_like
from fabula.languages.topics.headings import CHAPTER, PART, Heading
from fabula.text.headings.lines import read_heading
from fabula.text.headings.parts import start_parts
from fabula.text.headings.places import Found, goes_on_below, stands_apart
from fabula.text.headings.site_words import before_all
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout, ended

_LONGEST = 90
_READINGS = 4
"""How many of a line's numbers are looked at."""
_FEWEST = 3
_MOST_SERIES = 20_000
"""With more series than this under way, those of a single line are given up."""
_LEAST_TEXT = 150
"""Characters between two headings of a series, at the median."""
_COVERS = 0.5
"""The share of the text after the first heading of a series."""
_MEMBERS = 0.6
"""The share of all lines of a series that are in its count."""
_HAN = "".join(letter for language in each_with("numerals") for letter in language.numerals.letters)
_HAN = "".join(letter for letter in dict.fromkeys(_HAN) if not letter.isdigit() or not letter.isascii())
_FEWEST_GROUPS = 2
_COUNTED_ON = 0.7
"""The share of groups that have more than one line."""
_STEM = 20
_LINKS = " 　·-—–_.:：/（(【[《之其第篇章卷"
"""What stands between the name of a group and the number of a chapter in it."""
_NUMERALS = "0123456789" + _HAN
_NUMBER = re.compile(
    rf"(?<![\d,])(?P<digits>\d{{1,4}})(?![\d,])|(?P<circled>[①-⑳])|(?P<han>[{_HAN}]{{1,9}})"
    r"|(?P<half>[上中下])(?=[)）\]】]|$)"
    rf"|\b(?P<roman>[{ROMAN_LETTERS}]{{1,9}})\b|\b(?P<word>[A-Za-zÀ-ÿ]{{3,}}(?:-[A-Za-z]{{3,}})?)\b"
)
Key = tuple[str, str, str]
"""What the lines of a series share: the words before the number, how it is written, and what follows it."""
_Count = list[tuple[int, int]]
"""Lines and their numbers."""
_QUOTES = "“\"'‘—"


@dataclass(slots=True)
class _Series:
    """The lines of one series so far, as counts that each start from one."""

    lines: array[int] = field(default_factory=lambda: array("L"))
    numbers: array[int] = field(default_factory=lambda: array("H"))
    seen: int = 0
    longest: int = 0
    run: int = 0
    group: str | None = None
    groups: int = 0

    def add(self, line: int, number: int, group: str | None) -> None:
        self.seen += 1
        reached = self.numbers[-1] if self.numbers else None
        if group is not None:
            self._add_to_group(line, number, group, reached or 0)
            return
        if reached is not None and (number == reached + 1 or (number == reached + 2 and self.run > 1)):
            self.run += 1
        elif number == 1 or (number == 0 and reached is None):
            if self.run == 1:
                self.lines.pop()
                self.numbers.pop()
            self.run = 1
        else:
            return
        self.lines.append(line)
        self.numbers.append(number)
        self.longest = max(self.longest, self.run)

    def _add_to_group(self, line: int, number: int, group: str, reached: int) -> None:
        """Add a line that counts on within its group, or that begins another group."""
        begins = group != self.group
        reached = 0 if begins else reached
        if number != reached + 1 and (number != reached + 2 or self.longest < _FEWEST):
            return
        self.groups += begins
        self.group = group
        self.lines.append(line)
        self.numbers.append(number)
        self.longest = len(self.lines)

    def counts(self) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """The counts, each as lines and numbers. Groups are one count."""
        if self.group is not None:
            counted_on = sum(number == 2 for number in self.numbers)
            if self.groups >= _FEWEST_GROUPS and counted_on >= _COUNTED_ON * self.groups:
                yield self.lines, self.numbers
            return
        starts = [at for at, number in enumerate(self.numbers) if at == 0 or number <= self.numbers[at - 1]]
        for start, stop in pairwise([*starts, len(self.lines)]):
            yield self.lines[start:stop], self.numbers[start:stop]


def longest_series(lines: Lines, shape: Layout, start: int, end: int, parts: Sequence[Found]) -> list[Found]:
    """The headings of the best series of a text. Empty if there is none."""
    under_way: dict[Key, _Series] = {}
    for at in range(start, end):
        line = lines[at]
        if (
            not 0 < len(line) <= _LONGEST
            or line.lstrip()[:1] in _QUOTES
            or line.endswith(("，", ",", ";", "；"))
        ):
            continue
        if at > start and lines[at - 1] and not stands_apart(line, lines[at - 1], shape):
            continue
        if goes_on_below(lines, at, shape):
            continue
        for key, number, group in numbers_of(" ".join(line.split())):
            if number <= 1 or key in under_way:
                under_way.setdefault(key, _Series()).add(at, number, group)
        if len(under_way) > _MOST_SERIES:
            under_way = {key: each for key, each in under_way.items() if each.longest > 1}
    borders = [each.line for each in parts]
    best: _Count = []
    in_groups = False
    for series in under_way.values():
        if series.longest >= _FEWEST and len(count := _plausible(series, lines, borders, end)) > len(best):
            best, in_groups = count, series.group is not None
    if not best:
        return []
    found = _headings(best, lines)
    return _in_groups(found, lines) if in_groups else found


def numbers_of(line: str) -> Iterator[tuple[Key, int, str | None]]:
    """The series that a line may belong to, each with its number there: by the words before it and those after it.

    In a series of groups (`1-1`, `1-2`, `2-1`; 归途（一）, 归途（二）, 重逢（一）) the words before a number name its group.
    """
    found = 0
    for match in _NUMBER.finditer(line):
        style = match.lastgroup or ""
        number = _value(style, match[0])
        if number is None:
            continue
        before, after = line[: match.start()], line[match.end() :]
        delimiter = "" if style == "circled" else _delimiter(after)
        linked = style == "digits" or before[-1:] in _LINKS
        if (
            0 < len(before) <= _STEM
            and linked
            and after[:1] != "/"
            and (before[-2:-1].isdigit() or not ended(before))
        ):
            last = "letter" if before[-1].isalpha() else before[-1]
            yield (f"\1{last}", style, delimiter), number, before
        if style != "half":
            yield (before, style, delimiter), number, None
        if style != "half" and before and len(after) <= _LONGEST // 3:
            yield (f"\0{before[-1]}", style, after), number, None
        found += 1
        if found == _READINGS:
            return


@lru_cache(maxsize=512)
def _value(style: str, text: str) -> int | None:
    if style == "digits":
        return int(text)
    if style == "circled":
        return ord(text) - ord("①") + 1
    if style == "half":
        return "上下".find(text) + 1 or None
    return roman(text) if style == "roman" else in_words(text.lower())


def _delimiter(after: str) -> str:
    """What follows the number directly. Nothing, a space and a stop are alike: a title may be missing."""
    first = after[:1]
    if not first or first.isspace() or first in ".:：、．,—–-":
        return ""
    if not first.isalpha():
        return first
    return "letter" if first.isascii() else "wide letter"


def _plausible(series: _Series, lines: Lines, borders: Sequence[int], end: int) -> _Count:
    """The members of a series if they can be a book's chapters: those with text between them, but not a list."""
    counts: list[_Count] = []
    listed = 0
    for places, numbers in series.counts():
        if len(places) >= 2 and _has_text(places, lines, end):
            counts.append(list(zip(places, numbers, strict=True)))
        elif len(places) >= 2:
            listed += len(places)
    longest = max(counts, key=len, default=[])
    if series.group is None and _in_parts(counts, borders, lines):
        longest = [member for count in counts for member in count]
    if len(longest) < max(_FEWEST, _MEMBERS * (series.seen - listed)) or _read_on(longest, lines):
        return []
    places = [line for line, _ in longest]
    lengths = [lines.between(one, other) for one, other in pairwise([*places, end])]
    spread = sum(lengths) >= _COVERS * lines.between(0, end) and max(lengths) <= 0.7 * sum(lengths)
    return longest if spread else []


def _in_parts(counts: Sequence[_Count], borders: Sequence[int], lines: Lines) -> bool:
    """Whether every count but the first begins a part."""
    if all(_new_part(one, other, borders) for one, other in pairwise(counts)):
        return True
    return start_parts([count[0][0] for count in counts], lines)


def _new_part(one: _Count, other: _Count, borders: Sequence[int]) -> bool:
    """Whether a part begins between two counts."""
    return bisect_right(borders, one[-1][0]) < bisect_right(borders, other[0][0])


def _has_text(places: Sequence[int], lines: Lines, end: int) -> bool:
    return median(lines.between(one, other) for one, other in pairwise([*places, end])) >= _LEAST_TEXT


def _read_on(count: _Count, lines: Lines) -> bool:
    """Whether many lines are sentences, as in a numbered list or in footnotes, and not titles."""
    return sum(_is_sentence(lines[at].strip()) for at, _ in count) > 0.4 * len(count)


def _is_sentence(line: str) -> bool:
    if line.endswith("。"):
        return True
    if line[:1].islower():
        return len(line.split()) > 3
    return len(line.split()) > 3 and ended(line) and not title_like(line.rstrip(" ."))


def _headings(count: _Count, lines: Lines) -> list[Found]:
    texts = [" ".join(lines[at].split()) for at, _ in count]
    start = before_all(texts, _NUMERALS)
    cut = [text[start:] for text in texts]
    found = []
    for (at, number), text in zip(count, cut, strict=True):
        read = read_heading(text)
        title = read.title if read else _title(text, number)
        kind = read.kind if read else "series"
        found.append(
            Found(
                at,
                at + 1,
                Heading(CHAPTER, kind if read and read.level == CHAPTER else "series", number, text, title),
            )
        )
    return found


def _in_groups(found: Sequence[Found], lines: Lines) -> list[Found]:
    """The headings with their groups as parts."""
    grouped, order = [], 0
    for each in found:
        order += each.heading.number == 1
        name = _group(" ".join(lines[each.line].split()), each.heading.number or 0)
        heading = Heading(CHAPTER, "series", each.heading.number, each.heading.printed, each.heading.title)
        grouped.append(replace(each, heading=heading.under(Heading(PART, "group", order, name, ""))))
    return grouped


def _group(line: str, number: int) -> str:
    """What the last reading of a line's number has before it."""
    named = [group for _, value, group in numbers_of(line) if value == number and group]
    return named[-1].strip(_LINKS) if named else ""


def _title(text: str, number: int) -> str:
    """What follows the number on a line that no language's words explain."""
    for match in _NUMBER.finditer(text):
        if _value(match.lastgroup or "", match[0]) == number:
            return text[match.end() :].strip(" .:：、．—–-)）]】」』>〉#")
    return ""
