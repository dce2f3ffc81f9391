"""Scores in Chinese: 八分, 8分（满分10分）, 十分制：8分, 百分之八十."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules(
    points="分",
    stars="[颗顆]?星",
    percent="百分之N",
    maximum=("[满滿]分(?:[为為是])?N[分星]?", "N[分星]?[满滿]分", "N分制"),
)
