"""The part of a reader's past that is nearest to the story they are asked about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from fabula.personas.profiles import PastReview, Profile
from fabula.text.claims import function_words
from fabula.text.language import detect
from fabula.text.words import words


def nearest(profile: Profile, asked: Sequence[str], count: int) -> Profile:
    """The reader with the `count` past judgements whose stories share most telling words with those asked about.

    Their order stays. Nearness is the cosine of TF-IDF weights, where a word counts less the more of these stories have it.
    """
    if len(profile.pasts) <= count:
        return profile
    told = [
        each.text if isinstance(each, PastReview) else f"{each.premise}\n{each.first}\n{each.second}"
        for each in profile.pasts
    ]
    counted = [telling_words(text) for text in (*told, "\n".join(asked))]
    spread = Counter(word for own in counted for word in own)
    weights = [
        {word: (1 + math.log(n)) * math.log(len(counted) / spread[word]) for word, n in own.items()}
        for own in counted
    ]
    ranked = sorted(range(len(told)), key=lambda at: -_cosine(weights[at], weights[-1]))
    kept = set(ranked[:count])
    reviews = len(profile.reviews)
    return replace(
        profile,
        reviews=tuple(each for at, each in enumerate(profile.reviews) if at in kept),
        choices=tuple(each for at, each in enumerate(profile.choices, reviews) if at in kept),
    )


def telling_words(text: str) -> Counter[str]:
    """How often each word occurs, function words left out."""
    language = detect(text)
    stops = function_words(language)
    return Counter(word for word in words(text.lower(), language) if word not in stops)


def _cosine(one: Mapping[str, float], two: Mapping[str, float]) -> float:
    size = math.hypot(*one.values()) * math.hypot(*two.values())
    return sum(weight * two[word] for word, weight in one.items() if word in two) / size if size else 0.0
