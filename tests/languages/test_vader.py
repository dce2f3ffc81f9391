"""The mood of an English sentence is what VADER says of it."""

from __future__ import annotations

import random

from vaderSentiment import vaderSentiment

from fabula.languages import ENGLISH

ODD = (
    "💘",
    "BUT",
    "but",
    "kind of",
    "at least",
    "no",
    "nor",
    "so",
    "this",
    "without doubt",
    "hasn't",
    "(good)",
    ":)",
)


def test_the_score_of_a_sentence_is_that_of_vader() -> None:
    """Of 2,000 sentences of words that change each other, and of others."""
    analyzer, dice = vaderSentiment.SentimentIntensityAnalyzer(), random.Random(5)
    score = ENGLISH.mood.score
    assert score
    strong = [*analyzer.lexicon, *vaderSentiment.BOOSTER_DICT, *vaderSentiment.NEGATE, *ODD]
    strong += list(vaderSentiment.SPECIAL_CASES)
    for _ in range(2_000):
        words = [
            dice.choice(strong if dice.random() < 0.5 else ("the", "mill", "of", "Ann’s", "to"))
            for _ in range(dice.randint(0, 12))
        ]
        sentence = " ".join(word.upper() if dice.random() < 0.1 else word for word in words)
        sentence += dice.choice(("", ".", "!", "!!!", "??"))
        assert score(sentence) == analyzer.polarity_scores(sentence)["compound"], sentence
