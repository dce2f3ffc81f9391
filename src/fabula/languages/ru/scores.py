"""Scores in Russian: 8 из 10, 4 звезды."""

from __future__ import annotations

from fabula.languages.topics.scores import ScoreRules

RULES = ScoreRules(
    of=r"\bиз\b",
    points=r"балл(?:ов|а|ы)?\b|очк(?:ов|о|а)\b",
    stars=r"зв[её]зд[аы]?\b",
    percent=r"N процент(?:ов|а)?",
)
