"""Asks the judge: one book by itself, or which of two is the better, in both orders."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from fabula.judging.from_summary import judge_from_summary
from fabula.judging.prompt_fields import aspect_list
from fabula.judging.settings import JudgeSettings
from fabula.measures.pairing import Side
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.excerpts import fitting
from fabula.reading.saved import readings_for
from fabula.reading.story import cast_list, read_story
from fabula.text.guard.finding import find_instructions, mask, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.door import Door
    from fabula.notices import Notice
    from fabula.ranking.request import RankRequest
    from fabula.reading.reading import Reading
    from fabula.text.book import Book

_SHARE = 3
"""Two books and the answer share the context."""


class Preferred(BaseModel):
    """The judge's answer, with what each book does better first."""

    a_does_better: str
    b_does_better: str
    better: Literal["A", "B", "tie"]


@dataclass(frozen=True, slots=True)
class Known:
    """A book as the judge sees it, and what was read in it."""

    book: Book
    reading: Reading
    digest: str | None = None
    """Of a saved reading."""
    notices: tuple[Notice, ...] = ()
    """What in the book or the reading addresses the judge."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two books by their places, and what was chosen in each order."""

    first: int
    second: int
    straight: Preferred | Unusable
    turned: Preferred | Unusable

    @property
    def sides(self) -> tuple[Side | None, Side | None]:
        """Which book was chosen when the first came first, and when the second did."""
        return _side(self.straight, "first", "second"), _side(self.turned, "second", "first")

    @property
    def outcome(self) -> Side | None:
        """The book that was chosen in both orders. A choice that changes with the order is a tie."""
        straight, turned = self.sides
        if straight is None or turned is None:
            return None
        return straight if straight == turned else "tie"


async def known_books(request: RankRequest, books: Sequence[Book], door: Door) -> list[Known]:
    """Every book with its reading: a saved one, or the model reads it now. Books are read side by side."""
    saved = readings_for(request.reading, books, instructions_kept=request.keep_instructions)

    async def known(book: Book) -> Known:
        found = await asyncio.to_thread(find_instructions, book)
        shown = book if request.keep_instructions else mask(book, found)
        notices = told(found, kept=request.keep_instructions)
        if (own := saved.get(book.text_hash)) is not None:
            return Known(shown, own.reading, own.digest, (*notices, *own.notices))
        story = await read_story(shown, door, request.segment_tokens)
        return Known(shown, story.reading, notices=notices)

    return list(await asyncio.gather(*map(known, books)))


async def scores_of(
    books: Sequence[Known], settings: JudgeSettings, door: Door
) -> list[tuple[float | None, ...]]:
    """The overall scores of each book by itself, one per replicate."""
    judged = await asyncio.gather(
        *(judge_from_summary(one.book, one.reading, settings, door) for one in books)
    )
    return [tuple(verdict.overall for verdict in each.verdicts) for each in judged]


async def compare(
    books: Sequence[Known], pair: tuple[int, int], settings: JudgeSettings, door: Door
) -> Compared:
    """Ask about two books in both orders."""
    one, two = (books[place] for place in pair)
    straight, turned = await asyncio.gather(_ask(one, two, settings, door), _ask(two, one, settings, door))
    return Compared(*pair, straight, turned)


async def _ask(one: Known, two: Known, settings: JudgeSettings, door: Door) -> Preferred | Unusable:
    language = one.book.language if one.book.language == two.book.language else "en"
    prompt = door.prompt("ranking", "pair", language)
    messages = prompt.messages(
        aspects=aspect_list(settings, language), books=[_fields("A", one, door), _fields("B", two, door)]
    )
    request = ChatRequest(
        "comparing two books",
        messages,
        temperature=settings.temperature,
        max_tokens=1_500,
        expected_tokens=250,
    )
    return await door.ask(request, Preferred)


def _fields(letter: str, known: Known, door: Door) -> dict[str, str]:
    context = None if door.context is None else door.context // _SHARE
    pages = fitting(known.reading.excerpts, context, known.book.language)
    return {
        "letter": letter,
        "genres": fence_line(", ".join(known.book.genres)),
        "plot": fence(known.reading.plot),
        "cast": fence(cast_list(known.reading.cast)),
        "excerpts": "\n\n".join(fence(page.text) for page in pages),
    }


def _side(answer: Preferred | Unusable, a: Side, b: Side) -> Side | None:
    if isinstance(answer, Unusable):
        return None
    return {"A": a, "B": b, "tie": "tie"}[answer.better]
