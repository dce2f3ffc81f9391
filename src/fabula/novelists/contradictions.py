"""Does a long story contradict itself? What each chapter states for good is checked against the chapters before it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.facts.by_model import ModelChecker
from fabula.facts.evidence import Evidence
from fabula.facts.facts import Fact, JudgedFact
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.novelists.results_whole import Contradiction
from fabula.reading.quotations import QuoteFinder
from fabula.text.book import Book, Chapter

if TYPE_CHECKING:
    from fabula.models.door import Door

MOST_FACTS = 10
_TOKENS = 1_200


class LastingFact(BaseModel):
    """Something that later chapters cannot undo without a reason, and the line that says it."""

    statement: str
    quotation: str = Field(description="the line of the chapter that says it, word for word")


class LastingFacts(BaseModel):
    """What one chapter states for good."""

    facts: list[LastingFact]


@dataclass(frozen=True, slots=True)
class Consistency:
    """What was checked in one book, and what was found."""

    checked: int
    """Statements with a line in their chapter that were checked against earlier chapters."""
    found: tuple[Contradiction, ...]
    troubles: tuple[Notice, ...]


async def consistency(book: Book, door: Door) -> Consistency:
    """Checks every chapter but the first. A contradiction counts only with a line in both chapters."""
    evidence, quotes = Evidence(book, None), QuoteFinder(book)
    each = await asyncio.gather(
        *(_of_chapter(evidence, quotes, place, door) for place in range(1, len(book.chapters)))
    )
    return Consistency(
        sum(one.checked for one in each),
        tuple(found for one in each for found in one.found),
        tuple(trouble for one in each for trouble in one.troubles),
    )


async def _of_chapter(evidence: Evidence, quotes: QuoteFinder, place: int, door: Door) -> Consistency:
    book = evidence.book
    chapter = book.chapters[place]
    prompt = door.prompt("novelists", "lasting", book.language)
    request = ChatRequest(
        step="lasting facts",
        messages=prompt.messages(most=MOST_FACTS, number=chapter.number, text=fence(chapter.text)),
        max_tokens=_TOKENS,
        expected_tokens=300,
    )
    answer = await door.ask(request, LastingFacts)
    if isinstance(answer, Unusable):
        return Consistency(
            0, (), (Notice.of("novelists.facts-lost", chapter=chapter.number, why=answer.explained),)
        )
    own = QuoteFinder(Book(book.title, book.author, book.language, (chapter,)))
    stated = [one for one in answer.facts[:MOST_FACTS] if door.rehearsing or own.find(one.quotation)]
    checker = ModelChecker(door, evidence.of_first(place), quotes.of_first(place))
    judged = await checker.rule([Fact(one.statement, number) for number, one in enumerate(stated)])
    found = [_denied(one, fact, chapter) for one, fact in zip(stated, judged, strict=True)]
    return Consistency(len(stated), tuple(one for one in found if one), ())


def _denied(stated: LastingFact, judged: JudgedFact, chapter: Chapter) -> Contradiction | None:
    for ruling in judged.rulings:
        line = next((each for each in ruling.evidence if each.verified and each.chapter), None)
        if ruling.verdict == "contradicted" and line is not None and line.chapter is not None:
            return Contradiction(
                chapter=chapter.number,
                statement=stated.statement,
                quotation=stated.quotation,
                earlier=line.chapter,
                earlier_quotation=line.quote,
                reason=ruling.reason,
            )
    return None
