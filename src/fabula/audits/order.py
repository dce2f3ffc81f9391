"""Does the order matter, of two plots in a pair or of the reader's past judgements?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from fabula.measures.figure import Audit, Figure, leaning, share, shift
from fabula.notices import Notice
from fabula.personas.pairwise import BothOrders, choose
from fabula.personas.personal import rate

if TYPE_CHECKING:
    from fabula.audits.material import AskedPair, Material, Subject
    from fabula.models.door import Door
    from fabula.personas.personal import Story
    from fabula.rubrics.rubric import Rubric

FIRST = "chooses the plot that stands first"
SAME = "keeps its choice when the order is turned"
BETWEEN = "score changes with the order of the profile"
REPEATS = "score changes between repeats of one order"
SHUFFLES = 3


async def audit_order(
    material: Material, subject: Subject, door: Door, rubric: Rubric, seed: int = 0, shuffles: int = SHUFFLES
) -> Audit:
    """Ask about every pair in both orders, and every story with the profile shuffled if there is one."""
    asked = await asyncio.gather(*(pair_choices(pair, subject, door, rubric) for pair in material.pairs))
    figures = [share(FIRST, [firsts(each) for each in asked]), share(SAME, [kept(each) for each in asked])]
    findings = [*leaning(figures[0], "first")]
    if figures[1].value is not None:
        findings.append(Notice.of("audits.keeps-choice", figure=figures[1].text))
    if len(subject.profile.reviews) > 1 and material.stories:
        between, within = await _profile_order(material.stories, subject, door, seed, shuffles)
        figures += [between, within]
        findings += _of_profile_order(between, within, subject.settings.repeats)
    return Audit("order", tuple(figures), tuple(findings))


async def pair_choices(pair: AskedPair, subject: Subject, door: Door, rubric: Rubric) -> list[BothOrders]:
    """Ask about every aspect of a pair in both orders."""
    choice = await choose(pair.pair, subject.profile, door, subject.uncut, rubric)
    return [asking for aspect in choice.aspects for asking in aspect.repeats]


def firsts(asked: Sequence[BothOrders]) -> list[bool]:
    """For each usable answer: did the judge choose the first plot?"""
    as_given = [asking.as_given == "A" for asking in asked if asking.as_given]
    return as_given + [asking.swapped == "B" for asking in asked if asking.swapped]


def kept(asked: Sequence[BothOrders]) -> list[bool]:
    """For each question with both answers: did the choice stay the same?"""
    return [asking.outcome != "tie" for asking in asked if asking.outcome]


async def _profile_order(
    stories: Sequence[Story], subject: Subject, door: Door, seed: int, shuffles: int
) -> tuple[Figure, Figure]:
    own = subject.profile.reviews
    orders = [tuple(Random(f"{seed} {number}").sample(own, len(own))) for number in range(shuffles)]

    async def scores(story: Story) -> list[tuple[float, ...]]:
        rated = await asyncio.gather(
            *(rate(story, replace(subject.profile, reviews=order), door, subject.uncut) for order in orders)
        )
        return [each.given for each in rated if each.given]

    tables = await asyncio.gather(*(scores(story) for story in stories))
    means = [[float(np.mean(each)) for each in table] for table in tables]
    between = [float(np.std(each, ddof=1)) if len(each) > 1 else None for each in means]
    within = [float(np.std(each, ddof=1)) for table in tables for each in table if len(each) > 1]
    return shift(BETWEEN, between), shift(REPEATS, within)


def _of_profile_order(between: Figure, within: Figure, repeats: int) -> list[Notice]:
    if between.value is None:
        return []
    if between.value == between.high == 0:
        return [Notice.of("audits.profile-order-nothing")]
    if within.value is None:
        return [Notice.of("audits.profile-order-one-repeat", figure=between.notice)]
    chance = within.value / repeats**0.5
    code = "audits.profile-order-more" if between.above(chance) else "audits.profile-order-no-more"
    return [Notice.of(code, figure=between.notice, chance=f"{chance:.2f}")]
