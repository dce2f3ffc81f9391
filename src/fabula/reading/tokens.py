"""Words with their offsets, for counting and comparing."""

from __future__ import annotations

from fabula.languages import Language
from fabula.languages.topics.style import Tokens
from fabula.reading.parsed import Parsed

__all__ = ["Tokens", "tokens"]


def tokens(parsed: Parsed, language: Language) -> Tokens:
    """Cut one chapter into words."""
    return language.style.tokens(parsed.chapter.text)
