"""Does the judge prefer prose that its own model wrote?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.audits.asking import scores
from fabula.audits.design import Asked, Effect
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.audits.material import Material, Subject, Written
    from fabula.models.door import Door

Score = float | None


async def audit_own_prose(material: Material, subject: Subject, door: Door) -> Asked:
    """Scores of the judge's own texts less those of other models' texts for the same premise, less what people see.

    Without people's scores there is no control: the judge's own texts may be better.
    """
    groups: dict[str, list[Written]] = {}
    for each in material.written:
        groups.setdefault(each.premise, []).append(each)
    sets = [
        (own, others)
        for each in groups.values()
        if (own := [one for one in each if is_by(one.writer, door.model)])
        and (others := [one for one in each if not is_by(one.writer, door.model)])
    ]
    if not sets:
        raise UsageError(
            f"audit own needs texts by {door.model} and by other models for the same premises: a table with the columns writer, premise and text"
        )
    asked = [one for own, others in sets for one in (*own, *others)]
    given = dict(zip(map(id, asked), await scores([one.story for one in asked], subject, door), strict=True))
    return Asked("own", [of_own(sets, given)])


def of_own(sets: Sequence[tuple[Sequence[Written], Sequence[Written]]], given: Mapping[int, Score]) -> Effect:
    """For each premise, the favour for the judge's own texts less what people see in them. Scores are by the id of a text."""
    judged = [
        _favour([given[id(one)] for one in own], [given[id(one)] for one in others]) for own, others in sets
    ]
    people = [_favour([one.people for one in own], [one.people for one in others]) for own, others in sets]
    controlled = any(each is not None for each in people)
    values = [
        one - (two or 0.0)
        for one, two in zip(judged, people, strict=True)
        if one is not None and (two is not None or not controlled)
    ]
    return Effect("own", "points", tuple(values), figure_only=not controlled)


def is_by(writer: str, model: str) -> bool:
    """Is this the name of the model, with or without its provider?"""
    one, two = writer.strip().lower(), model.strip().lower()
    return one == two or one == two.split("/", 1)[-1] or one.split("/")[-1] == two.split("/")[-1]


def _favour(own: Sequence[float | None], others: Sequence[float | None]) -> float | None:
    one, two = ([each for each in side if each is not None] for side in (own, others))
    return sum(one) / len(one) - sum(two) / len(two) if one and two else None
