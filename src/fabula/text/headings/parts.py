"""Parts that no word names: what is printed right above a first chapter whose number starts again.

`THE STORY CONTINUED BY MARIAN HALCOMBE`, `PHASE THE SECOND`, `上　先生と私`: no list of words knows them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fabula.languages.spelled_headings import title_like
from fabula.languages.topics.headings import PART, Heading
from fabula.text.headings.places import Found
from fabula.text.lines import Lines
from fabula.text.paragraphs import ended
from fabula.text.scenes import is_break

_MOST_LINES = 4
_LONGEST = 100
_FEWEST = 2


def title_above(lines: Lines, at: int, most: int = _MOST_LINES) -> list[int]:
    """The lines of a title right above a line, at most so many. Empty if what stands there is text."""
    above: list[int] = []
    place = at - 1
    while place >= 0 and len(above) < most:
        line = lines[place].strip()
        if line and not _may_be_title(line):
            break
        if line:
            above.append(place)
        place -= 1
    while above and not title_like(lines[above[-1]].strip(" _*")):
        above.pop()
    return above[::-1] if above and _apart(lines, above[-1]) else []


def _may_be_title(line: str) -> bool:
    bracketed = line[0] in "(（[_" and line[-1] in ")）]_"
    return len(line) <= _LONGEST and not is_break(line) and (bracketed or line.isupper() or not ended(line))


def _apart(lines: Lines, at: int) -> bool:
    return at == 0 or not lines[at - 1] or not ended(lines[at])


def unnamed_parts(chosen: Sequence[Found], parts: Sequence[Found], lines: Lines, start: int) -> list[Found]:
    """Such parts above the first chapters of counts, if the second and all later counts have one."""
    firsts = [each for each in chosen if each.heading.number == 1 and not each.heading.parts]
    if len(firsts) < _FEWEST or any(each.line > firsts[0].line for each in parts):
        return []
    titles = [title_above(lines, each.line) for each in firsts[1:]]
    if not all(titles):
        return []
    room = [title for title in title_above(lines, firsts[0].line, min(map(len, titles))) if title >= start]
    rank = 1 + max((each.heading.rank for each in parts), default=-1)
    return [
        _part(title, first, number, rank, lines)
        for number, (title, first) in enumerate(zip([room, *titles], firsts, strict=True), 1)
        if title
    ]


def _part(title: Sequence[int], first: Found, number: int, rank: int, lines: Lines) -> Found:
    words = [" ".join(lines[at].split()).strip("_*") for at in title]
    printed = words[0] if len(words) == 1 else f"{words[0]}: {' '.join(words[1:])}"
    return Found(title[0], first.line, Heading(PART, "unnamed", number, printed, printed, rank))


def start_parts(starts: Sequence[int], lines: Lines) -> bool:
    """Whether a title stands above every one of these lines but the first."""
    return all(title_above(lines, at) for _, at in pairwise(starts))
