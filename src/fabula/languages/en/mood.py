"""Mood in English: VADER's compound score."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from types import ModuleType
from typing import NamedTuple

from fabula.languages.topics.mood import MoodRules

_TITLES = re.compile(r"\bMiss (?=[A-Z])")
"""For VADER, who was made for short messages, to miss is sad."""
_PICTURES = re.compile("[©®\u203c-\U0010ffff]")
"""Where emoji are: above dashes and quotation marks, but for two."""
_BEFORE, _AFTER = 3, 2
"""How many words before and after a word VADER looks at for its value."""
_MOST = 1 << 17
_CHANGING = ("so", "this", "least", "no", "doubt", "kind")
"""Words that change the value of others and stand in no list of VADER."""


class _Word(NamedTuple):
    """What does not depend on the words around it."""

    text: str
    lower: str
    value: float | None
    """None for a word without a mood, as most are."""
    changes: bool
    """Whether it may change the value of a word near it."""
    is_upper: bool


@dataclass(frozen=True, slots=True)
class _Window:
    """A word and those around it, under the names that VADER's functions use."""

    words_and_emoticons: list[str]
    is_cap_diff: bool


class _Words(dict[str, _Word]):
    """The words met so far, begun anew before they are too many."""

    def __init__(self, read: Callable[[str], _Word]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, written: str) -> _Word:
        if len(self) >= _MOST:
            self.clear()
        self[written] = self.read(written)
        return self[written]


class _Vader:
    """The scores of VADER, found faster: it looks at all words of a sentence again for each of them.

    Its own functions do the work wherever one word may change another. Everywhere else the value of a word is that of
    the lexicon.
    """

    def __init__(self, module: ModuleType) -> None:
        self.vader = module
        self.analyzer = module.SentimentIntensityAnalyzer()
        self.words = _Words(self._word)

    @cached_property
    def changing(self) -> frozenset[str]:
        """Of phrases, the longest word."""
        phrases = (*self.vader.SPECIAL_CASES, *self.vader.BOOSTER_DICT, *self.vader.NEGATE)
        return frozenset({*_CHANGING, *(max(phrase.split(), key=len) for phrase in phrases)})

    def _word(self, written: str) -> _Word:
        bare = written.strip(string.punctuation)
        text = bare if len(bare) > 2 else written
        lower = text.lower()
        return _Word(
            text,
            lower,
            None if lower in self.vader.BOOSTER_DICT else self.analyzer.lexicon.get(lower),
            lower in self.changing or "n't" in lower,
            text.isupper(),
        )

    def score(self, text: str) -> float:
        """The compound score, from -1 to 1."""
        if _PICTURES.search(text) and not self.analyzer.emojis.keys().isdisjoint(text):
            return float(self.analyzer.polarity_scores(text)["compound"])
        words = [*map(self.words.__getitem__, text.split())]
        valued = [at for at, word in enumerate(words) if word.value is not None]
        if not valued:
            return 0.0
        texts = [word.text for word in words]
        is_cap_diff = 0 < [word.is_upper for word in words].count(True) < len(words)
        values = {at: self._value(words, texts, at, is_cap_diff=is_cap_diff) for at in valued}
        total = float(sum(values.values()))
        if "but" in text.lower() and "but" in [word.lower for word in words]:
            every = [values.get(at, 0.0) for at in range(len(words))]
            total = float(sum(self.analyzer._but_check(texts, every)))
        emphasis = self.analyzer._punctuation_emphasis(text)
        total += emphasis if total > 0 else -emphasis if total < 0 else 0
        return round(float(self.vader.normalize(total)), 4)

    def _value(self, words: list[_Word], texts: list[str], at: int, *, is_cap_diff: bool) -> float:
        word = words[at]
        first = max(0, at - _BEFORE)
        near = words[first : at + _AFTER + 1]
        if True not in [each.changes for each in near] and not word.is_upper:
            assert word.value is not None
            return word.value
        if word.lower == "kind" and at + 1 < len(words) and words[at + 1].lower == "of":
            return 0.0
        window = _Window(texts[first : at + _AFTER + 1], is_cap_diff)
        return float(self.analyzer.sentiment_valence(0, window, word.text, at - first, [])[0])


@cache
def _vader() -> _Vader:
    from vaderSentiment import vaderSentiment

    return _Vader(vaderSentiment)


def _score(sentence: str) -> float:
    return _vader().score(_TITLES.sub("", sentence) if "Miss " in sentence else sentence)


RULES = MoodRules(method="VADER", score=_score)
