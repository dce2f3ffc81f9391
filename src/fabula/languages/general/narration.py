"""Narration in a language without word lists: none of it is known."""

from __future__ import annotations

from fabula.languages.topics.narration import NarrationRules

RULES = NarrationRules()
