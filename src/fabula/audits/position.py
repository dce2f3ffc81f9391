"""Does the place of a flaw in a long text matter? The same flaw is planted early, in the middle and late."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.audits.asking import scores
from fabula.audits.design import Asked, Effect, difference
from fabula.audits.injection import insert
from fabula.audits.neutral import padded
from fabula.languages import Language
from fabula.measures.figure import shift
from fabula.text.sentences import sentences
from fabula.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.personas.personal import Story

COST = "score with the flaw less that without, {place}"
PLACES = {"early": 0.1, "middle": 0.5, "late": 0.9}
LONG = 2_000
"""Shorter stories are filled with scenery to this many words, so that the context is long."""


async def audit_position(material: Material, subject: Subject, door: Door, seed: int = 0) -> Asked:
    """Each story without the flaw, and with it at each of three places."""
    stories = [lengthened(story, seed) for story in material.stories]
    plain = await scores(stories, subject, door)
    arms = {
        place: await scores([flawed(story, share) for story in stories], subject, door)
        for place, share in PLACES.items()
    }
    costs = {
        place: [
            None if one is None or two is None else one - two for one, two in zip(arm, plain, strict=True)
        ]
        for place, arm in arms.items()
    }
    return Asked(
        "position",
        of_places(arms),
        [shift(COST.format(place=place), own) for place, own in costs.items()],
    )


def of_places(arms: Mapping[str, Sequence[float | None]]) -> list[Effect]:
    """What the place of the flaw changes."""
    ends = [
        None if one is None or two is None else (one + two) / 2
        for one, two in zip(arms["early"], arms["late"], strict=True)
    ]
    return [
        difference("middle", "points", arms["middle"], ends),
        difference("early", "points", arms["early"], arms["late"]),
    ]


def lengthened(story: Story, seed: int = 0) -> Story:
    """The story, filled with scenery if it is short."""
    if count_words(story.text, story.language) >= LONG:
        return story
    return replace(story, text=padded(story.text, seed, LONG))


def flawed(story: Story, share: float) -> Story:
    """The story with the flaw at the end of the sentence nearest to this share of the text."""
    ends = [end for _, end in sentences(story.text, story.language)] or [len(story.text)]
    place = min(ends, key=lambda end: abs(end - share * len(story.text)))
    return insert(story, place, Language(story.language).audits.flaw)
