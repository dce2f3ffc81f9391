"""Words that a site puts before or after every heading: `BookHub - Chapter 3: Snow`, `第三章 归途 - 某某小说网`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fabula.languages.topics.headings import CHAPTER
from fabula.text.headings.lines import read_heading
from fabula.text.headings.places import Found

_FEWEST = 3
_SPACE_OR_SEPARATOR = re.compile(r"[-–—|_·»》】\]:：\s]+|(?=第)")
_SEPARATOR = re.compile(r"[-–—|_·»》】\]:：]\s*|(?<=[一-鿿])[ 　]+")
_BEFORE_SITE = re.compile(r"\s*(?:\s[-–—|·]\s|[|_(（\[【])")


def before_all(texts: Sequence[str], numerals: str) -> int:
    """Where the headings begin after the words that are before each of them."""
    shared = shared_start(texts).rstrip(numerals)
    for cut in _SPACE_OR_SEPARATOR.finditer(shared):
        if all(_is_chapter(text[cut.end() :]) for text in texts):
            return cut.end()
    cuts = [cut.end() for cut in _SEPARATOR.finditer(shared)]
    return cuts[-1] if cuts else 0


def _is_chapter(text: str) -> bool:
    heading = read_heading(text)
    return heading is not None and heading.level == CHAPTER


def without_ends(found: Sequence[Found]) -> list[Found]:
    """The headings without the words that follow each of them."""
    numbered = [each.heading.printed for each in found if each.heading.number is not None]
    shared = shared_start([printed[::-1] for printed in numbered])[::-1] if len(numbered) >= _FEWEST else ""
    begins = _BEFORE_SITE.search(shared)
    if begins is None:
        return list(found)
    words = shared[begins.start() :]
    return [
        replace(
            each,
            heading=replace(
                each.heading,
                printed=each.heading.printed.removesuffix(words),
                title=each.heading.title.removesuffix(words),
            ),
        )
        for each in found
    ]


def shared_start(texts: Sequence[str]) -> str:
    """The letters that all of some texts begin with."""
    first, last = min(texts), max(texts)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]
