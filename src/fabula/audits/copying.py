"""Does the judge copy scores of the past? The past scores get decimals that nobody would give by chance."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.audits.asking import rated, share_of
from fabula.audits.design import Asked, Effect, difference
from fabula.errors import UsageError
from fabula.personas.profiles import TEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.personas.personal import PersonalRating
    from fabula.personas.profiles import Profile

_MARK = 0.3


async def audit_copying(material: Material, subject: Subject, door: Door) -> Asked:
    """Ask with past scores such as 7.3 and 4.7, then with 6.7 and 5.3 in their place: how often is one repeated?

    The usual score stays the same, so a judge may use it. What counts is how much more often an answer is one of the
    scores shown than one of those that were not shown.
    """
    if not subject.profile.reviews:
        raise UsageError("audit copying needs past scores: give a --profile")
    profiles = [marked(subject.profile, sign) for sign in (1, -1)]
    shown = [frozenset(past.score for past in each.reviews) for each in profiles]
    arms = [await rated(material.stories, replace(subject, profile=each), door) for each in profiles]
    return Asked("copying", [copies(arms, shown)])


def copies(arms: Sequence[Sequence[PersonalRating]], shown: Sequence[frozenset[float]]) -> Effect:
    """How much more often the answers of an arm are its own past scores than those of the other arm."""
    pairs = list(zip(*arms, strict=True))
    own, other = [
        [_mean(_repeats(one, shown[first]), _repeats(two, shown[1 - first])) for one, two in pairs]
        for first in (0, 1)
    ]
    return difference("copies", "share", own, other, "more")


def marked(profile: Profile, sign: int) -> Profile:
    """The reader with whole past scores moved by 0.3, every other one the opposite way."""
    reviews = []
    for at, past in enumerate(profile.reviews):
        whole = min(max(round(profile.on_ten(past.score)), TEN.low + 1), TEN.high - 1)
        reviews.append(replace(past, score=round(whole + sign * (-1) ** at * _MARK, 1)))
    return replace(profile, scale=TEN, reviews=tuple(reviews))


def _repeats(answer: PersonalRating, scores: frozenset[float]) -> float | None:
    return share_of([round(score, 2) in scores for score in answer.given])


def _mean(*values: float | None) -> float | None:
    known: Sequence[float] = [each for each in values if each is not None]
    return sum(known) / len(known) if len(known) == len(values) else None
