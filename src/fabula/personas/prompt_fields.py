"""A reader's history for the prompts, cut to fit a word budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fabula.models.prompts import fence, fence_line
from fabula.notices import Notice
from fabula.personas.profiles import Profile
from fabula.personas.prompt_settings import BUDGET
from fabula.rubrics.rubric import Wording
from fabula.text.language import detect
from fabula.text.sentences import sentences
from fabula.text.words import count_words, word_pattern

_REVIEW_SHARE = 0.5
"""Past reviews may take up to this share of the words left for the past."""
_LEAST = 10
"""Words that each past plot keeps, however long the story asked about is."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A profile and the texts asked about, cut to a word budget, with notices about what was cut."""

    profile: Profile
    stories: tuple[str, ...]
    notes: tuple[Notice, ...] = ()


def fit(profile: Profile, stories: Sequence[str], budget: int = BUDGET) -> Fitted:
    """Cut the history to what the stories asked about leave of a word budget. The longest texts are cut to the same length.

    The stories are cut only if they exceed the budget when each past plot has a few words left. Cuts are between sentences.
    """
    past = [
        *(past.text for past in profile.reviews),
        *(plot for past in profile.choices for plot in (past.first, past.second)),
    ]
    room = max(budget - sum(map(_length, stories)), _LEAST * len(past))
    reviews = [past.review for past in profile.reviews]
    total = sum(map(_length, reviews))
    longest_review = _common_length(reviews, max(int(room * _REVIEW_SHARE), 1))
    shortened = [shorten(text, longest_review) for text in reviews]
    room = max(room - sum(map(_length, shortened)), _LEAST * len(past))
    length, longest_story = _common_length(past, room), _common_length(stories, max(budget - room, 1))
    cut = [shorten(text, length) for text in past]
    asked = tuple(shorten(text, longest_story) for text in stories)
    count = len(profile.reviews)
    fitted = replace(
        profile,
        reviews=tuple(
            replace(past, text=text, review=review)
            for past, text, review in zip(profile.reviews, cut, shortened, strict=False)
        ),
        choices=tuple(
            replace(past, first=first, second=second)
            for past, first, second in zip(
                profile.choices,
                cut[count::2],
                cut[count + 1 :: 2],
                strict=True,
            )
        ),
    )
    notes: list[Notice] = []
    if changed := sum(old != new for old, new in zip(past, cut, strict=True)):
        notes.append(Notice.of("personas.plots-cut", n=changed, of=len(past), words=length, budget=budget))
    if asked != tuple(stories):
        notes.append(Notice.of("personas.story-cut", words=longest_story, budget=budget))
    if shortened != reviews:
        notes.append(Notice.of("personas.reviews-cut", said=total, words=longest_review))
    return Fitted(fitted, asked, tuple(notes))


def shown_score(score: float) -> float:
    """A score as prompts show it and as lessons answer it."""
    return round(score, 1)


def review_fields(profile: Profile, with_reviews: bool = True) -> list[dict[str, str]]:
    """A reader's past reviews as the prompts list them, scores from 1 to 10."""
    return [
        {
            "story": fence(past.text),
            "review": fence(past.review) if with_reviews and past.review else "",
            "score": f"{shown_score(profile.on_ten(past.score)):g}",
        }
        for past in profile.reviews
    ]


def choice_fields(profile: Profile, aspect: str, wordings: Mapping[str, Wording]) -> list[dict[str, Any]]:
    """A reader's past choices as the prompts list them: every aspect that they answered, the one asked about first."""
    return [
        {
            "premise": fence(past.premise) if past.premise else "",
            "first": fence(past.first),
            "second": fence(past.second),
            "chosen": [
                {
                    "label": wordings[each].label if each in wordings else fence_line(each),
                    "choice": past.choices[each],
                }
                for each in sorted(past.choices, key=lambda name: name != aspect)
            ],
        }
        for past in profile.choices
    ]


def shorten(text: str, length: int) -> str:
    """The whole sentences that fit in this many words (characters in Chinese). If the first is too long, it is cut."""
    language = detect(text)
    found = list(word_pattern(language).finditer(text))
    if len(found) <= length:
        return text
    beyond = found[max(length, 1)].start()
    kept = max((end for _, end in sentences(text, language) if end <= beyond), default=0)
    if not text[:kept].strip():
        kept = found[max(length, 1) - 1].end()
    return text[:kept].strip() + " […]"


def _common_length(texts: Sequence[str], budget: int) -> int:
    """The length to cut the longest texts to, so that all together fit the budget."""
    lengths = sorted(map(_length, texts))
    left = budget
    for place, length in enumerate(lengths):
        share = left // (len(lengths) - place)
        if length > share:
            return max(share, 1)
        left -= length
    return max(lengths, default=0)


def _length(text: str) -> int:
    return count_words(text, detect(text))
