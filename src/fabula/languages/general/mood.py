"""Mood in a language without a lexicon: none."""

from __future__ import annotations

from fabula.languages.topics.mood import MoodRules

RULES = MoodRules()
