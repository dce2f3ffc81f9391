"""As in English."""

from __future__ import annotations

from fabula.languages.en.quiz import RULES as RULES
