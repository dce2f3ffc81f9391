"""Does the judge repeat its answers? Measures spread, drift, and how much of a score depends on the story."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fabula.errors import UsageError
from fabula.measures.figure import Audit, Figure, share, shift
from fabula.measures.intervals import bounds
from fabula.measures.refusal import Refused
from fabula.measures.replicates import intraclass, repeatability
from fabula.notices import Notice
from fabula.personas.personal import rate

if TYPE_CHECKING:
    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door

SPREAD = "spread between repeats (standard deviation)"
DRIFT = "drift from one repeat to the next"
ABOUT = "share of the variance that lies between stories"
USABLE = "answers that could be used"
_RESAMPLES = 2_000
_DIGITS = 9
"""Digits beyond these are rounding errors of means, so that equal scores have no spread."""


async def audit_repeat(material: Material, subject: Subject, door: Door, seed: int = 0) -> Audit:
    """Ask about every story as often as the settings say."""
    if subject.settings.repeats < 2:
        raise UsageError("audit repeat needs --repeats 2 or more")
    rated = await asyncio.gather(
        *(rate(story, subject.profile, door, subject.uncut) for story in material.stories)
    )
    table = np.array(
        [[np.nan if score is None else score for score in each.scores] for each in rated], dtype=float
    )
    figures = (
        _over_stories(SPREAD, table, seed),
        shift(DRIFT, [_slope(row) for row in table]),
        _icc(table, seed),
        share(USABLE, [[score is not None for score in each.scores] for each in rated]),
    )
    return Audit("repeat", figures, _findings(*figures))


def _over_stories(label: str, table: NDArray[np.float64], seed: int) -> Figure:
    found = repeatability(table)
    if isinstance(found, Refused):
        return Figure(label, "points", None, why=found.notice)
    if found.items < 2:
        return Figure(label, "points", round(found.spread, _DIGITS), n=found.items)
    squares = np.array([np.nanvar(row, ddof=1) for row in table if np.isfinite(row).sum() > 1])
    freedom = np.array([np.isfinite(row).sum() - 1 for row in table if np.isfinite(row).sum() > 1])
    draws = np.random.default_rng(seed).integers(len(squares), size=(_RESAMPLES, len(squares)))
    again = np.sqrt((squares * freedom)[draws].sum(axis=1) / freedom[draws].sum(axis=1))
    low, high = bounds(again)
    value, low, high = (round(each, _DIGITS) for each in (found.spread, low, high))
    return Figure(label, "points", value, low, high, found.items)


def _icc(table: NDArray[np.float64], seed: int) -> Figure:
    value = intraclass(table)
    if isinstance(value, Refused):
        return Figure(ABOUT, "share", None, why=value.notice)
    draws = np.random.default_rng(seed).integers(len(table), size=(_RESAMPLES // 4, len(table)))
    again = [found for rows in draws if not isinstance(found := intraclass(table[rows]), Refused)]
    low, high = bounds(again) if again else (value, value)
    return Figure(ABOUT, "share", max(value, 0.0), max(low, 0.0), max(high, 0.0), len(table))


def _slope(row: NDArray[np.float64]) -> float | None:
    known = np.isfinite(row)
    if known.sum() < 2:
        return None
    at = np.flatnonzero(known).astype(float)
    at -= at.mean()
    return float(at @ row[known] / (at @ at))


def _findings(spread: Figure, drift: Figure, about: Figure, usable: Figure) -> tuple[Notice, ...]:
    if spread.value is None:
        return (Notice.of("audits.nothing-known", why=spread.why),)
    found = [
        Notice.of("audits.varies", figure=spread.notice)
        if spread.value
        else Notice.of("audits.same-every-time")
    ]
    if about.value is not None and spread.value:
        found.append(Notice.of("audits.about-the-story", figure=about.notice))
    if drift.above(0) or drift.below(0):
        found.append(Notice.of("audits.drifts", figure=drift.notice))
    if usable.value is not None and usable.value < 1:
        found.append(Notice.of("audits.usable", figure=usable.notice))
    return tuple(found)
