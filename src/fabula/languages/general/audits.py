"""As in English."""

from __future__ import annotations

from fabula.languages.en.audits import RULES as RULES
