"""English conventions, because fabula writes in English about languages it does not know."""

from __future__ import annotations

from fabula.languages.topics.writing import WritingRules

RULES = WritingRules(unit="words", length="{n} words")
