"""Has a model structure raw reviews. Its answer is kept only if it uses the reader's words."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from fabula.models.chat import ChatRequest, Unusable
from fabula.models.door import Door
from fabula.models.prompts import fence
from fabula.models.several import Doors
from fabula.notices import Notice
from fabula.reviews.aspects import AspectMatch
from fabula.reviews.raw import RawReview
from fabula.reviews.recorded import read_recorded
from fabula.reviews.reviews import Critique
from fabula.reviews.structured import StructuredReview, critiques, overlap
from fabula.rubrics.files import load
from fabula.text.language import detect

FEWEST_OWN_WORDS = 0.4
FEWEST_STARS = 1.0
"""The stars for a reader who writes "no stars": the fewest that a platform has."""
_AT_ONCE = 200
_NAMES_A_QUESTION = 40

Outcome = Literal[
    "kept",
    "kept from the second model",
    "left out: not the reader's words",
    "left out: no answer",
    "read from a recording",
]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What happened to one raw review. `structured` is None if nothing could be kept; `why` gives the reason."""

    raw: RawReview
    outcome: Outcome
    overlap: float | None
    structured: StructuredReview | None
    why: Notice | None = None


@dataclass(slots=True)
class Build:
    """The structured reviews of a set, the count of every outcome, and the unknown names of aspects."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    left_out: list[dict[str, Any]] = field(default_factory=list)
    """Book, reader and reason for every review that yielded nothing."""
    unrated: int = 0
    """Reviews without stars from the platform or in the text. They are structured but cannot be used for ratings."""
    unknown_names: Counter[str] = field(default_factory=Counter)


class _NameMatch(BaseModel):
    model_config = ConfigDict(extra="ignore")
    name: str
    aspect: str | None = None


class _NameMatchs(BaseModel):
    model_config = ConfigDict(extra="ignore")
    places: list[_NameMatch]


async def build_with(
    doors: Doors,
    model: str,
    raw: Sequence[RawReview],
    second_model: str | None,
    *,
    ask_names: bool = False,
) -> Build:
    """Turn raw reviews into critiques. If the first model fails, ask the second.

    Both models share one budget.
    """
    door = doors.to(model)
    rebuilt = await restructure(raw, door)
    lost = [place for place, each in enumerate(rebuilt) if each.structured is None]
    if second_model and lost:
        second = doors.to(second_model)
        again = await restructure([raw[place] for place in lost], second, "kept from the second model")
        for place, each in zip(lost, again, strict=True):
            rebuilt[place] = each
    build = gather(rebuilt)
    if ask_names and build.unknown_names:
        build = gather(rebuilt, await ask_matches(list(build.unknown_names), door))
    return build


async def restructure(raw: Sequence[RawReview], door: Door, kept: Outcome = "kept") -> list[Rebuilt]:
    """Ask one model about every raw review, and check its answers against the reader's words."""
    found: list[Rebuilt] = []
    for start in range(0, len(raw), _AT_ONCE):
        tasks = (_one(review, door, kept) for review in raw[start : start + _AT_ONCE])
        found += await asyncio.gather(*tasks)
    return found


async def ask_matches(
    names: Sequence[str], door: Door, language: str = "en"
) -> dict[str, tuple[AspectMatch, ...]]:
    """Ask a model about unknown names. Answers that name no aspect are dropped."""
    known = {aspect.id for aspect in load("longstory").aspects}
    listed = [(aspect.id, aspect.wording(language).definition) for aspect in load("longstory").aspects]
    found: dict[str, tuple[AspectMatch, ...]] = {}
    for start in range(0, len(names), _NAMES_A_QUESTION):
        asked = names[start : start + _NAMES_A_QUESTION]
        prompt = door.prompt("reviews", "place-names", language)
        request = ChatRequest(
            step="aspect names",
            messages=prompt.messages(aspects=listed, names=fence("\n".join(asked))),
            expected_tokens=15 * len(asked),
        )
        answer = await door.ask(request, _NameMatchs)
        if not isinstance(answer, Unusable):
            found |= {
                place.name: (AspectMatch(place.aspect),)
                for place in answer.places
                if place.name in asked and place.aspect in known
            }
    return found


def replayed(raw: Sequence[RawReview]) -> list[Rebuilt]:
    """Read recorded outputs. If the original review is given, check the output against its words."""
    found = []
    for review in raw:
        structured = read_recorded(review.recorded)
        if not structured.aspects and not structured.conclusion:
            found.append(Rebuilt(review, "left out: no answer", None, None, Notice.of("reviews.no-aspects")))
        elif not review.text:
            found.append(Rebuilt(review, "read from a recording", None, structured))
        else:
            share = overlap(structured.text, review.text, detect(review.text))
            found.append(_held_to(review, structured, share, "read from a recording"))
    return found


def gather(rebuilt: Sequence[Rebuilt], matched: Mapping[str, tuple[AspectMatch, ...]] | None = None) -> Build:
    """Group viewpoints into critiques, review by review, and count every outcome."""
    build = Build(outcomes=Counter(each.outcome for each in rebuilt))
    for each in rebuilt:
        if each.structured is None:
            build.left_out.append({"book": each.raw.book, "reader": each.raw.reader, "why": each.why})
            continue
        found = critiques(each.structured, matched)
        build.unknown_names.update(critique.name for critique in found if not critique.matches)
        stars = each.raw.stars if each.raw.stars is not None else each.structured.rating
        build.unrated += stars is None
        build.rows.append(_row(each.raw, stars, found, each.structured.conclusion))
    return build


def _row(raw: RawReview, stars: float | None, found: Sequence[Critique], conclusion: str) -> dict[str, Any]:
    """A review in the columns of the public release, with sub-aspects."""
    return {
        "book": raw.book,
        "reviewer": raw.reader,
        "rating": None if stars is None else max(stars, FEWEST_STARS),
        "aspects": [critique.name for critique in found],
        "reviews": [critique.text for critique in found],
        "sub_aspects": [
            [place.sub_aspect for place in critique.matches if place.sub_aspect] for critique in found
        ],
        "conclusion": conclusion,
    }


async def _one(raw: RawReview, door: Door, kept: Outcome) -> Rebuilt:
    language = detect(raw.text)
    prompt = door.prompt("reviews", "restructure", language)
    request = ChatRequest(
        step="structured review",
        messages=prompt.messages(review=fence(raw.text)),
        temperature=0,
        expected_tokens=350,
    )
    answer = await door.ask(request, StructuredReview)
    if isinstance(answer, Unusable):
        return Rebuilt(raw, "left out: no answer", None, None, answer.explained)
    return _held_to(raw, answer, overlap(answer.text, raw.text, language), kept)


def _held_to(raw: RawReview, structured: StructuredReview, share: float, kept: Outcome) -> Rebuilt:
    if share >= FEWEST_OWN_WORDS:
        return Rebuilt(raw, kept, share, structured)
    why = Notice.of("reviews.few-own-words", share=share)
    return Rebuilt(raw, "left out: not the reader's words", share, None, why)
