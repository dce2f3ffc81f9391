"""Stories, readers and judges for tests of audits, and the way to put an audit to a judge."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import combinations, count
from typing import Any

from fabula.audits.design import Asked, Found, conclude
from fabula.audits.material import AskedPair, Material, Subject
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.personas.pairwise import Pair
from fabula.personas.profiles import NOBODY, PastReview, Profile
from fabula.personas.prompt_settings import PersonaSettings
from loopback import Loopback
from personas.scripted_readers import Scripted, chance, choice, fenced, is_choice, review, stories

READER = Profile(
    "Ada",
    reviews=tuple(
        PastReview(f"past {n}", f"Past plot {n} happens.", f"I liked number {n}.", 5 + n) for n in range(3)
    ),
)


def material(count: int, pairs: int = 0, language: str = "en") -> Material:
    told = stories(count, language)
    made = [AskedPair(Pair(one, two), {}) for one, two in combinations(told, 2)]
    return Material(told, tuple(made[:pairs]))


def subject(repeats: int = 1, profile: Profile = NOBODY) -> Subject:
    return Subject(profile, PersonaSettings(repeats=repeats))


_NUMBERS = count()


def audited(
    loopback: Loopback, judge: Scripted, audit: Callable[..., Any], *what: Any, name: str = "", **how: Any
) -> Asked:
    """What an audit measures of a judge. Each judge has a name of its own, so that none answers from another's ledger."""
    loopback.answer = judge
    model = f"custom/{name or f'judge-{next(_NUMBERS)}'}"
    loopback.record = False

    async def run() -> Asked:
        async with open_door(model, DoorSettings(base_url=loopback.url)) as door:
            found: Asked = await audit(*what[:2], door, *what[2:], **how)
            return found

    return asyncio.run(run())


def verdicts(asked: Asked) -> dict[str, str]:
    """The verdict on each effect, by bias and aspect."""
    return {f"{one.effect.bias} {one.effect.aspect}".strip(): one.verdict for one in conclude(asked.effects)}


def effect(asked: Asked, bias: str) -> Found:
    return next(one for one in conclude(asked.effects) if one.effect.bias == bias)


def honest(body: dict[str, Any], time: int) -> dict[str, Any]:
    """Reads the story under all that audits add to it, and answers with some noise. Chooses by the same score."""
    texts = fenced(body)
    if not is_choice(body):
        return review(_heard(texts[-1], body, time))
    first, second = (_heard(text, body, time) for text in texts[-2:])
    return choice("A" if first > second or (first == second and chance(texts, time) < 0.5) else "B")


def _heard(text: str, body: dict[str, Any], time: int) -> float:
    """A score by the year that the story names, however it is dressed."""
    year = text.split("year ", 1)[-1].split(" ", 1)[0]
    noise = sum(chance(at, text, time, str(body["messages"])[-200:]) for at in range(3)) - 1.5
    return round(min(10.0, max(1.0, 3 + 5 * chance("story", year) + noise)), 1)


def first_or_fair(body: dict[str, Any]) -> Any:
    """A judge whose name holds `first` always takes the first plot. Another one has no such habit."""
    wanted = str(body.get("response_format"))
    if "recognised" in wanted:
        return {"reason": "", "recognised": False, "title": "", "author": ""}
    if "json_schema" not in wanted:
        return "A summary of it."
    texts = fenced(body)
    if is_choice(body):
        return choice("A" if "first" in body["model"] or texts[-2] < texts[-1] else "B")
    return review(round(3 + 5 * chance(texts[-1][:40]), 1))
