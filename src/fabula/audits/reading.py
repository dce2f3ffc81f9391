"""Does the judge read the story, and does it read this reader? One of the two is swapped, the other stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.audits.asking import same_for_all, scores_again
from fabula.audits.design import Asked, reaction, reaction_to_stories
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.personas.profiles import Profile


async def audit_story(material: Material, subject: Subject, door: Door) -> Asked:
    """Each story, and another in its place under the same profile. The control is to ask about the same story again."""
    if len(material.stories) < 2:
        raise UsageError("audit story swaps stories: give at least two, and six for a verdict")
    given = await scores_again(material.stories, subject, door)
    means = [sum(each) / len(each) if each else None for each in given]
    return Asked("story", [reaction_to_stories("story", given)], findings=same_for_all(means))


async def audit_reader(material: Material, subject: Subject, door: Door, readers: Sequence[Profile]) -> Asked:
    """Each story for one reader, and for another who usually scores otherwise. The control is to ask for the first again."""
    if len(readers) < 2:
        raise UsageError("audit reader swaps readers: give a --profile with at least two of them")
    known = sorted(readers, key=lambda each: each.mean or 0)
    pairs = list(zip(known[: len(known) // 2], reversed(known), strict=False))
    places = [pairs[at % len(pairs)] for at in range(len(material.stories))]
    arms = [
        await scores_again(material.stories, subject, door, [pair[side] for pair in places])
        for side in (0, 1)
    ]
    return Asked("reader", [reaction("reader", *arms)])
