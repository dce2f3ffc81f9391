"""No heading words here: the words of all languages with a folder apply to any text."""

from __future__ import annotations

from fabula.languages.topics.headings import HeadingRules

RULES = HeadingRules()
