"""Scores in French: 8 sur 10, 4 étoiles."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules(
    of=r"\bsur\b",
    points=r"points?\b",
    stars=r"étoiles?\b",
    percent=r"N pour ?cent",
    maximum=(r"\bsur (?:une échelle de )?N",),
)
