"""Mood in English: VADER's compound score."""

from __future__ import annotations

from functools import cache
from typing import Any

from fabula.languages.topics.mood import MoodRules


@cache
def _vader() -> Any:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    return SentimentIntensityAnalyzer()


def _score(sentence: str) -> float:
    return float(_vader().polarity_scores(sentence)["compound"])


RULES = MoodRules(method="VADER", score=_score)
