"""Scores in German: 8 von 10, 4 Sterne."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules(
    of=r"\bvon\b",
    points=r"punkten?\b|punkte?\b",
    stars=r"sternen?\b|sterne?\b",
    percent=r"N prozent",
    maximum=(r"\bauf einer skala (?:von|bis) N",),
)
