"""Mood in Chinese: a small word list of our own."""

from __future__ import annotations

from functools import cache

from fabula.languages.lexicons import grouped
from fabula.languages.topics.mood import MoodRules

_VALUES = {"+": 1, "-": -1, "~": 0}


@cache
def _words() -> dict[str, int]:
    return {word: _VALUES[sign] for word, sign in grouped("zh", "mood").items()}


def _score(sentence: str) -> float:
    """(Bright - dark) / (bright + dark + 1), reversed by a negation one or two words before."""
    import rjieba

    known = _words()
    total, found = 0, 0
    negated = 0
    for word in rjieba.cut(sentence):
        value = known.get(word)
        if value is None:
            negated = max(0, negated - 1)
        elif value == 0:
            negated = 2
        else:
            total += -value if negated else value
            found += 1
            negated = 0
    return total / (found + 1) if found else 0.0


RULES = MoodRules(method="fabula's Chinese word list", score=_score)
