"""No heading words of its own: those of all languages with a folder are known in any text."""

from __future__ import annotations

from fabula.languages.topics.headings import HeadingRules

RULES = HeadingRules()
