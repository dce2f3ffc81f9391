"""Asking for scores and choices in the arms of an audit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.measures.figure import Figure, share
from fabula.notices import Notice
from fabula.personas.pairwise import BothOrders, Pair, choose
from fabula.personas.personal import rate

if TYPE_CHECKING:
    from fabula.audits.material import Subject
    from fabula.models.door import Door
    from fabula.personas.personal import PersonalRating, Story
    from fabula.personas.profiles import Profile
    from fabula.rubrics.rubric import Rubric

_DIFFERENT = 6
"""Of fewer stories, equal scores may be chance."""


async def rated(
    stories: Sequence[Story], subject: Subject, door: Door, profiles: Sequence[Profile] | None = None
) -> list[PersonalRating]:
    """The judge's answers about each story, each for the subject's reader or for one of its own."""
    asked = profiles or [subject.profile] * len(stories)
    return list(
        await asyncio.gather(
            *(rate(story, own, door, subject.uncut) for story, own in zip(stories, asked, strict=True))
        )
    )


async def scores(
    stories: Sequence[Story], subject: Subject, door: Door, profiles: Sequence[Profile] | None = None
) -> list[float | None]:
    """The mean score of each story over the repeats."""
    return [each.mean for each in await rated(stories, subject, door, profiles)]


async def scores_again(
    stories: Sequence[Story], subject: Subject, door: Door, profiles: Sequence[Profile] | None = None
) -> list[tuple[float, ...]]:
    """Every usable score of each story, from twice the repeats. What they differ in is the control of a reaction."""
    twice = replace(subject, settings=replace(subject.settings, repeats=2 * subject.settings.repeats))
    return [each.given for each in await rated(stories, twice, door, profiles)]


async def choices(pair: Pair, subject: Subject, door: Door, rubric: Rubric) -> dict[str, list[BothOrders]]:
    """Every aspect of a pair in both orders, by the aspect's label."""
    choice = await choose(pair, subject.profile, door, subject.uncut, rubric)
    return {aspect.label: list(aspect.repeats) for aspect in choice.aspects}


def share_of(answers: Sequence[bool]) -> float | None:
    """The share that is true. None without an answer."""
    return sum(answers) / len(answers) if answers else None


def firsts(asked: Sequence[BothOrders]) -> list[bool]:
    """For each usable answer: did the judge choose the first plot?"""
    as_given = [asking.as_given == "A" for asking in asked if asking.as_given]
    return as_given + [asking.swapped == "B" for asking in asked if asking.swapped]


def seconds(asked: Sequence[BothOrders]) -> list[bool]:
    """For each usable answer: did the judge choose plot B, wherever it stood?"""
    return [side == "B" for asking in asked for side in (asking.as_given, asking.swapped) if side]


def kept(asked: Sequence[BothOrders]) -> list[bool]:
    """For each question with both answers: did the choice stay the same?"""
    return [asking.outcome != "tie" for asking in asked if asking.outcome]


def keeps(label: str, asked: Sequence[Sequence[BothOrders]]) -> Figure:
    """How often choices stay the same when the order is swapped."""
    return share(label, [kept(each) for each in asked])


def same_for_all(given: Sequence[float | None]) -> list[Notice]:
    """A finding if different stories all got one score: then the judge may not have read any of them."""
    known = [score for score in given if score is not None]
    if len(known) < _DIFFERENT or max(known) - min(known) > 1e-9:
        return []
    return [Notice.of("audits.same-for-all", n=len(known), score=f"{known[0]:g}")]
