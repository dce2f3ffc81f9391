"""No words here: the words of all languages with a folder apply to any text."""

from __future__ import annotations

from fabula.languages.topics.matter import MatterRules

RULES = MatterRules()
