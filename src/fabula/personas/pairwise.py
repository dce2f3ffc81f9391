"""Which of two plots one particular reader would choose, by aspect, each asked in both orders."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.personas.personal import Manner, Story
from fabula.personas.profiles import TEN, Fitted, Profile, Side, choice_fields, fit, review_fields

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Aspect, Rubric

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
class Asking:
    """One aspect asked once in both orders: which plot was chosen when A stood first, and when B did."""

    straight: Side | None
    """The plot chosen, by its own name, not by where it stood; None where the answer was unusable."""
    turned: Side | None
    reasons: tuple[str, str] = ("", "")

    @property
    def outcome(self) -> Outcome | None:
        """A choice that does not hold when the order is turned is a tie; with an answer missing there is none."""
        if self.straight is None or self.turned is None:
            return None
        return self.straight if self.straight == self.turned else "tie"


@dataclass(frozen=True, slots=True)
class AspectChoice:
    """One aspect over all repeats."""

    aspect: str
    label: str
    askings: tuple[Asking, ...]

    def count(self, outcome: Outcome) -> int:
        """How many repeats came out so."""
        return sum(asking.outcome == outcome for asking in self.askings)

    @property
    def outcome(self) -> Outcome | None:
        """The plot that more repeats chose in both orders; a tie where neither leads; None where nothing was usable."""
        if all(asking.outcome is None for asking in self.askings):
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
        return sum(asking.outcome is None for asking in self.askings)


@dataclass(frozen=True, slots=True)
class PersonalChoice:
    """All aspects of one pair for one reader."""

    reader: str
    aspects: tuple[AspectChoice, ...]
    note: str = ""


async def choose(pair: Pair, profile: Profile, door: Door, manner: Manner, rubric: Rubric) -> PersonalChoice:
    """What this reader would choose on every aspect of the rubric."""
    fitted = fit(profile, [pair.first.text, pair.second.text], manner.budget)
    aspects = await asyncio.gather(
        *(_choose(pair, fitted, door, manner, aspect) for aspect in rubric.scored_aspects)
    )
    return PersonalChoice(profile.reader, tuple(aspects), fitted.note)


async def _choose(pair: Pair, fitted: Fitted, door: Door, manner: Manner, aspect: Aspect) -> AspectChoice:
    straight, turned = await asyncio.gather(
        ask(pair, fitted, door, manner, aspect), ask(pair, fitted, door, manner, aspect, turned=True)
    )
    askings = tuple(
        Asking(_side(one, turned=False), _side(two, turned=True), (_reason(one), _reason(two)))
        for one, two in zip(straight, turned, strict=True)
    )
    return AspectChoice(aspect.id, aspect.wording(pair.first.language).label, askings)


async def ask(
    pair: Pair, fitted: Fitted, door: Door, manner: Manner, aspect: Aspect, *, turned: bool = False
) -> list[Chosen | Unusable]:
    """One aspect in one order, as often as the manner says; `turned` shows the second plot first."""
    wording = aspect.wording(pair.first.language)
    first, second = fitted.stories[::-1] if turned else fitted.stories
    prompt = door.prompt("personas", "choose", pair.first.language)
    request = ChatRequest(
        step="a reader's choice",
        messages=prompt.messages(
            label=wording.label,
            definition=wording.definition,
            high=f"{TEN.high:g}",
            reviews=review_fields(fitted.profile, manner.with_reviews),
            choices=choice_fields(fitted.profile, aspect.id),
            premise=fence(pair.premise) if pair.premise else "",
            first=fence(first),
            second=fence(second),
        ),
        temperature=manner.temperature,
        max_tokens=_ANSWER_TOKENS,
        expected_tokens=_EXPECTED_TOKENS,
    )
    return await door.ask_replicates(request, Chosen, manner.repeats)


def _side(answer: Chosen | Unusable, *, turned: bool) -> Side | None:
    if isinstance(answer, Unusable):
        return None
    return _OTHER[answer.choice] if turned else answer.choice


def _reason(answer: Chosen | Unusable) -> str:
    return "" if isinstance(answer, Unusable) else answer.reason.strip()
