"""Duels: which of two chapters from one synopsis is better, asked in both orders."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import BaseModel

from fabula.measures.bradley_terry import Numbers, ratings
from fabula.measures.intervals import bounds
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.novelists.lines import Duel, Story, writer
from fabula.novelists.writing import criteria
from fabula.text.language import detect

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

RESAMPLES = 1_000
_ANSWER_TOKENS = 800
_EXPECTED_TOKENS = 150


class Preferred(BaseModel):
    """A judge's answer about two chapters, with the reason first."""

    reason: str
    better: Literal["A", "B", "tie"]


@dataclass(frozen=True, slots=True)
class Strength:
    """One writer's Bradley-Terry rating on the Elo scale, with the mean of all writers at 1000."""

    rating: float
    low: float
    high: float
    duels: int
    wins: int
    ties: int

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


async def duel_all(stories: Sequence[Story], door: Door, rubric: Rubric) -> list[Duel]:
    """Every two writers on every chapter that both wrote. Chapters without text are skipped."""
    by_chapter: dict[tuple[str, int], list[Story]] = defaultdict(list)
    for story in stories:
        if story.text.strip():
            by_chapter[(story.story, story.chapter)].append(story)
    pairs = [pair for own in by_chapter.values() for pair in itertools.combinations(own, 2)]
    return list(await asyncio.gather(*(_duel(one, two, door, rubric) for one, two in pairs)))


def strengths(duels: Sequence[Duel], seed: int = 0) -> dict[str, Strength]:
    """Each writer's rating with a bootstrap interval over chapters. A tie counts as half a win for each."""
    counted = [duel for duel in duels if duel.outcome is not None]
    names = sorted({name for duel in counted for name in (duel.first, duel.second)})
    if not names:
        return {}
    by_story: dict[str, list[Duel]] = defaultdict(list)
    for duel in counted:
        by_story[duel.story].append(duel)
    tables = np.array([_wins(own, names) for own in by_story.values()])
    centre = ratings(tables.sum(axis=0))
    rng = np.random.default_rng(seed)
    picks = rng.integers(len(tables), size=(RESAMPLES, len(tables)))
    drawn = np.array([ratings(tables[row].sum(axis=0)) for row in picks])
    found = {}
    for index, name in enumerate(names):
        low, high = bounds(drawn[:, index])
        own = [duel for duel in counted if name in (duel.first, duel.second)]
        wins = sum(getattr(duel, duel.outcome) == name for duel in own if duel.outcome in ("first", "second"))
        ties = sum(duel.outcome == "tie" for duel in own)
        found[name] = Strength(float(centre[index]), low, high, len(own), wins, ties)
    return found


def _wins(duels: Sequence[Duel], names: Sequence[str]) -> Numbers:
    place: Mapping[str, int] = {name: index for index, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for duel in duels:
        one, two = place[duel.first], place[duel.second]
        share = {"first": 1.0, "second": 0.0, "tie": 0.5}[str(duel.outcome)]
        table[one, two] += share
        table[two, one] += 1 - share
    return table


async def _duel(one: Story, two: Story, door: Door, rubric: Rubric) -> Duel:
    straight, turned = await asyncio.gather(_ask(one, two, door, rubric), _ask(two, one, door, rubric))
    bare = Duel(first=writer(one), second=writer(two), story=one.story, chapter=one.chapter, judge=door.model)
    for answer in (straight, turned):
        if isinstance(answer, Unusable):
            return bare.model_copy(update={"trouble": answer.explained})
    assert isinstance(straight, Preferred) and isinstance(turned, Preferred)
    first = {"A": "first", "B": "second", "tie": "tie"}[straight.better]
    second = {"A": "second", "B": "first", "tie": "tie"}[turned.better]
    outcome = first if first == second else "tie"
    return bare.model_copy(update={"outcome": outcome, "flipped": first != second})


async def _ask(one: Story, two: Story, door: Door, rubric: Rubric) -> Preferred | Unusable:
    language = one.language or detect(one.text)
    prompt = door.prompt("novelists", "duel", language)
    request = ChatRequest(
        step="duel",
        messages=prompt.messages(
            criteria=criteria(rubric, language), first=fence(one.text), second=fence(two.text)
        ),
        max_tokens=_ANSWER_TOKENS,
        expected_tokens=_EXPECTED_TOKENS,
    )
    return await door.ask(request, Preferred)
