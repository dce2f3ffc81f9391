"""Japanese sentences: as in Chinese."""

from __future__ import annotations

from fabula.languages.zh.sentences import RULES

__all__ = ["RULES"]
