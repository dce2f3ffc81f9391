"""Holds a note against the book: passages that could show it are looked up, and the model says whether they do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fabula.editing.answers import ShownAnswer
from fabula.editing.result import EditNote, Place, words_of
from fabula.languages import ENGLISH
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence

if TYPE_CHECKING:
    from fabula.editing.noting import Places
    from fabula.models.door import Door
    from fabula.reading.passages import BookPassages, Passage
    from fabula.text.book import Book

PROMPT = ("editing", "shown")
NAMED, OTHERS = 8, 4
"""How many passages of the chapters that a note names are shown, and how many of others."""
LOOKED_AT = 60


@dataclass(frozen=True, slots=True)
class Checked:
    """What the book says of a note: where it is shown."""

    verdict: Literal["borne out", "not shown", "contradicted", "not answered"]
    places: tuple[Place, ...] = ()


async def held_against(
    text: str,
    chapters: Sequence[int],
    passages: BookPassages,
    shown: Book,
    door: Door,
    places: Places,
) -> Checked:
    """Whether the book bears out what a note says of these chapters."""
    found = await asyncio.to_thread(_passages, text, chapters, passages)
    listed = "\n\n".join(f"[{each.chapter}] {each.text}" for each in found)
    prompt = door.prompt(*PROMPT, shown.language)
    request = ChatRequest(
        "checking a note",
        prompt.messages(note=fence(text), passages=fence(listed)),
        max_tokens=1_500,
        expected_tokens=150,
    )
    answer = await door.ask(request, ShownAnswer)
    if isinstance(answer, Unusable):
        return Checked("not answered")
    where = tuple(each.chapter for each in found)
    if door.rehearsing:
        return Checked(answer.verdict, (places.at(1, 0, 40),))
    quoted = (places.quoted(each, (*chapters, *where)) for each in answer.quotations)
    return Checked(answer.verdict, tuple(place for place in quoted if place))


def told(note: EditNote) -> str:
    """A note as a question about it tells it: what is there, and the words that show it."""
    return f"[{note.chapter}] {words_of(note.what, ENGLISH)}\n“{note.quotation}”"


def _passages(text: str, chapters: Sequence[int], passages: BookPassages) -> list[Passage]:
    """The passages that could show it, in the order of the book: most from the chapters that it names."""
    hits = passages.search(text, LOOKED_AT)
    named = [each for each in hits if each.chapter in chapters][:NAMED]
    others = [each for each in hits if each.chapter not in chapters][:OTHERS]
    return sorted((*named, *others), key=lambda each: (each.chapter, each.offset))
