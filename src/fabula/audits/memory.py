"""Does the judge know the story? It is asked for the title, and its choices are held apart by what it knows."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel
from rapidfuzz import fuzz

from fabula.audits.order import firsts, kept
from fabula.measures.figure import Audit, Figure, leaning, share
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.personas.pairwise import Asking, choose
from fabula.personas.personal import shortened
from fabula.personas.questions import anonymous

if TYPE_CHECKING:
    from fabula.audits.material import AskedPair, Material, Subject
    from fabula.models.door import Door
    from fabula.personas.pairwise import PersonalChoice
    from fabula.personas.personal import Story
    from fabula.rubrics.rubric import Rubric

Telling = Literal["raw", "anonymised", "summarised"]
TELLINGS: tuple[Telling, ...] = ("raw", "anonymised", "summarised")
KNOWN = ("neither known", "one known", "both known")

_ALIKE = 88
"""From this likeness of 100 on a guessed title is the title: a lost article or subtitle is forgiven."""


class Recognised(BaseModel):
    """What a judge answers to: which work is this?"""

    reason: str
    recognised: bool
    title: str
    author: str


@dataclass(frozen=True, slots=True)
class Told:
    """The material in one telling, with whether the judge named each story."""

    telling: Telling
    known: Mapping[str, bool | None]
    """None where its answer was unusable."""
    choices: Sequence[tuple[AskedPair, PersonalChoice]]

    def count(self, pair: AskedPair) -> int | None:
        """How many of a pair's stories the judge knows, where it answered about both."""
        first, second = (self.known[each.name] for each in (pair.pair.first, pair.pair.second))
        return None if first is None or second is None else first + second


async def audit_memory(
    material: Material, subject: Subject, door: Door, rubric: Rubric, seed: int = 0
) -> Audit:
    """Raw, under other names, and those summarised: titles guessed, and every pair in both orders."""
    told = []
    current = {story.name: story for pair in material.pairs for story in (pair.pair.first, pair.pair.second)}
    current |= {story.name: story for story in material.stories}
    for telling in TELLINGS:
        current = await _retold(current, telling, door, seed)
        known = await asyncio.gather(*(names(story, door) for story in current.values()))
        pairs = [
            replace(each, pair=replace(each.pair, first=current[each.pair.first.name], second=current[each.pair.second.name]))
            for each in material.pairs
        ]  # fmt: skip
        choices = await asyncio.gather(
            *(choose(each.pair, subject.profile, door, subject.uncut, rubric) for each in pairs)
        )
        told.append(
            Told(
                telling,
                dict(zip(current, known, strict=True)),
                list(zip(pairs, choices, strict=True)),
            )
        )
    figures = [figure for each in told for figure in _figures(each)]
    lost = sum(known is None for each in told for known in each.known.values())
    notes = (
        (f"{lost} answers on which work it is were unusable; pairs with such a story are left out",)
        if lost
        else ()
    )
    return Audit(
        "memory", tuple(figures), _verdict({figure.label: figure for figure in figures}), notes=notes
    )


async def names(story: Story, door: Door) -> bool | None:
    """Does the judge name the story from what happens in it? None where its answer was unusable."""
    prompt = door.prompt("audits", "title", story.language)
    request = ChatRequest(
        "recognising", prompt.messages(story=fence(story.text)), max_tokens=600, expected_tokens=90
    )
    answer = await door.ask(request, Recognised)
    if isinstance(answer, Unusable):
        return None
    return bool(answer.recognised and is_title(answer.title, story.name))


def is_title(guess: str, title: str) -> bool:
    """Is a guessed title the story's, but for case, punctuation, article and subtitle?"""
    one, two = _bare(guess), _bare(title)
    if not one or not two:
        return False
    return one == two or (min(len(one), len(two)) > 3 and fuzz.ratio(one, two) >= _ALIKE)


def _bare(title: str) -> str:
    main = re.split(r"[:：;(（]", unicodedata.normalize("NFKC", title).strip("《》\"'“” "))[0]
    letters = "".join(letter if letter.isalnum() else " " for letter in main.lower())
    return re.sub(r"^(?:the|a|an) ", "", " ".join(letters.split()))


async def _retold(stories: Mapping[str, Story], telling: Telling, door: Door, seed: int) -> dict[str, Story]:
    """The next telling from the last: names changed, then that summarised."""
    if telling == "raw":
        return dict(stories)
    if telling == "anonymised":
        return {
            name: replace(each, text=anonymous(each.text, seed=seed)[0]) for name, each in stories.items()
        }
    texts = await asyncio.gather(*(shortened(each, door) for each in stories.values()))
    return {name: replace(each, text=text) for (name, each), text in zip(stories.items(), texts, strict=True)}


def _figures(told: Told) -> list[Figure]:
    figures = [
        share(
            f"{told.telling}: knows the story",
            [[known] for known in told.known.values() if known is not None],
        )
    ]
    for count, label in enumerate(KNOWN):
        chosen = [(pair, choice) for pair, choice in told.choices if told.count(pair) == count]
        if not chosen:
            continue
        where = f"{told.telling}, {label}"
        asked = [_askings(choice) for _, choice in chosen]
        figures += [
            share(f"{where}: keeps its choice when turned", [kept(each) for each in asked]),
            share(f"{where}: chooses the first", [firsts(each) for each in asked]),
        ]
        if any(pair.truth for pair, _ in chosen):
            figures.append(
                share(f"{where}: chooses as people did", [_right(pair, own) for pair, own in chosen])
            )
        if count == 1:
            figures.append(share(f"{where}: chooses the known", [_familiar(told, *each) for each in chosen]))
    return figures


def _askings(choice: PersonalChoice) -> list[Asking]:
    return [asking for aspect in choice.aspects for asking in aspect.askings]


def _right(pair: AskedPair, choice: PersonalChoice) -> list[bool]:
    """A choice that flips with the order is counted as wrong: it is none."""
    return [
        asking.outcome == pair.truth[aspect.aspect]
        for aspect in choice.aspects
        if aspect.aspect in pair.truth
        for asking in aspect.askings
        if asking.outcome
    ]


def _familiar(told: Told, pair: AskedPair, choice: PersonalChoice) -> list[bool]:
    known = "A" if told.known[pair.pair.first.name] else "B"
    return [side == known for each in _askings(choice) for side in (each.straight, each.turned) if side]


def _verdict(figures: Mapping[str, Figure]) -> str:
    raw, renamed, short = (figures[f"{telling}: knows the story"] for telling in TELLINGS)
    if raw.value is None:
        return "Whether the judge knows the stories cannot be told: none of its answers on which work it is could be used."
    said = f"The judge names {raw.text} of the stories as they are, {renamed.text} under other names, {short.text} when those are summarised."
    known = figures.get("raw, one known: chooses the known")
    if known is not None:
        said += " " + leaning(known, "the story it knows", "No leaning to the story it knows can be shown")
    if raw.above(0.2):
        said += " Scores of the known stories may be memory: ask it about them under other names (persona build --anonymise)."
    return said
