"""A model reads the book piece by piece and writes notes on each, knowing the story so far."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from fabula.editing.answers import AcrossAnswer, ChapterAnswer, NoteAnswer
from fabula.editing.noting import Places, note_id
from fabula.editing.result import EditNote, Place
from fabula.judging.requoting import copied_again
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.notes import thread_list
from fabula.reading.story import chapters_named

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.reading.story import Step, StoryRead
    from fabula.text.book import Book

PROMPT = ("editing", "chapter")
MOST = 8
"""Notes on one piece, beside what is to be kept."""
Focus = Literal["all", "story", "telling"]


@dataclass(slots=True)
class Noted:
    """The notes on some pieces, and what was lost."""

    notes: list[EditNote] = field(default_factory=list)
    quotations: int = 0
    asked_again: int = 0
    unread: int = 0


async def read_pieces(
    story: StoryRead, shown: Book, door: Door, places: Places, looks: tuple[Focus, ...]
) -> Noted:
    """Notes on every piece, with as many looks at each as are named."""
    asked = [
        _read(step, len(story.steps), story.reading, shown, door, places, focus)
        for step in story.steps
        for focus in looks
    ]
    whole = Noted()
    for each in await asyncio.gather(*asked):
        whole.notes += each.notes
        whole.quotations += each.quotations
        whole.asked_again += each.asked_again
        whole.unread += each.unread
    return whole


async def _read(
    step: Step, pieces: int, reading: Reading, shown: Book, door: Door, places: Places, focus: Focus
) -> Noted:
    request = _request(step, pieces, reading, shown, door, focus)
    (weighed,) = await door.ask_weighed(request, ChapterAnswer, [0])
    if isinstance(weighed.answer, Unusable):
        return Noted(unread=1)
    chapters, answers = step.segment.chapters, weighed.answer.notes
    if door.rehearsing:  # made-up answers quote nothing: their notes stand at the beginning of the piece
        start = places.at(chapters[0], 0, 40)
        return Noted([noted(each, start, places) for each in answers])
    found = {each.quotation: places.quoted(each.quotation, (each.chapter, *chapters)) for each in answers}
    lost = [quotation for quotation, place in found.items() if place is None]
    if lost and weighed.choice:
        better = await copied_again(lost, request, weighed.choice, door, shown.language)
        found |= {quotation: places.quoted(text, chapters) for quotation, text in better.items()}
    placed = [noted(each, place, places) for each in answers if (place := found[each.quotation])]
    return Noted(placed, quotations=len(answers) - len(placed), asked_again=len(lost))


def noted(
    answer: NoteAnswer | AcrossAnswer, place: Place, places: Places, others: Sequence[Place] = ()
) -> EditNote:
    """The note of an answer at its place. `others` are places elsewhere that belong to it."""
    return EditNote(
        id=note_id(answer.kind, place.chapter, place.quotation),
        kind=answer.kind,
        severity="low" if answer.kind == "keep" else answer.severity,
        chapter=place.chapter,
        start=place.start,
        end=place.end,
        quotation=place.quotation,
        what=answer.what.strip(),
        effect=answer.effect.strip(),
        remedy=answer.remedy.strip(),
        source="model",
        linked=tuple(sorted(others, key=lambda each: (each.chapter, each.start))),
        people=places.people([place, *others], answer.people),
    )


def _request(step: Step, pieces: int, reading: Reading, shown: Book, door: Door, focus: Focus) -> ChatRequest:
    """The question about one piece."""
    first = step.segment.chapters[0]
    open_here = tuple(
        replace(thread, closed=None)
        for thread in reading.threads
        if thread.opened is not None
        and thread.opened < first
        and (thread.closed is None or thread.closed >= first)
    )
    people = "\n".join(f"- {person.name}: {person.profile}" for person in reading.cast if person.profile)
    prompt = door.prompt(*PROMPT, shown.language)
    return ChatRequest(
        "notes on a piece",
        prompt.messages(
            title=fence_line(shown.title),
            author=fence_line(shown.author),
            premise=fence(shown.premise) if shown.premise else "",
            plot=fence(step.plot_before) if step.plot_before else "",
            cast=fence(people) if people else "",
            threads=fence(thread_list(open_here)) if open_here else "",
            piece=step.segment.number,
            pieces=pieces,
            chapters=chapters_named(shown, step.segment),
            text=fence(step.segment.text),
            most=MOST,
            focus=focus,
        ),
        max_tokens=6_000,
        expected_tokens=1_500,
    )
