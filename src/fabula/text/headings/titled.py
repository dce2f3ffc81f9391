"""Titles without a number that divide a text: `☆、归途`, `【归途】`, `## Fire`, `THE WAGER`, a short line that stands alone.

No word and no number says that they are headings. What they share is their form, and that they are as far from each
other as chapters are: not two in a row, as in verse or in a list; not the same one again, as with adverts and names of
speakers; and at more regular distances than lines that come by chance. `labels` finds those that do come again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean, median, pstdev

from fabula.languages.spelled_headings import title_like
from fabula.languages.topics.headings import CHAPTER, Heading
from fabula.text.headings.labels import labelled
from fabula.text.headings.levels import page_numbers
from fabula.text.headings.places import Found, is_tiny
from fabula.text.lines import Lines
from fabula.text.paragraphs import Layout, ended

_LONGEST = 60
_FEWEST, _MOST = 4, 20_000
_LEAST_TEXT = 1_500
"""Characters between two such titles, at the median. Wide letters count twice."""
_FEWEST_STORIES, _NEARLY_ALL, _STORY_HAS = 20, 0.9, 500
"""A collection of very short stories has so many titles, nearly all lines of their form, with so much text at the median."""
_CHAPTER_HAS = 200
_ALONE = 0.7
"""The share of the lines of a form that have text on both sides."""
_DIFFERENT = 0.9
_MOST_SPREAD = {True: 1.2, False: 0.8}
"""How irregular the distances may be: their deviation over their mean. Less so for a form that prose has too."""
_FIRST_WITHIN = 3
"""Usual distances before the first title."""
_NO_SHARE = 0.4
"""Of the text, what one chapter has at most."""

_OF_USUAL = 0.4
"""Of the usual distance, what there is at least on both sides of a title that ends as a sentence does."""
_WORDS, _CAPITALS_IN, _LONG_WORD = 3, 2, 4
"""Such a title has so many words, so many with a capital, and none of so many letters without one."""

_MARKDOWN = re.compile(r"(#{1,6})\s*(\S.*)")
_ORNAMENT = re.compile(r"([☆★◎●○◆◇■□▲△※♦♠♣♥❀✿❤§¤◈◉▼▽►•]+)[、.\s:：]*(?=\w)(.+)")
_BOTH_SIDES = re.compile(r"([*=~_+—–-]{1,20})\s*(\w.*?)\s*\1")
_BRACKETS = re.compile(r"([\[【〖〈《<])(\w[^\]】〗〉》>]*)[\]】〗〉》>]")
_DIGITS = re.compile(r"\d+")
_FIRST_WORD, _MOST_WORDS = 4, 3
"""Titles that share their first word, of so many letters at least, have so many words at most: Rozdział pierwszy."""
_GAP = 3
"""Blank lines that set a title apart however it is written."""
_QUOTES = "\"'“‘„«「『"
_PROSE = "，。；、！？…,;!?"


def titled(lines: Lines, shape: Layout, start: int, end: int) -> list[Found]:
    """The titles of the form that divides the text into most chapters. Empty if none does."""
    forms: dict[str, list[tuple[int, str]]] = {}
    indented = _is_indented(lines, start, end)
    for at in range(start, end):
        line = lines[at]
        if 0 < len(line) <= _LONGEST:
            for form, title in _forms(lines, at, shape, indented):
                members = forms.setdefault(form, [])
                if len(members) <= _MOST:
                    members.append((at, title))
    best: list[tuple[int, str]] = []
    for form, members in forms.items():
        kept = _dividing(members, lines, start, end, marked=form.split()[0] not in _UNMARKED)
        kept = max(kept, labelled(members, lines, start, end), key=len)
        if len(kept) > len(best):
            best = kept
    best = _with_loose(best, lines, end)
    found = [Found(at, at + 1, Heading(CHAPTER, title, None, title, title)) for at, title in best]
    return [] if page_numbers(found, lines) else found


def _with_loose(titles: Sequence[tuple[int, str]], lines: Lines, end: int) -> list[tuple[int, str]]:
    """The titles with those that end as sentences do (`Mr. H. M. Woggle-Bug, T. E.`), where a chapter is so long that it hides them."""
    if len(titles) < _FEWEST:
        return list(titles)
    marks = [*(at for at, _ in titles), end]
    usual = median(lines.between(one, other) for one, other in pairwise(marks))
    complete: list[tuple[int, str]] = []
    for title, stop in zip(titles, marks[1:], strict=True):
        complete.append(title)
        room = round(lines.between(title[0], stop) / usual) - 1
        if room < 1:
            continue
        hidden = [(at, lines[at].strip()) for at in range(title[0] + 1, stop) if _is_loose(lines, at)]
        steps = pairwise([title[0], *(at for at, _ in hidden), stop])
        if len(hidden) <= room and all(lines.between(*step) >= _OF_USUAL * usual for step in steps):
            complete += hidden
    return complete


def _is_loose(lines: Lines, at: int) -> bool:
    """Whether a line stands alone and has the capitals of a title, however it ends."""
    line = lines[at].strip()
    if not 0 < len(line) <= _LONGEST or lines[at - 1] or (at + 1 < len(lines) and lines[at + 1]):
        return False
    words = line.rstrip(".?!").split()
    capitals = sum(word[:1].isupper() for word in words)
    lower = any(len(word) >= _LONG_WORD and word[:1].islower() for word in words)
    return len(words) >= _WORDS and capitals >= _CAPITALS_IN and not lower and title_like(" ".join(words))


_CAPITALS, _ALONE_IN_LINE, _WORD, _AFTER_GAP = "capitals", "alone", "word", "gap"
_UNMARKED = (_CAPITALS, _ALONE_IN_LINE, _WORD)


def _is_indented(lines: Lines, start: int, end: int) -> bool:
    """Whether paragraphs begin with an indent, so that a line without one is something else."""
    first = [lines[at][:1].isspace() for at in range(start, min(end, start + 2_000)) if len(lines[at]) > 1]
    return sum(first) > 0.8 * len(first)


def _forms(lines: Lines, at: int, shape: Layout, indented: bool) -> Iterator[tuple[str, str]]:
    """The forms that a line has, each with its title."""
    line = " ".join(lines[at].split())
    marked = _MARKDOWN.fullmatch(line) or _ORNAMENT.fullmatch(line)
    marked = marked or _BOTH_SIDES.fullmatch(line) or _BRACKETS.fullmatch(line)
    if marked:
        title = marked[2].rstrip("#*☆★◆ ").strip()
        if title and not title.endswith((".", ":")):  # `# *` only divides, and `[He rises.]` is a direction
            yield marked[1][:6], title
        return
    above, below = lines[at - 1] if at else "", lines[at + 1] if at + 1 < len(lines) else ""
    wrapped = shape.width is not None
    if line.isupper():
        line = line.rstrip(".")
    if (wrapped and (above or below)) or ended(line) or any(stop in line for stop in _PROSE):
        return
    words = line.split()
    if len(words[0]) >= _FIRST_WORD and words[0][0].isupper() and 2 <= len(words) <= _MOST_WORDS:
        yield f"{_WORD} {words[0].casefold()}", line
    if line[0] not in _QUOTES and not any(lines[each] for each in range(max(0, at - _GAP), at)):
        yield _AFTER_GAP, line
    if not title_like(line) or (indented and lines[at][:1].isspace()):
        return
    cased = [letter for letter in line if letter.isupper() or letter.islower()]
    if cased and not any(letter.islower() for letter in cased):
        yield _CAPITALS, line
    yield _ALONE_IN_LINE, line


def _dividing(
    members: Sequence[tuple[int, str]], lines: Lines, start: int, end: int, marked: bool
) -> list[tuple[int, str]]:
    """The members that have text before and after them, if they can be a book's chapters."""
    if not _FEWEST <= len(members) <= _MOST:
        return []
    after = [*(at for at, _ in members[1:]), end]
    apart = [
        each for each, below in zip(members, after, strict=True) if not is_tiny(lines, each[0] + 1, below)
    ]
    words = {_DIGITS.sub("", title) for _, title in apart}
    if len(apart) < _FEWEST or len(words) < _DIFFERENT * len(apart):
        return []
    listed = Counter(title for _, title in members) - Counter(title for _, title in apart)
    again = sum(listed[title] for _, title in apart)
    if len(apart) < _ALONE * (len(members) - again):
        return []
    lengths = [lines.between(one, other) for one, other in pairwise([*(at for at, _ in apart), end])]
    stories = not marked and len(apart) >= max(_FEWEST_STORIES, _NEARLY_ALL * (len(members) - again))
    regular = _regular(lengths, _width(apart), marked or stories, _STORY_HAS if stories else _LEAST_TEXT)
    return apart if regular and _early(lines, start, apart, lengths) else []


def _width(members: Sequence[tuple[int, str]]) -> int:
    return 2 if any(ord(letter) > 0x2E7F for _, title in members for letter in title) else 1


def _regular(lengths: Sequence[int], width: int, loose: bool, least: int) -> bool:
    """Whether the text is cut into pieces as long as chapters are, none of which has most of it."""
    if width * median(lengths) < least or width * min(lengths) < _CHAPTER_HAS:
        return False
    longest = max(_NO_SHARE * sum(lengths), 2 * median(lengths))
    return max(lengths) <= longest and pstdev(lengths) <= _MOST_SPREAD[loose] * fmean(lengths)


def _early(lines: Lines, start: int, members: Sequence[tuple[int, str]], lengths: Sequence[int]) -> bool:
    return lines.between(start, members[0][0]) <= _FIRST_WITHIN * median(lengths)
