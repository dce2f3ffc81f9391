"""No rules: what depends on them is left out."""

from __future__ import annotations

from fabula.languages.topics.continuity import ContinuityRules

RULES = ContinuityRules()
