"""Makes a model write a whole book: first a plan, then chapter by chapter."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, create_model

from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.novelists.lines import Story, Synopsis
from fabula.novelists.recaps import note
from fabula.novelists.settings import CONTEXT_TOKENS, WRITER, WriterSettings
from fabula.novelists.writing import (
    criteria,
    given,
    own_text,
    read_story,
)
from fabula.tokens import estimate_tokens

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric


class PlannedChapter(BaseModel):
    """One chapter of a plan."""

    title: str
    events: str


async def write_long(
    synopses: Sequence[Synopsis],
    door: Door,
    rubric: Rubric,
    chapters: int,
    *,
    explicit: bool = False,
    context: int = CONTEXT_TOKENS,
    settings: WriterSettings = WRITER,
) -> list[Story]:
    """Writes one book of this many chapters from each novel's synopses. Books run in parallel, chapters in turn."""
    by_novel: dict[str, list[Synopsis]] = defaultdict(list)
    for synopsis in synopses:
        by_novel[synopsis.story].append(synopsis)
    shown = rubric if explicit else None
    books = await asyncio.gather(
        *(_book(own, door, chapters, shown, context, settings) for own in by_novel.values())
    )
    return [story for book in books for story in book]


async def _book(
    synopses: Sequence[Synopsis],
    door: Door,
    chapters: int,
    shown: Rubric | None,
    context: int,
    settings: WriterSettings,
) -> list[Story]:
    """One book. Criteria, if the writer is shown any, are in the book's language."""
    first = synopses[0]
    bare = Story(
        model=door.model, story=first.story, chapter=1, text="", language=first.language,
        setting="long explicit" if shown else "long", bounds=(settings.least_words, settings.most_words),
    )  # fmt: skip
    usable = [each for each in synopses if not each.trouble]
    if not usable:
        return [bare.model_copy(update={"trouble": Notice.of("novelists.no-synopsis", why=first.trouble)})]
    prompt = door.prompt("novelists", "plan", first.language)
    material = "\n\n".join(given(each) for each in usable)
    request = ChatRequest(
        step="plan of a book",
        messages=prompt.messages(chapters=chapters, material=fence(material)),
        temperature=settings.temperature,
        max_tokens=600 + 200 * chapters,
        expected_tokens=80 * chapters,
    )
    plan = await door.ask(request, _plan_type(chapters))
    if isinstance(plan, Unusable):
        return [bare.model_copy(update={"trouble": Notice.of("novelists.no-plan", why=plan.explained)})]
    planned: list[PlannedChapter] = plan.chapters  # type: ignore[attr-defined]
    listed = "\n".join(f"{number}. {each.title}: {each.events}" for number, each in enumerate(planned, 1))
    told = criteria(shown, first.language) if shown else ""
    written: list[Story] = []
    for number in range(1, chapters + 1):
        recap, so_far = await _so_far(written, door, context)
        text, trouble = await _chapter(
            door, first.language, number, chapters, listed, recap, so_far, told, settings
        )
        own = bare.model_copy(update={"chapter": number})
        written.append(own.model_copy(update={"text": own_text(own, text, door), "trouble": trouble}))
    return written


async def _chapter(
    door: Door,
    language: str,
    number: int,
    chapters: int,
    plan: str,
    recap: str,
    so_far: str,
    criteria: str,
    settings: WriterSettings,
) -> tuple[str, Notice | None]:
    prompt = door.prompt("novelists", "chapter", language)
    request = ChatRequest(
        step="chapter of a book",
        messages=prompt.messages(
            number=number, chapters=chapters, plan=fence(plan), criteria=criteria, least=settings.least_words,
            most=settings.most_words, recap=fence(recap) if recap else "", so_far=fence(so_far) if so_far else "",
        ),
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        expected_tokens=1_600,
    )  # fmt: skip
    return read_story(await door.ask_text(request))


async def _so_far(written: Sequence[Story], door: Door, context: int) -> tuple[str, str]:
    """As many recent chapters as fit in full, and notes on earlier ones. A missing note is marked in its place."""
    complete = [story for story in written if story.text]
    held = 0
    start = len(complete)
    while start and held + (size := estimate_tokens(complete[start - 1].text)) <= context:
        start, held = start - 1, held + size
    notes = await asyncio.gather(*(note(story, door) for story in complete[:start]))
    return "\n\n".join(notes), "\n\n".join(f"[{each.chapter}]\n{each.text}" for each in complete[start:])


@cache
def _plan_type(chapters: int) -> type[BaseModel]:
    exactly = Field(min_length=chapters, max_length=chapters)
    return create_model("Plan", chapters=(list[PlannedChapter], exactly))
