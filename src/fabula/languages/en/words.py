"""English words."""

from __future__ import annotations

from fabula.languages.general.words import RULES

__all__ = ["RULES"]
