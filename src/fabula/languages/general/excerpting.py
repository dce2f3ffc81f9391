"""Sizes in languages with an alphabet."""

from __future__ import annotations

from fabula.languages.topics.excerpting import ExcerptRules

RULES = ExcerptRules()
