"""Every audit of a judge at once: its passport, with effects, intervals and cost. Two judges are compared effect by effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fabula.audits.design import Asked, Effect, Found, conclude, sign_flip_p
from fabula.audits.request import AuditAllRequest, Kind
from fabula.audits.results import AuditAllResult, Part, Passport, Skipped, Versus
from fabula.audits.run import Ground, ask, effects, figures, prepare
from fabula.digests import digest
from fabula.errors import UsageError
from fabula.measures.intervals import holm, mean_interval
from fabula.measures.refusal import Refused
from fabula.models.bill import usage_total
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.signature import sign

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.models.several import Doors

AUDITS: tuple[Kind, ...] = (
    "repeat", "reader", "copying", "order", "length", "injection", "author", "formatting", "position", "language",
    "own", "memory",
)  # fmt: skip
"""In the order of the page. `repeat` includes whether the judge reads the story."""


@dataclass(frozen=True, slots=True)
class AuditedAll:
    """The passports. `reports.passport` turns them into a page."""

    result: AuditAllResult


@dataclass(frozen=True, slots=True)
class _One:
    audit: Kind
    asked: Asked
    calls: int
    cost: float | None


async def run(request: AuditAllRequest, doors: Doors) -> AuditedAll:
    """Put every audit that the material allows to each judge, one after the other."""
    request.validate()
    judges = doors.side_by_side(request.judges)
    ground = await prepare(request, judges[0])
    asked = [await _every(ground, door) for door in judges]
    return AuditedAll(
        AuditAllResult(
            kind=AuditAllResult.KIND,
            request=document(request),
            model=judges[0].model_used,
            signature=sign(
                request,
                "audit.all",
                asked={"n": request.repeats, "T": request.temperature, "seed": request.seed},
                digests={
                    "rubric": rubric_digest(ground.rubric),
                    "text": digest(ground.material.texts),
                    "m": doors.signed(request.judges[:1]),
                    "against": doors.signed(request.judges[1:]) or None,
                },
            ),
            usage=doors.usage,
            reader=ground.subject.profile.reader,
            stories=len(ground.material.stories),
            pairs=len(ground.material.pairs),
            troubles=ground.material.troubles,
            passports=tuple(_passport(door.model, *each) for door, each in zip(judges, asked, strict=True)),
            against=_against(*(each for each, _ in asked)) if len(asked) == 2 else (),
        )
    )


async def _every(ground: Ground, door: Door) -> tuple[list[_One], list[Skipped]]:
    done: list[_One] = []
    skipped: list[Skipped] = []
    for kind in AUDITS:
        with door.share() as own:
            try:
                asked = await ask(kind, ground, door)
            except UsageError as error:
                skipped.append(Skipped(audit=kind, why=str(error)))
                continue
        usage = usage_total(own)
        done.append(_One(kind, asked, usage.calls, usage.cost))
    return done, skipped


def _passport(model: str, done: Sequence[_One], skipped: Sequence[Skipped]) -> Passport:
    found = iter(conclude([effect for each in done for effect in each.asked.effects]))
    parts = []
    every: list[Found] = []
    for each in done:
        own = [next(found) for _ in each.asked.effects]
        every += own
        parts.append(
            Part(
                audit=each.audit,
                effects=effects(own),
                figures=figures(each.asked.figures),
                findings=(*(one.finding for one in own), *each.asked.findings),
                notes=tuple(each.asked.notes),
                calls=each.calls,
                cost=each.cost,
            )
        )
    return Passport(
        model=model,
        parts=tuple(parts),
        skipped=tuple(skipped),
        biases=sum(one.verdict == "bias" for one in every),
        tested=sum(one.p is not None for one in every),
    )


def _against(first: Sequence[_One], second: Sequence[_One]) -> tuple[Versus, ...]:
    """Effects that both judges were asked about in as many stories, the first judge's less the second's."""
    others = {_key(each): each for one in second for each in one.asked.effects}
    pairs = [
        (effect, np.subtract(effect.shown, other.shown))
        for one in first
        for effect in one.asked.effects
        if (other := others.get(_key(effect))) and len(other.shown) == len(effect.shown) > 0
    ]
    found = []
    for (effect, apart), p in zip(pairs, holm([sign_flip_p(apart) for _, apart in pairs]), strict=True):
        interval = mean_interval(apart)
        low, high = (None, None) if isinstance(interval, Refused) else (interval.low, interval.high)
        what = conclude([effect])[0].what
        found.append(Versus(what=what, unit=effect.unit, value=float(apart.mean()), low=low, high=high, p=p))
    return tuple(found)


def _key(effect: Effect) -> tuple[str, str]:
    return effect.bias, effect.aspect
