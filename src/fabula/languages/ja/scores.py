"""Scores in Japanese: 80点, 10点満点中8点."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules(
    points="点",
    stars="つ?星",
    maximum=("N点満点(?:中|で)?",),
)
