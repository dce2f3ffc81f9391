"""Duels: which of two chapters from one synopsis is better, asked in both orders."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import BaseModel
from scipy.special import expit

from fabula.measures.bradley_terry import TAIL, Numbers, Strengths, elo, pooled
from fabula.measures.pairing import Side, next_pairs, tables
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.novelists.lines import Duel, Story, writer
from fabula.novelists.settings import JudgeSettings
from fabula.novelists.writing import criteria
from fabula.text.language import detect

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

_EXPECTED_TOKENS = 150
SURE = 0.95
"""Duels end when each writer is above the next with this probability."""
_A_ROUND = 3
"""Duels of each chosen pair in a round, on different books if there are any."""
Key = tuple[str, int]


_IN_ORDER: Mapping[str, Side] = {"A": "first", "B": "second", "tie": "tie"}
_TURNED: Mapping[str, Side] = {"A": "second", "B": "first", "tie": "tie"}


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


@dataclass(frozen=True, slots=True)
class DuelsHeld:
    """All duels together: how often the judge's choice changed with the order, and how often it chose the first."""

    duels: int
    flips: int
    first_chosen: float
    """How likely the chapter that is shown first is chosen over an equal one; .5 is fair."""
    unusable: int


async def hold_duels(
    stories: Sequence[Story], door: Door, rubric: Rubric, settings: JudgeSettings, most: int | None = None
) -> list[Duel]:
    """Duels between the writers, where their order is least sure, until it is sure, or `most` have been held."""
    by_chapter: dict[Key, dict[str, Story]] = defaultdict(dict)
    for story in stories:
        if story.text.strip():
            by_chapter[(story.story, story.chapter)][writer(story)] = story
    names = sorted({name for own in by_chapter.values() for name in own})
    open_chapters = {
        pair: _spread(
            [key for key, own in by_chapter.items() if names[pair[0]] in own and names[pair[1]] in own]
        )
        for pair in itertools.combinations(range(len(names)), 2)
    }
    held: list[Duel] = []
    while most is None or len(held) < most:
        used_up = {pair for pair, left in open_chapters.items() if not left}
        chosen = next_pairs(_found(held, names), used_up, SURE, max(1, len(names) // 2))
        asked = [
            (pair, open_chapters[pair].pop())
            for pair in chosen
            for _ in range(min(_A_ROUND, len(open_chapters[pair])))
        ][: None if most is None else most - len(held)]
        if not asked:
            break
        held += await asyncio.gather(
            *(
                _duel(by_chapter[key][names[one]], by_chapter[key][names[two]], door, rubric, settings)
                for (one, two), key in asked
            )
        )
    return held


def _spread(chapters: Sequence[Key]) -> list[Key]:
    """Chapters in such an order that, taken from the end, each book comes once before any comes again."""
    by_book: dict[str, list[Key]] = defaultdict(list)
    for key in sorted(chapters):
        by_book[key[0]].append(key)
    turns = itertools.zip_longest(*by_book.values())
    return [key for turn in turns for key in turn if key is not None][::-1]


def strengths(duels: Sequence[Duel]) -> dict[str, Strength]:
    """Each writer's rating with its interval. A tie counts as half a win for each; what comes first is allowed for."""
    counted = [duel for duel in duels if duel.outcome is not None]
    names = sorted({name for duel in counted for name in (duel.first, duel.second)})
    if not names:
        return {}
    found = _found(counted, names)
    errors = np.maximum(found.errors, np.sqrt(np.diag(_by_book(counted, names, found)).clip(0)))
    rated = {}
    for index, name in enumerate(names):
        middle, reach = found.values[index], TAIL * errors[index]
        rating, low, high = (float(each) for each in elo(np.array([middle, middle - reach, middle + reach])))
        own = [duel for duel in counted if name in (duel.first, duel.second)]
        wins = sum(getattr(duel, duel.outcome) == name for duel in own if duel.outcome in ("first", "second"))
        ties = sum(duel.outcome == "tie" for duel in own)
        rated[name] = Strength(rating, low, high, len(own), wins, ties)
    return rated


def duels_held(duels: Sequence[Duel]) -> DuelsHeld | None:
    """What can be said of the duels themselves. None if there are none."""
    counted = [duel for duel in duels if duel.outcome is not None]
    if not counted:
        return None
    names = sorted({name for duel in counted for name in (duel.first, duel.second)})
    first = float(expit(_found(counted, names).bias))
    return DuelsHeld(len(counted), sum(duel.flipped for duel in counted), first, len(duels) - len(counted))


def _found(duels: Iterable[Duel], names: Sequence[str]) -> Strengths:
    return pooled(*_tables(duels, names))


def _tables(duels: Iterable[Duel], names: Sequence[str]) -> tuple[Numbers, Numbers]:
    place = {name: index for index, name in enumerate(names)}
    return tables(((place[one.first], place[one.second], *one.sides) for one in duels), len(names))


def _by_book(duels: Sequence[Duel], names: Sequence[str], found: Strengths) -> Numbers:
    """The covariance of the strengths if duels on one book tell the same thing: the sandwich over books."""
    by_book: dict[str, list[Duel]] = defaultdict(list)
    for duel in duels:
        by_book[duel.story].append(duel)
    if len(by_book) < 2:
        return np.zeros_like(found.covariance)
    chance = expit(found.values[:, None] - found.values[None, :] + found.bias)
    slopes = []
    for own in by_book.values():
        won, lost = _tables(own, names)
        rest = won - (won + lost) * chance
        slopes.append(rest.sum(axis=1) - rest.sum(axis=0))
    meat = np.array(slopes).T @ np.array(slopes) * len(by_book) / (len(by_book) - 1)
    return np.asarray(found.covariance @ meat @ found.covariance)


async def _duel(one: Story, two: Story, door: Door, rubric: Rubric, settings: JudgeSettings) -> Duel:
    straight, turned = await asyncio.gather(
        _ask(one, two, door, rubric, settings), _ask(two, one, door, rubric, settings)
    )
    bare = Duel(first=writer(one), second=writer(two), story=one.story, chapter=one.chapter, judge=door.model)
    for answer in (straight, turned):
        if isinstance(answer, Unusable):
            return bare.model_copy(update={"trouble": answer.explained})
    assert isinstance(straight, Preferred) and isinstance(turned, Preferred)
    sides: tuple[Side, Side] = (_IN_ORDER[straight.better], _TURNED[turned.better])
    outcome = sides[0] if sides[0] == sides[1] else "tie"
    return bare.model_copy(
        update={"outcome": outcome, "flipped": sides[0] != sides[1], "straight": sides[0], "turned": sides[1]}
    )


async def _ask(
    one: Story, two: Story, door: Door, rubric: Rubric, settings: JudgeSettings
) -> Preferred | Unusable:
    language = one.language or detect(one.text)
    prompt = door.prompt("novelists", "duel", language)
    request = ChatRequest(
        step="duel",
        messages=prompt.messages(
            criteria=criteria(rubric, language), first=fence(one.text), second=fence(two.text)
        ),
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        expected_tokens=_EXPECTED_TOKENS,
    )
    return await door.ask(request, Preferred)
