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
    """The word lists of a language. What a language has no list for is not looked for."""

    tokens: Callable[[str], list[Token]] = words_with_offsets
    function_words: frozenset[str] = frozenset()
    crutch_words: frozenset[str] = frozenset()
    """Words that often have no work to do."""
    filter_words: frozenset[str] = frozenset()
    """Saw, felt, noticed: an observer before what is observed."""
    filter_pattern: re.Pattern[str] | None = None
    """Where such a word has an observer. Without a pattern every filter word counts."""
    filter_weight: float = 1.0
    """How much more common filter words are than in English."""
    stock_phrases: tuple[str, ...] = ()
    """Patterns of phrases known from machine-written prose."""
    stock_size: int = 500_000
    """Characters of about a hundred thousand words."""
    speech_verbs: frozenset[str] = frozenset()
    """Verbs of saying."""
    slips: frozenset[str] = frozenset()
    """Words that stand twice in a row only by a slip."""
    adverb_tag: re.Pattern[str] | None = None
    """A speech tag that leans on an adverb (group 1)."""
    has_echoes: bool = False
    """Whether a rare word said three times in close quarters is a slip: in Chinese prose it is an ornament."""
    shortest_phrase: int = 0
    """Characters that a repeated phrase has at least."""
    passage: int = 120
    """Characters of a repeated paragraph from which it is more than a refrain."""
    senses: Mapping[str, str] = field(default_factory=dict)
    """Word -> the sense that it appeals to."""
    sense_words: Callable[[str], Sequence[str]] = str.split
    """The words of a passage as the list of senses has them."""
