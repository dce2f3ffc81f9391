"""Which of the lines that look like headings are positioned like one, and the titles below them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from fabula.languages.patterns import fragments
from fabula.languages.spelled_headings import title_like
from fabula.languages.topics.drama import BELOW_A_SCENE
from fabula.languages.topics.headings import BARE, LONGEST, PART, SECTION, Heading
from fabula.text.boilerplate import adverts
from fabula.text.headings.lines import may_be_heading, read_heading
from fabula.text.paragraphs import Layout, ended
from fabula.text.scenes import is_break

_GOES_ON = re.compile(rf"[(（](?:{fragments('headings', 'goes_on')})[.。]?[)）]", re.I)
"""Below a title: this chapter goes on with the one before, and ends it or not."""
CONTENTS = re.compile(rf"[\W_]*(?:{fragments('headings', 'contents')})[\W_]*", re.I)
_SHORT_LINE = 30
_FULL = 0.75
"""Of the usual width, what a line has at least that goes on below."""
_LONGEST_TITLE = 5
"""Lines that a title may have, as in books of old."""
_LONGEST_LIST = 2_000
"""More headings than this without text between them are no contents list."""
_TINY = 100
"""With fewer characters than this between them, two headings have no text, as in a contents list."""


_MARKED = re.compile(
    r"[“‘\"'«„]([^“”\"«»„]{0,60}\w|(?:[^\s“”\"«»„]{1,20} ){2,8}\w{1,20}\?)[”’\"'»“]|([^“”‘\"«»„]{1,60})!"
)
"""What a title may be marked with that speech has too: `“Hold or Drown”` and `“Will You Hold?”`, but not `“Hold!”`."""
_TIGHT = 60
"""Characters of a title that stands directly under its heading, as nearly all do in its book."""
_ALWAYS = 6
"""So many headings, and nine of ten, have such a line below them where it is a title whatever it reads like."""
_SECTION_NUMERALS = ("digits", "roman", "han")


@dataclass(frozen=True, slots=True)
class Found:
    """A heading, its first line, and the first line after it and its title."""

    line: int
    after: int
    heading: Heading


def candidates(lines: Sequence[str], shape: Layout, start: int, end: int) -> list[Found]:
    """Every line that reads like a heading and is separated from the text above it.

    Of a run without text that is too long for a contents list, only the last heading is kept: it may have text. The
    headings of a file that is little else would take many times its memory.
    """
    found: list[Found] = []
    run, text, last = 0, 0, start - 1
    for at, line in enumerate(islice(lines, start, end), start):
        text += len(line)
        if not line or not may_be_heading(line):
            continue
        above = lines[at - 1] if at > start else ""
        if above and last != at - 1 and not stands_apart(line, above, shape):
            continue
        heading = None if _begins_paragraph(lines, at, shape) else read_heading(_whole(lines, at, shape))
        if heading is None:
            continue
        run = run + 1 if text - len(line) < _TINY else 1
        text, last = 0, at
        if run == _LONGEST_LIST:
            del found[1 - run :]
        elif run > _LONGEST_LIST:
            found.pop()
        found.append(Found(at, at + 1, heading))
    return found


def _whole(lines: Sequence[str], at: int, shape: Layout) -> str:
    """A line without the comma after which its title goes on below: `Глава первая,` and `в которой ...`."""
    line = lines[at]
    if line[-1] not in ",，" or len(line) > _SHORT_LINE or goes_on_below(lines, at, shape):
        return line
    below = [lines[each] for each in range(at + 1, min(at + 4, len(lines)))]
    return line[:-1] if below and below[0] and not ended(below[0]) and "" in below else line


def _begins_paragraph(lines: Sequence[str], at: int, shape: Layout) -> bool:
    """Whether a line is full and goes on below for longer than a title: BOOK I. (Folio), CHAPTER I.—This whale, among ..."""
    if not shape.blank_parted or not goes_on_below(lines, at, shape):
        return False
    below = [lines[each] for each in range(at + 1, min(at + _LONGEST_TITLE, len(lines)))]
    return len(below) == _LONGEST_TITLE - 1 and all(below)


def goes_on_below(lines: Sequence[str], at: int, shape: Layout) -> bool:
    """Whether a line is as long as wrapped lines are and has another below it."""
    if shape.width is None or at + 1 >= len(lines):
        return False
    return len(lines[at]) >= _FULL * shape.width and lines[at + 1] != ""


def stands_apart(line: str, above: str, shape: Layout) -> bool:
    """Whether the line above belongs to another paragraph: an ornament, a contents title, or a paragraph of one
    line."""
    if is_break(above) or CONTENTS.fullmatch(above):
        return True
    if shape.blank_parted and shape.width is not None:
        return False
    if shape.width is None and len(above) <= _SHORT_LINE:
        return True
    return ended(above) or len(line) - len(line.lstrip()) != len(above) - len(above.lstrip())


def without_contents(found: list[Found], lines: Sequence[str], end: int) -> tuple[list[Found], list[Found]]:
    """The headings, and separately the entries of contents lists.

    A list is three or more headings with almost nothing between them, most of which appear again with text
    under them. A heading that is only printed twice is none.
    """
    tiny = [
        is_tiny(lines, each.after, found[place + 1].line if place + 1 < len(found) else end)
        for place, each in enumerate(found)
    ]
    full = {each.heading.key for each, small in zip(found, tiny, strict=True) if not small}
    times = Counter(each.heading.key for each in found)
    listed: set[int] = set()
    place = 0
    while place < len(found):
        stop = place
        while stop < len(found) and tiny[stop]:
            stop += 1
        listed.update(_list_entries(found, place, stop, full, times))
        place = max(stop, place + 1)
    return [each for place, each in enumerate(found) if place not in listed], [
        found[place] for place in sorted(listed)
    ]


def _list_entries(
    found: list[Found],
    start: int,
    stop: int,
    full: set[tuple[str, int | str]],
    times: Counter[tuple[str, int | str]],
) -> range:
    """The run from start to stop, and the entry after it whose text is everything before the first chapter."""
    run = range(start, stop)
    if len(run) < 2:
        return range(0)
    inside = Counter(found[place].heading.key for place in run)
    outside = {key: times[key] - count for key, count in inside.items()}
    again = sum(1 for place in run if outside[found[place].heading.key] or found[place].heading.level == PART)
    chapters = sum(
        1 for place in run if found[place].heading.key in full and found[place].heading.level != PART
    )
    if chapters < 2 or len(inside) < 2 or again < 0.6 * len(run):
        return range(0)
    last = found[stop].heading.key if stop < len(found) else None
    return range(start, stop + 1) if last is not None and outside.get(last, times[last]) > 1 else run


def is_tiny(lines: Sequence[str], start: int, end: int) -> bool:
    room = _TINY
    for at in range(start, end):
        room -= len(lines[at])
        if room < 0:
            return False
    return True


def with_titles(
    found: Sequence[Found],
    marks: Sequence[int],
    lines: Sequence[str],
    shape: Layout,
    sentence_case: bool,
) -> list[Found]:
    """Headings joined with the title on the line below, if this text usually has one there.

    Where nearly all have one, a numbered heading's may be marked as a title seldom is: `“Hold or Drown”`, `Come Home!`.

    With `sentence_case` a title has a capital only where a sentence would have one.

    `marks` are the lines at which anything else begins, in order: no title lies beyond the next of them.
    """
    ends = {each.line: marks[bisect_right(marks, each.line)] for each in found}
    options = {
        each.line: _title_below(lines, each, ends[each.line], shape, sentence_case)
        for each in found
        if not each.heading.title
    }
    sites = adverts(option.text for option in options.values() if option)
    options |= {line: None for line, option in options.items() if option and option.text in sites}
    clear = sum(1 for option in options.values() if option and option.clear)
    under = sum(1 for option in options.values() if option and option.under)
    tight = sum(1 for option in options.values() if option and option.clear and option.tight)
    every = [option for option in options.values() if option and option.tight]
    if len(every) >= max(_ALWAYS, 0.9 * len(options)):
        tight = len(every)  # `The Bride’s Mistake.`: whatever they read like, all have one.
    joined: list[Found] = []
    for each in found:
        title = options.get(each.line)
        if each.heading.title:
            title = _wrapped_title(lines, each, ends[each.line], shape)
        elif title and not (
            (title.clear and 2 * clear >= len(options))
            or (title.under and under >= max(3, 0.6 * len(options)))
            or (title.marked and each.heading.number is not None and clear >= max(3, 0.75 * len(options)))
            or (title.tight and each.heading.number is not None and tight >= max(3, 0.75 * len(options)))
        ):
            title = None
        joined.append(_going_on(_join(each, title) if title else each, lines))
    return joined


def _going_on(found: Found, lines: Sequence[str]) -> Found:
    """A heading with the words below it that it goes on with the chapter before: `The Dragon of Alca` and `(Continuation)`."""
    below = next((at for at in range(found.after, min(found.after + 3, len(lines))) if lines[at]), None)
    if not found.heading.title or below is None or not _GOES_ON.fullmatch(lines[below].strip(" _*　")):
        return found
    words = " " + lines[below].strip(" _*　")
    heading = replace(found.heading, printed=found.heading.printed + words, title=found.heading.title + words)
    return Found(found.line, below + 1, heading)


@dataclass(frozen=True, slots=True)
class _Title:
    text: str
    after: int
    clear: bool
    """It reads like a title."""
    under: bool
    """It is directly under its heading, and separated from the text by blank lines or by not being a sentence."""
    marked: bool
    """It would read like a title without its quotation marks, its exclamation mark or its stop."""
    tight: bool
    """It is short, directly under its heading, with a blank line below, whatever it reads like: `“Turn Out! They’re Found!”`."""


def _title_below(
    lines: Sequence[str], found: Found, end: int, shape: Layout, sentence_case: bool
) -> _Title | None:
    """A chapter's title has text below it; a part's may have the first chapter's heading there."""
    first = at = found.after
    while first < end and first - at < 4 and not lines[first]:
        first += 1
    if first >= end or not lines[first]:
        return None
    stop = _block_end(lines, first, end) if shape.blank_parted else first + 1
    bare = found.heading.level != PART and all(not lines[at] for at in range(stop, end))
    if stop - first > 4 or bare or BELOW_A_SCENE.match(lines[first].strip()):
        return None
    text = " ".join(" ".join(lines[first:stop]).split())
    if len(text) > LONGEST or is_break(text) or _begins_section(text):
        return None
    above_prose = first == at and shape.blank_parted
    clear = title_like(text.strip("_*"), sentence_case) and (len(text) <= 90 or above_prose)
    under = above_prose and (not ended(text) or not any(lines[stop : stop + 2]))
    within = _MARKED.fullmatch(text.strip("_*")) if stop == first + 1 else None
    marked = within is not None and title_like(within[1] or within[2], sentence_case)
    if stop == first + 1 and text.endswith(".") and len(text) <= _TIGHT and not sentence_case:
        marked = marked or title_like(text[:-1])
    tight = first == at and len(text) <= _TIGHT and stop < end and not lines[stop]
    seen = clear or under or marked or tight
    return _Title(text.strip("_*"), stop, clear, under, marked, tight) if seen else None


def _begins_section(line: str) -> bool:
    """Whether a line is the heading of a chapter's first section, which is no title of the chapter: 第一节, 1."""
    heading = read_heading(line)
    if heading is None or heading.number != 1:
        return False
    return heading.level == SECTION or (heading.level == BARE and heading.kind in _SECTION_NUMERALS)


def _wrapped_title(lines: Sequence[str], found: Found, end: int, shape: Layout) -> _Title | None:
    """The rest of a title too long for its line."""
    stop = _block_end(lines, found.after, end)
    if not shape.blank_parted or not 1 <= stop - found.after <= 3:
        return None
    text = " ".join(" ".join(lines[found.after : stop]).split())
    ran_on = len(lines[found.line].strip()) > 0.7 * (shape.width or 60)
    return (
        _Title(text, stop, clear=True, under=True, marked=False, tight=False)
        if ran_on and len(text) <= LONGEST
        else None
    )


def _block_end(lines: Sequence[str], at: int, end: int) -> int:
    while at < end and lines[at]:
        at += 1
    return at


def _join(found: Found, title: _Title) -> Found:
    printed = found.heading.printed
    wide = ord(title.text[0]) > 0x2E7F
    if found.heading.title or wide or printed[-1] in ".:—–-":
        link = " "
    else:
        link = ": "
    heading = replace(found.heading, printed=printed + link + title.text, title=title.text)
    return Found(found.line, title.after, heading)
