"""Titles with a ruled line right below them, as plain text files print them."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from statistics import median

from fabula.languages.spelled_headings import title_like
from fabula.languages.topics.headings import CHAPTER, Heading
from fabula.text.headings.places import Found
from fabula.text.lines import Lines
from fabula.text.paragraphs import ended

_RULE = re.compile(r"\s*(?:-{4,}|={4,}|_{4,}|—{4,}|－{4,})\s*")
_NOTE = re.compile(r"[\s　]*(?:[\[(（〔]\d{1,3}[\])）〕]|[⑴-⒇①-⑳*])$")
"""The mark of a footnote after a title."""
_LONGEST = 60
_FEWEST = 3
_MOSTLY = 0.6
"""The share of a text's ruled lines that are below titles. Others part scenes."""
_LEAST_TEXT = 150
"""Characters between two such titles, at the median."""


def underlined(lines: Lines, start: int, end: int) -> list[Found]:
    """Such titles, if there are some with text between them and most ruled lines are below one."""
    read = enumerate(islice(lines, start + 1, end), start + 1)
    rules = [at for at, line in read if line and _RULE.fullmatch(line)]
    found = [_titled(lines, at - 1) for at in rules if _is_title(lines, at - 1, start)]
    if len(found) < max(_FEWEST, _MOSTLY * len(rules)):
        return []
    lengths = [lines.between(one, other) for one, other in pairwise([*(each.line for each in found), end])]
    return found if median(lengths) >= _LEAST_TEXT else []


def _is_title(lines: Lines, at: int, start: int) -> bool:
    title = _NOTE.sub("", lines[at].strip())
    alone = at == start or not lines[at - 1].strip()
    return alone and 0 < len(title) <= _LONGEST and title_like(title) and not ended(title)


def _titled(lines: Lines, at: int) -> Found:
    title = _NOTE.sub("", " ".join(lines[at].split()))
    return Found(at, at + 2, Heading(CHAPTER, title, None, title, title))
