"""Sentences of a language without rules of its own: as in English, whose abbreviations many languages share."""

from __future__ import annotations

from fabula.languages.en.sentences import RULES

__all__ = ["RULES"]
