"""How fabula writes about a Japanese text: in English, with length in characters."""

from __future__ import annotations

from fabula.languages.topics.writing import WritingRules

RULES = WritingRules(unit="characters", length="{n} characters", joiner="")
