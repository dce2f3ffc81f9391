"""Languages: a value type that knows its rules, and one folder per language for its differences."""

from __future__ import annotations

from fabula.languages.language import ENGLISH, Language

__all__ = ["ENGLISH", "Language"]
