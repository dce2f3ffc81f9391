"""Paragraphs separated by one blank line, whatever the file's line layout.

Files wrap lines at a width, give each paragraph one line, or indent. The layout is judged once over all lines, so
that
one odd paragraph cannot change how a file is read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from fabula.text.lines import Lines

_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b\u200e\u200f\u2060\ufeff]")
_SPACES = re.compile(
    "[\t\u00a0\u2002-\u200a\u202f][ \t\u00a0\u2002-\u200a\u202f]*| [ \t\u00a0\u2002-\u200a\u202f]+"
)
"""White space that is not one plain space already."""
_LINE_ENDS = (
    ("\r\n", "\n"),
    ("\r", "\n"),
    ("\x0b", "\n"),
    ("\x0c", "\n"),
    ("\x85", "\n"),
    ("\u2028", "\n"),
    ("\u2029", "\n\n"),
)
_ENDED = re.compile(r"[.!?…。！？．:：—][\"'”’»)\]）』」*_]*$")
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f\U00020000-\U0003ffff“”‘’…—]")
_LONGEST_WRAPPED = 130
_JUDGED_LINES = 200_000
_LONGEST_CUE = 40
_LINES_OF_A_SPEECH = 15
"""A speech of a play, with the name above it, has fewer lines than this on average. A page has more under its running title."""
_LINES_OF_ONE = 3
"""So many speeches show that somebody is of the play. Two of them must have so many."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file lays out its lines."""

    width: int | None
    """The width at which lines are wrapped, or None where every line is a paragraph."""
    blank_parted: bool
    """There are blank lines between paragraphs."""
    cued: bool = False
    """It is a play in which the speaker's name, in capitals, has a line above the speech."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph on one line, and how many blank lines stood before it. The speech of a play may have a line for the name, and lines of verse."""

    text: str
    gap: int


def tidy(plain: str) -> str:
    """The text with LF line ends, wrapped lines joined, one blank line between paragraphs, and no outer space.

    Idempotent.
    """
    lines = lines_of(plain)
    return "\n\n".join(each.text for each in paragraphs(lines, layout(lines)))


def lines_of(plain: str) -> Lines:
    """The lines of a text without trailing space and invisible characters, with any line ends."""
    for end, newline in _LINE_ENDS:
        plain = plain.replace(end, newline)
    return Lines(_UNSEEN.sub("", plain))


def ended(line: str) -> bool:
    """Whether a line ends as a sentence does."""
    return _ENDED.search(line[-12:]) is not None


def layout(lines: Sequence[str]) -> Layout:
    """Judge from all lines (of a very long file, its first part) how paragraphs are laid out."""
    filled, wide = 0, 0
    lengths: Counter[int] = Counter()
    cues: Counter[str] = Counter()
    before, above = "", ""
    for line in islice(lines, _JUDGED_LINES):
        filled += line != ""
        if line and above:
            if not before and _is_cue(above):
                cues[above.strip()] += 1
            else:
                lengths[len(above)] += 1
                wide += _WIDE.match(above[-1]) is not None
        before, above = above, line
    pairs = lengths.total() + cues.total()
    cued = cues.total() * _LINES_OF_A_SPEECH >= filled and sum(n >= _LINES_OF_ONE for n in cues.values()) > 1
    return Layout(_width(lines, lengths, wide), pairs < 0.9 * filled, cued)


def _is_cue(line: str) -> bool:
    """Whether a line could be the name above a speech: in capitals, with a stop or a colon or none."""
    name = line.strip()
    return len(name) <= _LONGEST_CUE and name.isupper() and (name[-1].isalnum() or name[-1] in ".:)")


def _inner(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every line with the line below it, where neither is blank and it is no speaker's name. Cut out anew each time: a list would be large."""
    before = ""
    for line, after in pairwise(islice(lines, _JUDGED_LINES)):
        if line and after and (before or not _is_cue(line)):
            yield line, after
        before = line


def _width(lines: Sequence[str], lengths: Counter[int], wide: int) -> int | None:
    """The width at which lines are wrapped, by the lengths of those with a line below them, and how many end in a wide letter.

    Such lines reach it in mid-sentence and do not all begin with capitals, as verse does.
    """
    pairs = lengths.total()
    if not pairs:
        return None
    width = _nearly_longest(lengths, pairs)
    if not (15 if wide * 2 > pairs else 40) <= width <= _LONGEST_WRAPPED:
        return None
    soft = open_ended = capitals = 0
    for line, after in _inner(lines):
        soft += _runs_on(line, after, width)
        open_ended += not ended(line)
        capitals += after.lstrip()[:1].isupper()
    wrapped = soft > 0.6 * pairs and open_ended > 0.5 * pairs and capitals < 0.6 * pairs
    return width if wrapped else None


def _nearly_longest(lengths: Counter[int], count: int) -> int:
    """The length that 98% of the lines do not exceed."""
    place = int(0.98 * (count - 1))
    for length in sorted(lengths):
        place -= lengths[length]
        if place < 0:
            return length
    return max(lengths)


def _runs_on(line: str, after: str, width: int) -> bool:
    """Whether a line was wrapped because the next word did not fit."""
    word = 1 if _WIDE.match(after.lstrip()) else len(after.split(maxsplit=1)[0])
    return len(line) + 1 + word > 0.75 * width


def paragraphs(lines: Iterable[str], layout: Layout) -> Iterator[Paragraph]:
    """The paragraphs of some lines of a file of that layout, one at a time: a file may have millions."""
    single = layout.width is None and not layout.cued
    for gap, block in _single_lines(lines) if single else _blocks(lines):
        for place, text in enumerate(_speech(block, layout) if layout.cued else _rejoined(block, layout)):
            clean = _SPACES.sub(" ", text).strip()
            if clean:
                yield Paragraph(clean, gap if place == 0 else 0)


def _single_lines(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Every line by itself, with the number of blank lines before it."""
    gap = 0
    for line in lines:
        if line:
            yield gap, [line]
            gap = 0
        else:
            gap += 1


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines without a blank line, each with the number of blank lines before it."""
    gap, block = 0, list[str]()
    for line in lines:
        if line:
            block.append(line)
            continue
        if block:
            yield gap, block
            gap, block = 0, []
        gap += 1
    if block:
        yield gap, block


def _rejoined(block: list[str], layout: Layout) -> list[str]:
    if layout.width is None or len(block) == 1 or _is_verse(block, layout.width):
        return block
    joined = [[block[0].strip()]]
    for line, after in pairwise(block):
        begins = _indent(after) > _indent(line) or (not layout.blank_parted and _indent(after) > 0)
        if begins or not _runs_on(line, after, layout.width):
            joined.append([after.strip()])
        else:
            joined[-1].append(after.strip())
    return [_one_line(pieces) for pieces in joined]


def _speech(block: list[str], layout: Layout) -> list[str]:
    """The paragraphs of a block. What stands under a speaker's name is one, in lines."""
    if len(block) == 1 or not _is_cue(block[0]):
        return _rejoined(block, layout)
    return ["\n".join(map(str.strip, [block[0], *_rejoined(block[1:], layout)]))]


def _one_line(pieces: list[str]) -> str:
    parts = [pieces[0]]
    for before, after in pairwise(pieces):
        closed = before.endswith(("-", "—")) or (_WIDE.match(before[-1:]) and _WIDE.match(after))
        parts.append(after if closed else " " + after)
    return "".join(parts)


def _is_verse(block: list[str], width: int) -> bool:
    """Three or more short lines that all begin with a capital."""
    short = len(block) >= 3 and max(map(len, block)) < 0.85 * width
    return short and all(line.lstrip("\"'“‘ \t_(")[:1].isupper() for line in block)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
