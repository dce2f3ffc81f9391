"""Scores in Spanish: 8 de 10, 4 estrellas, 80 por ciento."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules(
    of=r"\b(?:de un máximo de|de|sobre)\b",
    points=r"puntos?\b",
    stars=r"estrellas?\b",
    percent=r"N por ?ciento",
    maximum=(r"\b(?:en una escala (?:de|hasta)|sobre) N",),
)
