"""Duels: which of two chapters from one synopsis is better, asked in both orders."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import BaseModel
from scipy.special import expit

from fabula.digests import digest
from fabula.measures.bradley_terry import TAIL, Numbers, Strengths, elo, pooled
from fabula.measures.pairing import Pair, Side, next_pairs, tables
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.novelists.lines import Duel, Story, writer
from fabula.novelists.results_board import DuelsHeld, Strength
from fabula.novelists.settings import JudgeSettings
from fabula.novelists.writing import criteria
from fabula.rubrics.files import digest as rubric_digest
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


async def hold_duels(
    stories: Sequence[Story],
    door: Door,
    rubric: Rubric,
    settings: JudgeSettings,
    most: int | None = None,
    earlier: Sequence[Duel] = (),
) -> tuple[list[Duel], list[Duel]]:
    """Duels between the writers, where their order is least sure, until it is sure, or `most` have been held.

    Earlier duels of this judge count as long as their texts and questions are the same, so that another writer is paid
    for alone. The duels that count are returned, then the new ones.
    """
    ring = _Ring.of(stories, door, rubric, settings)
    names = ring.names
    held = [duel for duel in earlier if ring.takes(duel)]
    if held:
        ring.settle(held, sorted({name for duel in held for name in (duel.first, duel.second)}))
    new: list[Duel] = []
    while most is None or len(held) + len(new) < most:
        found = ring.settle([*held, *new], names)
        chosen = next_pairs(found, ring.used_up | ring.sure, SURE, max(1, len(names) // 2))
        left = None if most is None else most - len(held) - len(new)
        asked = [(pair, key) for pair in chosen for key in ring.chapters_for(pair)][:left]
        if not asked:
            break
        new += await asyncio.gather(*(ring.duel(pair, key) for pair, key in asked))
    return held, new


@dataclass(slots=True)
class _Ring:
    """Who can meet whom on which chapters."""

    names: list[str]
    by_chapter: Mapping[Key, Mapping[str, Story]]
    left: dict[Pair, list[Key]]
    door: Door
    rubric: Rubric
    settings: JudgeSettings
    sure: set[Pair] = field(default_factory=set)
    """Pairs whose order has been found sure. They stay so when another writer joins."""

    @classmethod
    def of(cls, stories: Sequence[Story], door: Door, rubric: Rubric, settings: JudgeSettings) -> _Ring:
        by_chapter: dict[Key, dict[str, Story]] = defaultdict(dict)
        for story in stories:
            if story.text.strip():
                by_chapter[(story.story, story.chapter)][writer(story)] = story
        names = sorted({name for own in by_chapter.values() for name in own})
        left = {
            (one, two): _spread(
                [key for key, own in by_chapter.items() if names[one] in own and names[two] in own]
            )
            for one, two in itertools.combinations(range(len(names)), 2)
        }
        return cls(names, by_chapter, left, door, rubric, settings)

    @property
    def used_up(self) -> set[Pair]:
        """Pairs that have met on every chapter that both wrote."""
        return {pair for pair, chapters in self.left.items() if not chapters}

    def settle(self, duels: Sequence[Duel], names: Sequence[str]) -> Strengths:
        """The strengths of these writers, and which pairs of them need no more duels."""
        found = _found(duels, names)
        for one, two in itertools.combinations(range(len(names)), 2):
            chance = found.above(one, two)
            if max(chance, 1 - chance) >= SURE:
                self.sure.add((self.names.index(names[one]), self.names.index(names[two])))
        return found

    def takes(self, duel: Duel) -> bool:
        """Whether an earlier duel is one that could be held now, which then need not be."""
        own, key = self.by_chapter.get((duel.story, duel.chapter), {}), (duel.story, duel.chapter)
        if (
            duel.outcome is None
            or duel.judge != self.door.model
            or not {duel.first, duel.second} <= own.keys()
        ):
            return False
        pair = (self.names.index(duel.first), self.names.index(duel.second))
        known = key in self.left.get(pair, ()) and duel.asked == self._asked(
            own[duel.first], own[duel.second]
        )
        if known:
            self.left[pair].remove(key)
        return known

    def chapters_for(self, pair: Pair) -> list[Key]:
        """The next chapters on which two writers meet, taken from those that are left."""
        return [self.left[pair].pop() for _ in range(min(_A_ROUND, len(self.left[pair])))]

    async def duel(self, pair: Pair, key: Key) -> Duel:
        """Two writers on one chapter."""
        one, two = (self.by_chapter[key][self.names[place]] for place in pair)
        held = await _duel(one, two, self.door, self.rubric, self.settings)
        return held.model_copy(update={"asked": self._asked(one, two)})

    def _asked(self, one: Story, two: Story) -> str:
        """A digest of the question: texts, criteria, prompt and settings."""
        prompt = self.door.prompt("novelists", "duel", one.language or detect(one.text))
        how = f"{self.settings.temperature:g} {self.settings.max_tokens} {self.door.signed_name}"
        return digest([one.text, two.text, prompt.digest, rubric_digest(self.rubric), how])


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
        rated[name] = Strength(rating=rating, low=low, high=high, duels=len(own), wins=wins, ties=ties)
    return rated


def duels_held(duels: Sequence[Duel]) -> DuelsHeld | None:
    """What can be said of the duels themselves. None if there are none."""
    counted = [duel for duel in duels if duel.outcome is not None]
    if not counted:
        return None
    names = sorted({name for duel in counted for name in (duel.first, duel.second)})
    first = float(expit(_found(counted, names).bias))
    return DuelsHeld(
        duels=len(counted),
        flips=sum(duel.flipped for duel in counted),
        first_chosen=first,
        unusable=len(duels) - len(counted),
    )


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
