"""What a writer sees of a human novel: ten consecutive chapters, each as people, plot and scenes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.novelists.lines import HUMAN, Story, Synopsis
from fabula.novelists.settings import CHAPTERS

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.text.book import Book, Chapter

_ANSWER_TOKENS = 1_500
_EXPECTED_TOKENS = 400


class SynopsisAnswer(BaseModel):
    """What a model answers."""

    main_characters: list[str] = Field(
        description="each by name, with a few words on who this is", min_length=1
    )
    main_plot: list[str] = Field(description="what happens, in order, one event an entry", min_length=1)
    important_scenes: list[str] = Field(description="where it happens, one place an entry")


def chosen_chapters(book: Book, count: int = CHAPTERS, seed: int = 0) -> tuple[Chapter, ...]:
    """Chooses consecutive chapters somewhere in the book. The same text and seed give the same ones on any machine."""
    if len(book.chapters) <= count:
        return book.chapters
    start = random.Random(f"{seed}:{book.text_hash}").randrange(len(book.chapters) - count + 1)
    return book.chapters[start : start + count]


def human_stories(book: Book, count: int = CHAPTERS, seed: int = 0, group: str = "") -> list[Story]:
    """The same chapters in the author's own words, for judging like a model's."""
    return [
        Story(
            model=group or HUMAN,
            story=book.id,
            chapter=chapter.number,
            text=chapter.text,
            language=book.language,
            setting="human",
            group=group,
        )
        for chapter in chosen_chapters(book, count, seed)
    ]


async def synopses(books: Sequence[Book], door: Door, count: int = CHAPTERS, seed: int = 0) -> list[Synopsis]:
    """Writes a synopsis of each chosen chapter of each book. A missing synopsis says why."""
    door = door.reading
    tasks = [
        _synopsis(book, chapter, door) for book in books for chapter in chosen_chapters(book, count, seed)
    ]
    return list(await asyncio.gather(*tasks))


def _marks(book: Book, chapter: Chapter, door: Door) -> tuple[str, ...]:
    """In a rehearsal, what tells this synopsis from others: made-up ones are alike, and a story is asked for once."""
    return (f"{book.id}, {chapter.number}",) if door.rehearsing else ()


async def _synopsis(book: Book, chapter: Chapter, door: Door) -> Synopsis:
    prompt = door.prompt("novelists", "synopsis", book.language)
    request = ChatRequest(
        step="synopsis",
        messages=prompt.messages(text=fence(chapter.text)),
        max_tokens=_ANSWER_TOKENS,
        expected_tokens=_EXPECTED_TOKENS,
    )
    answer = await door.ask(request, SynopsisAnswer)
    bare = Synopsis(story=book.id, chapter=chapter.number, language=book.language, title=chapter.title)
    if isinstance(answer, Unusable):
        return bare.model_copy(update={"trouble": answer.explained})
    return bare.model_copy(
        update={
            "characters": (*answer.main_characters, *_marks(book, chapter, door)),
            "plot": tuple(answer.main_plot),
            "scenes": tuple(answer.important_scenes),
        }
    )
