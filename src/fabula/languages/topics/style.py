"""Style: what counts as a habit of wording, and which words appeal to the senses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Token = tuple[str, int, bool]
"""A word in lower case, its offset, and whether it has a capital: perhaps a name."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def words_with_offsets(text: str) -> list[Token]:
    """The words of a text in a language with an alphabet."""
    return [
        (match.group().lower().replace("’", "'"), match.start(), match.group()[0].isupper())
        for match in _WORD.finditer(text)
    ]


@dataclass(frozen=True, slots=True)
class StyleRules:
    """The word lists of a language. Without a list, the check is skipped."""

    tokens: Callable[[str], list[Token]] = words_with_offsets
    function_words: frozenset[str] = frozenset()
    crutch_words: frozenset[str] = frozenset()
    """Words that are often unnecessary."""
    filter_words: frozenset[str] = frozenset()
    """Saw, felt, noticed: an observer before what is observed."""
    filter_pattern: re.Pattern[str] | None = None
    """A pattern for such a word with an observer. Without a pattern, every filter word counts."""
    filter_weight: float = 1.0
    """How much more common filter words are than in English."""
    stock_phrases: tuple[str, ...] = ()
    """Patterns of phrases known from machine-written prose."""
    stock_size: int = 500_000
    """Characters of about a hundred thousand words."""
    speech_verbs: frozenset[str] = frozenset()
    """Verbs of saying."""
    slips: frozenset[str] = frozenset()
    """Words that are doubled only by mistake."""
    adverb_tag: re.Pattern[str] | None = None
    """A speech tag that leans on an adverb (group 1)."""
    has_echoes: bool = False
    """Whether a rare word used three times close together is a flaw. In Chinese prose it is a stylistic device."""
    shortest_phrase: int = 0
    """The minimum characters of a repeated phrase."""
    passage: int = 120
    """From this many characters on, a repeated paragraph is more than a refrain."""
    senses: Mapping[str, str] = field(default_factory=dict)
    """Word -> the sense that it appeals to."""
    sense_words: Callable[[str], Sequence[str]] = str.split
    """The words of a passage in the form used by the list of senses."""
