"""Languages: one value that knows its rules, and one folder a language for what differs between them."""

from __future__ import annotations

from fabula.languages.language import ENGLISH, Language

__all__ = ["ENGLISH", "Language"]
