"""Headings with other words before them on their line: a volume's name, a site's address, the way to a page.

`潜龙勿用 第一章 归途`, `某某书屋 > 第一卷 > 第1章 归途`. The words before may change from volume to volume, so the numbers
are what the lines share.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from fabula.languages.patterns import fragments
from fabula.languages.topics.headings import CHAPTER, PART, Heading
from fabula.text.headings.lines import read_heading
from fabula.text.headings.places import Found, stands_apart
from fabula.text.headings.site_words import shared_start
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout

_LONGEST = 90
_FEWEST = 3
_LEAST_TEXT = 150
"""Characters between two such headings, at the median."""
_IN_TURN = 0.8
_SHARED = 3
"""Headings that have the same words before them, on average."""
_ENDS = " \t　>＞_|·»/【[（(-–—:："
_NUMBERED = re.compile(
    rf"(?P<before>[^。！？!?…“”「」]{{1,40}}?[{re.escape(_ENDS)}\]】)）])(?P<heading>(?:{fragments('headings', 'numbered')}))",
    re.I,
)


def prefixed(lines: Lines, shape: Layout, start: int, end: int) -> list[Found]:
    """Such headings, if they count up and there is text between them. Empty if not."""
    found: list[tuple[int, str, Heading]] = []
    for at in range(start, end):
        line = lines[at]
        if not 0 < len(line) <= _LONGEST:
            continue
        match = _NUMBERED.match(" ".join(line.split()))
        if match is None or (at > start and lines[at - 1] and not stands_apart(line, lines[at - 1], shape)):
            continue
        heading = read_heading(match["heading"])
        if heading and heading.level == CHAPTER and heading.number is not None:
            found.append((at, match["before"], heading))
    names = [before for _, before, _ in found]
    if len(found) < max(_FEWEST, _SHARED * len(set(names))) or not _plausible(found, lines, end):
        return []
    shared = len(shared_start(names).rstrip("".join(set("".join(names)) - set(_ENDS))))
    parts = {name: name[shared:].strip(_ENDS + "]】)）") for name in names}
    order = list(dict.fromkeys(parts.values()))
    return [
        Found(at, at + 1, _under(heading, parts[name], order.index(parts[name]) + 1))
        for at, name, heading in found
    ]


def _under(heading: Heading, part: str, number: int) -> Heading:
    return heading.under(Heading(PART, "prefix", number, part, "")) if part else heading


def _plausible(found: Sequence[tuple[int, str, Heading]], lines: Lines, end: int) -> bool:
    """Whether the numbers count up, from one again only under another name, and there is text between the lines."""
    in_turn = sum(
        after[2].number == (before[2].number or 0) + 1 or (after[2].number == 1 and after[1] != before[1])
        for before, after in pairwise(found)
    )
    places = [at for at, _, _ in found]
    usual = median(lines.between(one, other) for one, other in pairwise([*places, end]))
    return in_turn >= _IN_TURN * (len(found) - 1) and usual >= _LEAST_TEXT
