"""How English is written."""

from __future__ import annotations

from fabula.languages.general.writing import RULES

__all__ = ["RULES"]
