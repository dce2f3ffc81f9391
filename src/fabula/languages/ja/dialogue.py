"""Japanese speech: as in Chinese."""

from __future__ import annotations

from fabula.languages.zh.dialogue import RULES

__all__ = ["RULES"]
