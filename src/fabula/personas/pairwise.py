"""Which of two plots one particular reader would choose, by aspect, asked in both orders."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from fabula.judging.guard_rubric import wordings_shown
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.personas.personal import Story, shown
from fabula.personas.profiles import TEN, Profile, Side
from fabula.personas.prompt_fields import Fitted, choice_fields, fit, review_fields
from fabula.personas.prompt_settings import PersonaSettings

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Aspect, Rubric, Wording

Outcome = Literal["A", "B", "tie"]

_ANSWER_TOKENS = 800
_EXPECTED_TOKENS = 140
_OTHER: dict[Side, Side] = {"A": "B", "B": "A"}


class Chosen(BaseModel):
    """What a judge in a reader's place answers: the reason comes first."""

    reason: str
    choice: Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two plots to choose between."""

    first: Story
    second: Story
    premise: str = ""


@dataclass(frozen=True, slots=True)
class BothOrders:
    """One aspect asked once in both orders: which plot was chosen when A stood first, and when B did."""

    as_given: Side | None
    """The chosen plot by name, not by position. None if the answer was unusable."""
    swapped: Side | None
    reasons: tuple[str, str] = ("", "")

    @property
    def outcome(self) -> Outcome | None:
        """A choice that changes with the order is a tie. If an answer is missing, there is no choice."""
        if self.as_given is None or self.swapped is None:
            return None
        return self.as_given if self.as_given == self.swapped else "tie"


@dataclass(frozen=True, slots=True)
class AspectChoice:
    """One aspect over all repeats."""

    aspect: str
    label: str
    repeats: tuple[BothOrders, ...]

    def count(self, outcome: Outcome) -> int:
        """How many repeats had this outcome."""
        return sum(asking.outcome == outcome for asking in self.repeats)

    @property
    def outcome(self) -> Outcome | None:
        """The plot that more repeats chose in both orders. A tie if neither leads; None if nothing was usable."""
        if all(asking.outcome is None for asking in self.repeats):
            return None
        first, second = self.count("A"), self.count("B")
        return "tie" if first == second else "A" if first > second else "B"

    @property
    def flipped(self) -> int:
        """Repeats in which the choice changed with the order."""
        return self.count("tie")

    @property
    def unusable(self) -> int:
        """Repeats with an answer missing."""
        return sum(asking.outcome is None for asking in self.repeats)


@dataclass(frozen=True, slots=True)
class PersonalChoice:
    """All aspects of one pair for one reader."""

    reader: str
    aspects: tuple[AspectChoice, ...]
    notes: tuple[Notice, ...] = ()


async def choose(
    pair: Pair, profile: Profile, door: Door, settings: PersonaSettings, rubric: Rubric
) -> PersonalChoice:
    """What this reader would choose on every aspect of the rubric."""
    room = settings.room(door.context, _ANSWER_TOKENS)
    texts = [pair.first.text, pair.second.text]
    fitted = fit(shown(profile, texts, settings), texts, room)
    wordings = wordings_shown(rubric, pair.first.language)
    aspects = await asyncio.gather(
        *(_choose(pair, fitted, door, settings, aspect, wordings) for aspect in rubric.scored_aspects)
    )
    return PersonalChoice(profile.reader, tuple(aspects), fitted.notes)


async def _choose(
    pair: Pair,
    fitted: Fitted,
    door: Door,
    settings: PersonaSettings,
    aspect: Aspect,
    wordings: Mapping[str, Wording],
) -> AspectChoice:
    as_given, swapped = await asyncio.gather(
        ask(pair, fitted, door, settings, aspect, wordings),
        ask(pair, fitted, door, settings, aspect, wordings, swapped=True),
    )
    repeats = tuple(
        BothOrders(_side(one, swapped=False), _side(two, swapped=True), (_reason(one), _reason(two)))
        for one, two in zip(as_given, swapped, strict=True)
    )
    return AspectChoice(aspect.id, aspect.wording(pair.first.language).label, repeats)


async def ask(
    pair: Pair,
    fitted: Fitted,
    door: Door,
    settings: PersonaSettings,
    aspect: Aspect,
    wordings: Mapping[str, Wording],
    *,
    swapped: bool = False,
) -> list[Chosen | Unusable]:
    """Ask about one aspect in one order, as often as the settings say. `swapped` shows the second plot first."""
    first, second = fitted.stories[::-1] if swapped else fitted.stories
    prompt = door.prompt("personas", "choose", pair.first.language)
    request = ChatRequest(
        step="a reader's choice",
        messages=prompt.messages(
            label=wordings[aspect.id].label,
            definition=wordings[aspect.id].definition,
            high=f"{TEN.high:g}",
            reviews=review_fields(fitted.profile, settings.with_reviews),
            choices=choice_fields(fitted.profile, aspect.id, wordings),
            premise=fence(pair.premise) if pair.premise else "",
            first=fence(first),
            second=fence(second),
        ),
        temperature=settings.temperature,
        max_tokens=_ANSWER_TOKENS,
        expected_tokens=_EXPECTED_TOKENS,
    )
    return await door.ask_replicates(request, Chosen, settings.repeats)


def _side(answer: Chosen | Unusable, *, swapped: bool) -> Side | None:
    if isinstance(answer, Unusable):
        return None
    return _OTHER[answer.choice] if swapped else answer.choice


def _reason(answer: Chosen | Unusable) -> str:
    return "" if isinstance(answer, Unusable) else answer.reason.strip()
