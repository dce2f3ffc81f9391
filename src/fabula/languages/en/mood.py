"""Mood in English: VADER's compound score."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fabula.languages.topics.mood import MoodRules


@cache
def _vader() -> Any:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    return SentimentIntensityAnalyzer()


_TITLES = re.compile(r"\bMiss (?=[A-Z])")
"""For VADER, who was made for short messages, to miss is sad."""


def _score(sentence: str) -> float:
    return float(_vader().polarity_scores(_TITLES.sub("", sentence))["compound"])


RULES = MoodRules(method="VADER", score=_score)
