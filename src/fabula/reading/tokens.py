"""Words with their offsets, for counting and comparing."""

from __future__ import annotations

from dataclasses import dataclass

from fabula.languages import Language
from fabula.reading.parsed import Parsed


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of one chapter and the offset of each."""

    words: list[str]
    """In lower case."""
    offsets: list[int]
    capital: list[bool]
    """Whether it starts with a capital: it may be a name."""


def tokens(parsed: Parsed, language: Language) -> Tokens:
    """Cut one chapter into words."""
    found = language.style.tokens(parsed.chapter.text)
    return Tokens(
        [word for word, _, _ in found], [offset for _, offset, _ in found], [big for _, _, big in found]
    )
