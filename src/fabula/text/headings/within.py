"""Headings within lines: a site printed `　　第一章 归途　　那一年……` as one line, or a whole book without line ends.

A heading may also stand at the end of the line above: `... and went home. Chapter 3: Snow`.

Looked for only where no lines are headings. A number after the end of a sentence is one if many of them count up and
there is text between them: 第三章 alone may be a mention.
"""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median

from fabula.languages.numerals import number as number_of
from fabula.languages.patterns import fragments
from fabula.text.lines import Lines

_FEWEST = 3
_LEAST_TEXT = 300
"""Characters between two such headings, at the median."""
_MOST = 0.7
"""Of the text after the first of them, what one chapter has at most."""
_COVERS = 0.5
"""The share of the text after the first of them."""
_AFTER = '.。！？!?…"”’』」）)】]　'
"""What ends the sentence before a heading, or the indent of its line."""
_MARK = re.compile(fragments("headings", "within"))
_REST = re.compile(r"[^\n。！？!?；;“”「」『』]{0,60}(?=\n|$)")
"""A title that ends its line."""
_TITLE = re.compile(r"[\s　:：、.．]*[^\s。，！？!?；;：“”「」『』]{1,20}(?=[\s　]|$)")
_WIDE = re.compile(r"[\s　:：、.．]*[\u2e80-\u9fff]")


def broken_out(lines: Lines) -> str | None:
    """The text with such headings on lines of their own. None if there are none, or if they have lines already."""
    if sum(1 for line in lines for _ in _MARK.finditer(line)) < _FEWEST:
        return None
    text = "\n".join(lines)
    chain = _longest_chain(text)
    if len(chain) < _FEWEST:
        return None
    lengths = [other - one for one, other in pairwise([*(match.start() for match in chain), len(text)])]
    if (
        median(lengths) < _LEAST_TEXT
        or max(lengths) > _MOST * sum(lengths)
        or sum(lengths) < _COVERS * len(text)
    ):
        return None
    if all(_has_line(text, match) for match in chain):
        return None
    pieces, done = [], 0
    for match in chain:
        end = _title_end(text, match)
        pieces += [text[done : match.start()].rstrip(" 　"), "\n", text[match.start() : end], "\n　　"]
        done = end + len(text[end:]) - len(text[end:].lstrip(" 　"))
    return "".join([*pieces, text[done:]])


def _has_line(text: str, mark: re.Match[str]) -> bool:
    begins = text.rfind("\n", 0, mark.start()) + 1
    return not text[begins : mark.start()].strip() and text.startswith("\n", _title_end(text, mark))


def _title_end(text: str, mark: re.Match[str]) -> int:
    """Where a heading's title ends: with its line, or at a space. A couplet has two parts of one length.

    Where words are parted by spaces, a title that does not end its line cannot be told from what follows.
    """
    if rest := _REST.match(text, mark.end()):
        return rest.end()
    if not _WIDE.match(text, mark.end()):
        return mark.end()
    title = _TITLE.match(text, mark.end())
    if title is None:
        return mark.end()
    other = _TITLE.match(text, title.end())
    couplet = other is not None and len(other[0].strip()) == len(title[0].strip()) > 4
    return other.end() if other and couplet else title.end()


def _longest_chain(text: str) -> list[re.Match[str]]:
    """The longest run of marks whose numbers count up. The first of two with one number counts."""
    best: dict[int, tuple[int, re.Match[str], int]] = {}
    for mark in _MARK.finditer(text):
        before = text[mark.start() - 1 : mark.start()]
        number = number_of("".join(mark[mark.lastindex or 0].split()))
        if number is None or (before.strip(" \n") and before not in _AFTER):
            continue
        one_less = number - 1 if number - 1 in best else number - 2
        length = best[one_less][0] + 1 if one_less in best else 1
        if number not in best or length > best[number][0]:
            best[number] = (length, mark, one_less)
    at = max(best, key=lambda number: best[number][0], default=0)
    chain: list[re.Match[str]] = []
    while at in best and (not chain or best[at][1].start() < chain[-1].start()):
        chain.append(best[at][1])
        at = best[at][2]
    return chain[::-1]
