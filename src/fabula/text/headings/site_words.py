"""Words that a web edition repeats before every heading: `《》目录 第一回　灵根育孕源流出`.

They are known by their repetition: the same words before at least three different chapter numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.languages.topics.headings import CHAPTER
from fabula.text.headings.lines import read_heading

_FEWEST = 3
_LONGEST_LINE = 80
_LONGEST_PREFIX = 30


def repeated_before_headings(lines: Sequence[str], start: int, end: int) -> str | None:
    """The words before most headings, with the space after them. None if headings stand by themselves."""
    numbers: dict[str, set[int]] = {}
    for at in range(start, end):
        line = lines[at].lstrip()
        if not line or len(line) > _LONGEST_LINE or (at > start and lines[at - 1]):
            continue
        for prefix in _prefixes(line):
            heading = read_heading(line[len(prefix) :])
            if heading is not None and heading.level == CHAPTER and heading.number is not None:
                numbers.setdefault(prefix, set()).add(heading.number)
                break
    best = max(numbers, key=lambda prefix: len(numbers[prefix]), default=None)
    return best if best is not None and len(numbers[best]) >= _FEWEST else None


def _prefixes(line: str) -> list[str]:
    """The starts of a line that end in a space before its last word."""
    return [line[: at + 1] for at, letter in enumerate(line[:_LONGEST_PREFIX]) if letter.isspace()]
