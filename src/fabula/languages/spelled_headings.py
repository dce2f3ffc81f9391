"""Headings in languages that use a word and a number: Chapter XII, BOOK THE FIRST, Capítulo primero."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from fabula.languages.numerals import ROMAN_LETTERS, number, roman
from fabula.languages.topics.headings import CHAPTER, LONGEST, PART, SECTION, Heading, ReadLine

_PART_RANKS = {"volume": 0, "book": 1, "part": 2, "act": 2}
"""Kinds of parts above chapters, the highest first."""
_NAMES_SOMETHING = re.compile(r"([^“”\"]{2,60}) [“\"]([^“”\"]{1,40}?)[.!?,]?[”\"]")
"""A title that ends with what something is called: The Dinghy of the “Lady Vain.”"""
_SEPARATOR = re.compile(r"\s*[.:,—–|-]+\s*|\s+")
_FIGURES = rf"(?:(\d{{1,5}})|([{ROMAN_LETTERS}]{{1,12}}))(?!\w)"


@dataclass(frozen=True)
class SpelledHeadings:
    """The heading words of one such language."""

    keyword: str
    """A pattern of the words before a number. They may be abbreviated with a full stop."""
    ordinal_first: re.Pattern[str]
    """A number followed by its word: `the first book`."""
    special: re.Pattern[str]
    """A heading without a number, or with one that does not count: a prologue, an interlude."""
    number_words: re.Pattern[str]
    value: Callable[[str], int | None]
    """The value of a number in words."""
    article: str
    """A pattern of what may come before the number: `the `."""
    kinds: Mapping[str, str]
    """By a word in lower case: what it is, in English (`chapter`, `part`)."""
    sections: frozenset[str] = frozenset({"section", "scene"})

    sentence_case: bool = False
    """Whether titles use sentence case."""

    @cached_property
    def _keyword(self) -> re.Pattern[str]:
        return re.compile(rf"({self.keyword})(?:\b|(?=\d))\.?[\s:]*", re.I)

    @cached_property
    def _figures(self) -> re.Pattern[str]:
        return re.compile(rf"{self.article}{_FIGURES}", re.I)

    def read(self, line: str, any_language: ReadLine) -> Heading | None:
        """The heading that a line would be."""
        special = self.special.match(line)
        if special:
            return self._special(line, special)
        keyword = self._keyword.match(line)
        if keyword:
            kind = keyword[1].lower()
            value, end = self._leading_number(line, keyword.end())
        else:
            ordinal = self.ordinal_first.match(line)
            if not ordinal:
                return None
            kind, value, end = ordinal[2].lower(), self.value(ordinal[1]), ordinal.end()
        if value is None:
            return None
        rest, plain_space = after_separator(line, end)
        if rest is None:
            return None
        kind = self.kinds.get(kind, kind)
        if kind in _PART_RANKS:
            return self._part(line, end, kind, value, rest, plain_space, any_language)
        if rest.isdigit() and plain_space:
            line, rest = line[:end].strip(), ""
        level = SECTION if kind in self.sections else CHAPTER
        return Heading(level, kind, value, line, rest) if self._follows_well(rest, plain_space) else None

    def _part(
        self, line: str, end: int, kind: str, value: int, rest: str, plain_space: bool, any_language: ReadLine
    ) -> Heading | None:
        """A part, or the chapter that the same line names after it."""
        rank = _PART_RANKS[kind]
        part = Heading(PART, kind, value, line[:end].rstrip(" .:—–-") if rest else line, rest, rank)
        inner = any_language(rest) if rest else None
        if inner and inner.level in (PART, CHAPTER, SECTION):
            return inner.under(part)
        return Heading(PART, kind, value, line, rest, rank) if self._follows_well(rest, plain_space) else None

    def _special(self, line: str, match: re.Match[str]) -> Heading | None:
        """A prologue, an interlude with or without its number, a coda."""
        value = number(match[2]) if match[2] else None
        end = match.end() if value is not None else match.end(1)
        rest, plain_space = after_separator(line, end)
        if rest is None or not self._follows_well(rest, plain_space):
            return None
        return Heading(CHAPTER, f"{match[1].lower()} {value or ''}".strip(), None, line, rest)

    def _follows_well(self, rest: str, plain_space: bool) -> bool:
        """Whether a title follows the number, rather than the rest of a sentence that starts with a mention."""
        if not rest:
            return True
        if rest[0] == "(" and rest[-1] == ")":
            return True
        if plain_space:
            return title_like(rest, self.sentence_case) and len(rest.split()) <= 14
        return not rest[0].islower()

    def _leading_number(self, line: str, at: int) -> tuple[int | None, int]:
        """The number at this position, in figures, Roman numerals or words, and where it ends."""
        match = self._figures.match(line, at)
        if match and match[1]:
            return int(match[1]), match.end()
        if match:
            value = roman(match[2])
            if value is not None and (match[2].isupper() or value < 200):
                return value, match.end()
        words = self.number_words.match(line, at)
        while words:
            value = self.value(words[0])
            if value is not None:
                return value, words.end()
            shorter = max(words[0].rfind(" "), words[0].rfind("-"))
            words = self.number_words.match(line, at, at + shorter) if shorter > 0 else None
        return None, at


def after_separator(line: str, at: int) -> tuple[str | None, bool]:
    """What follows the number, and whether only a space separates them. None if the number runs into a word."""
    if at >= len(line):
        return "", False
    separator = _SEPARATOR.match(line, at)
    if separator is None:
        return None, False
    return line[separator.end() :].strip(), separator[0].isspace()


def title_like(text: str, sentence_case: bool = False) -> bool:
    """All capitals or title case, without an end of sentence. In Chinese: short and without stops.

    In languages with sentence case, the first capital is enough.
    """
    if named := _NAMES_SOMETHING.fullmatch(text):
        text = f"{named[1]} {named[2]}"
    if (
        not text
        or text[0] in "\"'“‘「『…"
        or text.endswith((",", ";", ":", "，", "。", "；", "：", "——", "”", "」", '"'))
    ):
        return False
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return False
    if ord(letters[0]) > 0x2E7F:
        return len(text) <= 40 and not any(stop in text for stop in "。；“”")
    if all(not letter.islower() for letter in letters):
        return len(text) <= LONGEST
    if text.endswith((".", "!")) or not letters[0].isupper() or len(text) > 90:
        return False
    if sentence_case:
        return True
    long = [word for word in text.split() if len(word) >= 4]
    return sum(1 for word in long if word.lstrip("\"'“‘(")[:1].isupper()) >= 0.6 * len(long)
