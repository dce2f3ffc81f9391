"""A model extracts, scene by scene and in several rounds, who is named and how they are related."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.graph import Graph, Notes, build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.chat import Embedder
    from fabula.models.door import Door
    from fabula.reading.scenelist import Scene
    from fabula.text.book import Book

ROUNDS = 3
WARMTH = 0.7
"""The temperature if there are several rounds. At 0 they would all give the same answer."""
_AT_ONCE = 64
"""How many scenes' answers are in memory at once."""


class Entity(BaseModel):
    """A person or thing with the name that the scene uses."""

    name: str
    aliases: list[str] = []


class Relation(BaseModel):
    """Subject; predicate; object. Without an object, a state of the subject."""

    subject: str
    predicate: str
    object: str = Field(default="", description="empty for a state of the subject")


class SceneNotes(BaseModel):
    """The names and relations of one scene."""

    entities: list[Entity]
    relations: list[Relation]


async def extract_graph(
    book: Book,
    listed: Sequence[Scene],
    door: Door,
    embedder: Embedder | None,
    rounds: int = ROUNDS,
    min_support: int | None = None,
) -> Graph:
    """The graph of a book, from `rounds` extractions of every scene.

    Relations extracted fewer than `min_support` times are left out. The default is 2 for several rounds, else
    1. Scenes without a usable answer are listed.
    """
    door = door.reading
    notes: list[Notes] = []
    unread: list[int] = []
    for start in range(0, len(listed), _AT_ONCE):
        batch = listed[start : start + _AT_ONCE]
        for scene, found in zip(
            batch, await asyncio.gather(*(_read(book, scene, door, rounds) for scene in batch)), strict=True
        ):
            notes += found
            if not found:
                unread.append(scene.number)
    least = min_support if min_support is not None else 2 if rounds > 1 else 1
    return replace(build(book, listed, notes, embedder, least), unread=tuple(unread))


async def _read(book: Book, scene: Scene, door: Door, rounds: int) -> list[Notes]:
    prompt = door.prompt("reading", "scene-graph", book.language)
    request = ChatRequest(
        "character graph",
        prompt.messages(title=fence_line(book.title), text=fence(scene.text)),
        temperature=WARMTH if rounds > 1 else 0.0,
        max_tokens=4_000,
        expected_tokens=600,
    )
    answers = await door.ask_replicates(request, SceneNotes, rounds)
    return [_notes(scene, answer) for answer in answers if not isinstance(answer, Unusable)]


def _notes(scene: Scene, answer: SceneNotes) -> Notes:
    return Notes(
        scene.number,
        tuple((entity.name, *entity.aliases) for entity in answer.entities if entity.name.strip()),
        tuple((each.subject, each.predicate, each.object) for each in answer.relations),
    )
