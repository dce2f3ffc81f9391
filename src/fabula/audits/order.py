"""Does the order matter, of two plots in a pair or of the reader's past judgements?"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from fabula.audits.asking import choices, firsts, keeps, scores_again, share_of
from fabula.audits.design import Asked, Effect, reaction
from fabula.measures.figure import share

if TYPE_CHECKING:
    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.personas.pairwise import BothOrders
    from fabula.rubrics.rubric import Rubric

FIRST = "chooses the plot that stands first"
SAME = "keeps its choice when the order is turned"


async def audit_order(
    material: Material, subject: Subject, door: Door, rubric: Rubric, seed: int = 0
) -> Asked:
    """Ask about every pair in both orders, and every story with the profile shuffled if there is one.

    Each aspect is tested too: a judge that takes the first plot for one question and the second for another has no
    preference on the whole.
    """
    asked = await asyncio.gather(*(choices(each.pair, subject, door, rubric) for each in material.pairs))
    whole = [[one for aspect in each.values() for one in aspect] for each in asked]
    found = Asked(
        "order",
        [
            takes_first(whole),
            *(takes_first([each[label] for each in asked], label) for label in (asked[0] if asked else ())),
        ],
        [share(FIRST, [firsts(each) for each in whole]), keeps(SAME, whole)],
    )
    if len(subject.profile.reviews) > 1 and material.stories:
        found.effects.append(await _past_order(material, subject, door, seed))
    return found


def takes_first(asked: list[list[BothOrders]], aspect: str = "") -> Effect:
    """How much more often than in half of the answers the first plot is chosen. A fair judge has 0, whatever it likes."""
    chosen = [share_of(firsts(each)) for each in asked]
    return Effect("first", "share", tuple(each - 0.5 for each in chosen if each is not None), aspect=aspect)


async def _past_order(material: Material, subject: Subject, door: Door, seed: int) -> Effect:
    """How much further scores lie apart if the past is reversed than if the same question is asked again."""
    own = subject.profile.reviews
    other = tuple(Random(f"{seed} past").sample(own, len(own)))
    turned = other if other != own else own[::-1]
    arms = [
        await scores_again(
            material.stories, replace(subject, profile=replace(subject.profile, reviews=reviews)), door
        )
        for reviews in (own, turned)
    ]
    return replace(reaction("past-order", *arms), shape="more")
