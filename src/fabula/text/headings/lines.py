"""What one line means if it is a heading: Chapter XII, BOOK THE FIRST, 第五回, 楔子, or a bare numeral.

This looks only at the line, with the words of every language with a folder. `places` and `order` decide whether it
is where headings are, and in order.
"""

from __future__ import annotations

import re

from fabula.languages.language import each_with
from fabula.languages.numerals import ROMAN_LETTERS, in_words, number, roman
from fabula.languages.patterns import fragments
from fabula.languages.spelled_headings import title_like
from fabula.languages.topics.headings import BARE, LONGEST, Heading
from fabula.text.sieve import fold

_READERS = each_with("headings")
_LETTERS = "".join(language.numerals.letters for language in each_with("numerals"))
_HAN_BARE = re.compile(rf"[（(【〔]?\s*([{_LETTERS}]{{1,4}})\s*[)）】〕]?\s*[、.．]?")
_BARE = re.compile(
    rf"[(\[]?\s*(\d{{1,4}}|[{ROMAN_LETTERS}]{{1,9}}|[ivxlcdmⅰ-ⅿ]{{1,9}}|[A-Za-zÀ-ÿ]+(?:[ -][A-Za-zÀ-ÿ]+){{0,3}})\s*[)\]]?\s*[.:]?"
)
_NUMBERED_TITLE = re.compile(
    rf"(\d{{1,4}}|[{ROMAN_LETTERS}]{{1,9}})(?:[.:)]\s+(?=\S)|(?<=\d)[\s　]+(?=[一-鿿]))|([{_LETTERS}]{{1,9}})[、.．]\s*(?=[^\s\d])"
)

_ORNAMENTS = " \t　#＃*_=~|·•-—–<>☆★◎●○◆◇■□▲△※"
_BRACKETS = {"【": "】", "[": "]", "（": "）", "(": ")", "〖": "〗"}
_BRACKETED_NUMBER = re.compile(r"[【〖\[「『〈]([^】〗\]」』〉]{1,12})[】〗\]」』〉](?=.)")
_PAGE = re.compile(
    r"(?:(?:\s*[.·…]){2,}\s*|\s{2,}|\t)\d{1,4}$|\s*[(（]\s*第?\s*\d{1,2}\s*/\s*\d{1,2}\s*页?\s*[)）]$"
)
"""The page number of a contents list, or which of a chapter's pages a site printed."""
_MAY_BEGIN = re.compile(rf"[\W_]{{0,12}}(?:[\divxlcdmⅰ-ⅿ]+\b|{fragments('headings', 'begins')})")
"""For lines in lower case: where case is ignored, each of a hundred beginnings is tried at every line."""


def may_be_heading(line: str) -> bool:
    """Whether a line begins as a heading might. Nearly all lines of prose do not, and need no closer look."""
    return len(line) <= LONGEST and _MAY_BEGIN.match(fold(line)) is not None


def read_heading(line: str) -> Heading | None:
    """The heading that a line would be, or None if it is text."""
    if not may_be_heading(line) or line.endswith(("——", "，", ",", "；", ";")):
        return None
    bare = _PAGE.sub("", line.strip()).strip(_ORNAMENTS)
    if bare[:1] in _BRACKETS and bare.find(_BRACKETS[bare[0]]) == len(bare) - 1:
        bare = bare[1:-1].strip()
    elif bracketed := _BRACKETED_NUMBER.match(bare):
        bare = f"{bracketed[1].strip()} {bare[bracketed.end() :].strip()}"
    if not bare:
        return None
    printed = " ".join(bare.split())
    for language in _READERS:
        heading = language.headings.read(printed, read_heading)
        if heading is not None:
            return heading
    return _bare(printed)


def _bare(line: str) -> Heading | None:
    match = _BARE.fullmatch(line)
    if match and (kind := _numeral_kind(match[1])):
        return Heading(BARE, kind, number(match[1]), line, "")
    match = _HAN_BARE.fullmatch(line)
    if match and (value := in_words(match[1])) is not None:
        return Heading(BARE, "han", value, line, "")
    match = _NUMBERED_TITLE.match(line)
    if match is None:
        return None
    title, value = line[match.end() :], number(match[1] or match[2])
    if value is None or not title_like(title):
        return None
    return Heading(BARE, "han title" if match[2] else f"{_numeral_kind(match[1])} title", value, line, title)


def _numeral_kind(text: str) -> str | None:
    if text.isdigit():
        return "digits"
    if roman(text) is not None and (text.isupper() or text.islower()):
        return "roman"
    return "words" if text[0].isupper() and in_words(text) is not None else None
