"""Which of two stories each reader would choose, aspect by aspect, in both orders."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.judging.guard_rubric import rubric_shown
from fabula.models.bill import usage_total
from fabula.personas.drafts import by_audience
from fabula.personas.groups import asked_readers, everyone
from fabula.personas.pairwise import AspectChoice, Pair, PersonalChoice, choose
from fabula.personas.personal import stories_of
from fabula.personas.profiles import NOBODY
from fabula.personas.rating import opened
from fabula.personas.request import PersonaCompareRequest
from fabula.personas.results import AspectAnswer, PersonaCompareResult, ReaderChoice
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest

if TYPE_CHECKING:
    from fabula.models.door import Door

METHOD = "persona.compare"


@dataclass(frozen=True, slots=True)
class Choices:
    """The result of a comparison by readers."""

    result: PersonaCompareResult


async def run(request: PersonaCompareRequest, door: Door | None) -> Choices:
    """Ask what every reader would choose. Without a profile or an audience, ask for an ordinary reader."""
    request.validate()
    if door is None:
        raise UsageError("a choice between two stories needs a model: use --model PROVIDER/NAME")
    rubric = rubric_shown(request.rubric, keep_instructions=request.keep_instructions)
    books = [await asyncio.to_thread(opened, each) for each in (request.first, request.second)]
    asked = await asyncio.to_thread(asked_readers, request, books)
    one, two = await stories_of(books, request, door)
    pair = Pair(one, two, request.premise)
    choices = await asyncio.gather(
        *(choose(pair, each, door, request.settings, rubric) for each in everyone(asked.groups) or [NOBODY])
    )
    question = "\n".join(text for _, text in door.prompt("personas", "choose", one.language).turns)
    texts = (one.name, one.text, two.name, two.text)
    return Choices(
        PersonaCompareResult(
            kind=PersonaCompareResult.KIND,
            request=document(request),
            model=door.model_used,
            signature=door.sign(
                request,
                METHOD,
                asked={"n": request.repeats, "T": request.temperature},
                digests={
                    "rubric": rubric_digest(rubric),
                    "text": digest(texts),
                    "first": None,
                    "second": None,
                },
            ),
            usage=usage_total(door.tally),
            A=one.name,
            B=two.name,
            audiences=by_audience(choices, asked.groups, rubric, one.language, question),
            readers=_readers(choices),
            notes=(*asked.notes, *one.notes, *two.notes, *door.one_answer_repeated),
            troubles=(*one.troubles, *two.troubles),
        )
    )


def _readers(choices: Sequence[PersonalChoice]) -> tuple[ReaderChoice, ...]:
    return tuple(
        ReaderChoice(
            reader=choice.reader,
            aspects=tuple(_aspect(each) for each in choice.aspects),
            flipped=sum(each.flipped for each in choice.aspects),
            asked=sum(len(each.repeats) for each in choice.aspects),
            notes=choice.notes,
        )
        for choice in choices
    )


def _aspect(choice: AspectChoice) -> AspectAnswer:
    return AspectAnswer(
        aspect=choice.aspect,
        label=choice.label,
        choice=choice.outcome,
        A=choice.count("A"),
        B=choice.count("B"),
        flipped=choice.flipped,
        unusable=choice.unusable,
        reasons=tuple(reason for repeat in choice.repeats for reason in repeat.reasons if reason),
    )
