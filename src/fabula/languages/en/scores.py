"""Scores in English: 8 out of 10, 80 percent, on a scale of ten."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules(
    of=r"\b(?:out of(?: a (?:possible|maximum(?: of)?))?|of)\b",
    points=r"(?:points?|pts|marks?)\b",
    stars=r"stars?\b",
    percent=r"N\s?per ?cent",
    maximum=(r"\bon a scale (?:of|out of|up to) N", r"\b(?:out of|maximum|max\.?)(?: of)? N"),
)
