"""As English writes it: rooms speak English of a language that they do not know."""

from __future__ import annotations

from fabula.languages.topics.writing import WritingRules

RULES = WritingRules(unit="words", length="{n} words")
