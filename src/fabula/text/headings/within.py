"""Headings within lines: a site printed `　　第一章 归途　　那一年……` as one line, or a whole book without line ends.

Looked for only where no lines are headings. A number after the end of a sentence is one if many of them count up and
there is text between them: 第三章 alone may be a mention.
"""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median

from fabula.languages.numerals import in_words
from fabula.languages.patterns import fragments
from fabula.text.lines import Lines

_FEWEST = 3
_LEAST_TEXT = 300
"""Characters between two such headings, at the median."""
_COVERS = 0.5
"""The share of the text after the first of them."""
_AFTER = "。！？!?…”’』」）)】]　"
"""What ends the sentence before a heading, or the indent of its line."""
_MARK = re.compile(fragments("headings", "within"))
_TITLE = re.compile(r"[\s　:：、.．]*[^\s。，！？!?；;：“”「」『』]{1,20}(?=[\s　]|$)")


def broken_out(lines: Lines) -> str | None:
    """The text with such headings on lines of their own. None if there are none, or if they have lines already."""
    if sum(1 for line in lines for _ in _MARK.finditer(line)) < _FEWEST:
        return None
    text = "\n".join(lines)
    chain = _longest_chain(text)
    if len(chain) < _FEWEST:
        return None
    lengths = [other - one for one, other in pairwise([*(match.start() for match in chain), len(text)])]
    if median(lengths) < _LEAST_TEXT or sum(lengths) < _COVERS * len(text):
        return None
    if all(text.startswith("\n", _title_end(text, match)) for match in chain):
        return None
    pieces, done = [], 0
    for match in chain:
        end = _title_end(text, match)
        pieces += [text[done : match.start()].rstrip(" 　"), "\n", text[match.start() : end], "\n　　"]
        done = end + len(text[end:]) - len(text[end:].lstrip(" 　"))
    return "".join([*pieces, text[done:]])


def _title_end(text: str, mark: re.Match[str]) -> int:
    """Where a heading's title ends: at a space. A couplet has two parts of one length."""
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
        number = in_words("".join(mark["number"].split()))
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
