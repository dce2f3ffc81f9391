"""A reader's history for the prompts, cut to fit a word budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.personas.profiles import Profile
from fabula.personas.prompt_settings import BUDGET
from fabula.text.language import detect
from fabula.text.sentences import sentences
from fabula.text.words import count_words, word_pattern

_REVIEW_SHARE = 0.5
"""Reviews may take up to this share of the word budget."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A profile and the texts asked about, cut to a word budget, with notices about what was cut."""

    profile: Profile
    stories: tuple[str, ...]
    notes: tuple[Notice, ...] = ()


def fit(profile: Profile, stories: Sequence[str], budget: int = BUDGET) -> Fitted:
    """Cut the history and the stories asked about to a word budget. The longest texts are cut to the same length.

    Cuts are between sentences. Reviews are cut only if they alone would take half of the budget.
    """
    reviews = [past.review for past in profile.reviews]
    total = sum(map(_length, reviews))
    longest_review = _common_length(reviews, max(int(budget * _REVIEW_SHARE), 1))
    shortened = [shorten(text, longest_review) for text in reviews]
    left = max(budget - sum(map(_length, shortened)), budget // 4)
    plots = [
        *(past.text for past in profile.reviews),
        *(plot for past in profile.choices for plot in (past.first, past.second)),
        *stories,
    ]
    length = _common_length(plots, left)
    cut = [shorten(text, length) for text in plots]
    count, pairs = len(profile.reviews), 2 * len(profile.choices)
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
                cut[count : count + pairs : 2],
                cut[count + 1 : count + pairs : 2],
                strict=True,
            )
        ),
    )
    notes: list[Notice] = []
    if changed := sum(old != new for old, new in zip(plots, cut, strict=True)):
        notes.append(Notice.of("personas.plots-cut", n=changed, of=len(plots), words=length, budget=budget))
    if shortened != reviews:
        notes.append(Notice.of("personas.reviews-cut", said=total, words=longest_review))
    return Fitted(fitted, tuple(cut[count + pairs :]), tuple(notes))


def review_fields(profile: Profile, with_reviews: bool = True) -> list[dict[str, str]]:
    """A reader's past reviews as the prompts list them, scores from 1 to 10."""
    return [
        {
            "story": fence(past.text),
            "review": fence(past.review) if with_reviews and past.review else "",
            "score": f"{round(profile.on_ten(past.score), 1):g}",
        }
        for past in profile.reviews
    ]


def choice_fields(profile: Profile, aspect: str) -> list[dict[str, str]]:
    """A reader's past choices on one aspect as the prompts list them."""
    return [
        {
            "premise": fence(past.premise) if past.premise else "",
            "first": fence(past.first),
            "second": fence(past.second),
            "choice": past.choices[aspect],
        }
        for past in profile.choices
        if aspect in past.choices
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
