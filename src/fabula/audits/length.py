"""Does the judge prefer longer texts? Stories are padded with neutral sentences, and shortened."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.audits.asking import choices, same_for_all, scores, seconds, share_of
from fabula.audits.design import Asked, Effect
from fabula.audits.neutral import padded, shortened_by_half
from fabula.measures.figure import Unit, share
from fabula.personas.pairwise import BothOrders, Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.personas.personal import Story
    from fabula.rubrics.rubric import Rubric

PADDED = "chooses the padded story over the story"
WHOLE = "chooses the story over a shortened copy"

Score = float | None


async def audit_length(
    material: Material, subject: Subject, door: Door, rubric: Rubric, seed: int = 0
) -> Asked:
    """Compare each story with a padded and with a shortened copy, by choice in both orders and by score.

    Padding adds nothing and cutting takes something away, so a judge of quality prefers the story in both cases. A
    preference for length shows only where both directions agree. Reviews of the past are then padded too.
    """
    stories = material.stories
    long = [replace(story, text=padded(story.text, seed)) for story in stories]
    short = [replace(story, text=shortened_by_half(story.text)) for story in stories]
    to_long = await _asked(stories, long, subject, door, rubric)
    to_whole = await _asked(short, stories, subject, door, rubric)
    given = [await scores(each, subject, door) for each in (stories, long, short)]
    asked = Asked(
        "length",
        effects(to_long, to_whole, given),
        [
            share(PADDED, [seconds(each) for each in to_long]),
            share(WHOLE, [seconds(each) for each in to_whole]),
        ],
        same_for_all(given[0]),
    )
    if any(past.review for past in subject.profile.reviews):
        reviews = tuple(
            replace(past, review=padded(past.review, seed)) if past.review else past
            for past in subject.profile.reviews
        )
        longer = replace(subject, profile=replace(subject.profile, reviews=reviews))
        apart = _apart(await scores(stories, longer, door), given[0])
        asked.effects.append(
            Effect("review-length", "points", tuple(each for each in apart if each is not None))
        )
    return asked


def effects(
    to_long: Sequence[list[BothOrders]],
    to_whole: Sequence[list[BothOrders]],
    given: Sequence[Sequence[Score]],
) -> list[Effect]:
    """The preference for length by choice, and by the scores of stories, padded copies and shortened ones."""
    chosen = [[_less(share_of(seconds(each)), 0.5) for each in asked] for asked in (to_long, to_whole)]
    stories, long, short = given
    return [
        _both("longer", "share", *chosen),
        _both("length", "points", _apart(long, stories), _apart(stories, short)),
    ]


async def _asked(
    first: Sequence[Story], second: Sequence[Story], subject: Subject, door: Door, rubric: Rubric
) -> list[list[BothOrders]]:
    pairs = [Pair(one, two) for one, two in zip(first, second, strict=True)]
    asked = await asyncio.gather(*(choices(pair, subject, door, rubric) for pair in pairs))
    return [[one for aspect in each.values() for one in aspect] for each in asked]


def _less(value: Score, middle: float) -> Score:
    return None if value is None else value - middle


def _apart(after: Sequence[Score], before: Sequence[Score]) -> list[Score]:
    return [None if one is None or two is None else one - two for one, two in zip(after, before, strict=True)]


def _both(bias: str, unit: Unit, padding: Sequence[Score], cutting: Sequence[Score]) -> Effect:
    known = [
        (one, two) for one, two in zip(padding, cutting, strict=True) if one is not None and two is not None
    ]
    one, two = (tuple(each[at] for each in known) for at in (0, 1))
    return Effect(bias, unit, one, also=two)
