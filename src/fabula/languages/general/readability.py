"""No formula: those of other languages would mislead."""

from __future__ import annotations

from fabula.languages.topics.readability import ReadabilityRules

RULES = ReadabilityRules("", lambda _words, _syllables: 0.0, lambda _word: 1)
