"""No words beside the figure of a score are known."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules()
