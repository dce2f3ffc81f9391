"""Does the judge repeat its answers? Measures spread, drift, and how much of a score depends on the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fabula.audits.asking import rated
from fabula.audits.design import Asked, Effect, reaction_to_stories
from fabula.errors import UsageError
from fabula.measures.figure import Figure, share
from fabula.measures.intervals import bounds
from fabula.measures.refusal import Refused
from fabula.measures.replicates import intraclass, repeatability
from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.audits.material import Material, Subject
    from fabula.models.door import Door

SPREAD = "spread between repeats (standard deviation)"
ABOUT = "share of the variance that lies between stories"
USABLE = "answers that could be used"
_RESAMPLES = 2_000
_DIGITS = 9
"""Digits beyond these are rounding errors of means, so that equal scores have no spread."""


async def audit_repeat(material: Material, subject: Subject, door: Door, seed: int = 0) -> Asked:
    """Ask about every story as often as the settings say."""
    if subject.settings.repeats < 2:
        raise UsageError("audit repeat needs --repeats 2 or more")
    given = [each.scores for each in await rated(material.stories, subject, door)]
    table = np.array([[np.nan if score is None else score for score in each] for each in given], dtype=float)
    figures = [
        _over_stories(SPREAD, table, seed),
        _icc(table, seed),
        share(USABLE, [[score is not None for score in each] for each in given]),
    ]
    known = [tuple(score for score in each if score is not None) for each in given]
    effects = [drift(table), reaction_to_stories("story", known)]
    repeated, found = door.one_answer_repeated, _findings(*figures)
    if repeated:  # an answer that is only repeated is no sign that the judge says the same again
        found = [each for each in found if each.code != "audits.same-every-time"]
    return Asked("repeat", effects, figures, [*repeated, *found])


def drift(table: NDArray[np.float64]) -> Effect:
    """How the scores of each story (a row) move from one repeat to the next."""
    return Effect("drift", "points", tuple(slope for row in table if (slope := _slope(row)) is not None))


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


def _findings(spread: Figure, about: Figure, usable: Figure) -> list[Notice]:
    if spread.value is None:
        return [Notice.of("audits.nothing-known", why=spread.why)]
    found = [
        Notice.of("audits.varies", figure=spread.notice)
        if spread.value
        else Notice.of("audits.same-every-time")
    ]
    if about.value is not None and spread.value:
        found.append(Notice.of("audits.about-the-story", figure=about.notice))
    if usable.value is not None and usable.value < 1:
        found.append(Notice.of("audits.usable", figure=usable.notice))
    return found
