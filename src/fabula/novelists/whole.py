"""A written book as a whole: the verdict that any book gets, and whether it contradicts itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.judging.evaluate import run as evaluate
from fabula.judging.evaluation import Evaluation
from fabula.judging.request import EvaluateRequest
from fabula.languages import Language
from fabula.models.door import Door
from fabula.novelists.contradictions import Consistency, consistency
from fabula.novelists.line_files import stories_of
from fabula.novelists.lines import Story
from fabula.novelists.recaps import long_stories
from fabula.novelists.request import WholeRequest
from fabula.novelists.results_whole import AspectScore, WholeBookResult, WholeResult
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.files import load
from fabula.text.book import Book, Chapter
from fabula.text.guard.finding import find_instructions, mask, told
from fabula.text.language import detect
from fabula.text.words import count_words


@dataclass(frozen=True, slots=True)
class WholeAnswer:
    """The result, and the evaluation of each book."""

    result: WholeResult
    evaluations: tuple[Evaluation, ...]


async def run_whole(request: WholeRequest, door: Door) -> WholeAnswer:
    """Judges every long book of a file from beginning to end."""
    request.validate()
    stories = stories_of([request.stories])
    books = long_stories(stories)
    if not books:
        raise UsageError(
            f"{request.stories.name} holds no long story: make one with `fabula novelist write --chapters`"
        )
    whole = [as_book(name, own) for (_, name), own in books.items()]
    judged = await asyncio.gather(*(_judged(book, request, door) for book in whole))
    result = WholeResult(
        request=document(request),
        model=door.model_used,
        signature=door.sign(
            request,
            "webnovel.whole",
            digests={
                "text": digest(book.text_hash for book in whole),
                "rubric": rubric_digest(load(request.rubric)),
            },
        ),
        books=tuple(
            _result(who, own, evaluation, found)
            for (who, own), (evaluation, found) in zip(books.items(), judged, strict=True)
        ),
        notes=told((one for each, _ in judged for one in each.instructions), kept=False),
    )
    return WholeAnswer(result, tuple(evaluation for evaluation, _ in judged))


def as_book(title: str, chapters: Sequence[Story]) -> Book:
    """A long story as a book that every question can be asked about."""
    language = chapters[0].language or Language(detect(chapters[0].text))
    return Book(title, None, language, tuple(Chapter(one.chapter, "", one.text) for one in chapters))


async def _judged(book: Book, request: WholeRequest, door: Door) -> tuple[Evaluation, Consistency]:
    asked = EvaluateRequest(book=book, rubric=request.rubric, runs=request.runs).for_model(door.model)
    shown = mask(book, await asyncio.to_thread(find_instructions, book))
    answer, found = await asyncio.gather(evaluate(asked, door), consistency(shown, door))
    return answer.evaluation, found


def _result(
    who: tuple[str, str], chapters: Sequence[Story], evaluation: Evaluation, found: Consistency
) -> WholeBookResult:
    overall = evaluation.overall
    return WholeBookResult(
        writer=who[0],
        story=who[1],
        chapters=len(chapters),
        words=sum(count_words(one.text, evaluation.book.language) for one in chapters),
        overall=overall.score if overall else None,
        low=overall.low if overall else None,
        high=overall.high if overall else None,
        assessment=evaluation.assessment,
        aspects=tuple(
            AspectScore(
                id=one.id,
                label=one.label,
                score=one.estimate.score if one.estimate else None,
                critique=one.critique,
            )
            for one in evaluation.aspects
        ),
        statements_checked=found.checked,
        contradictions=found.found,
        troubles=(*evaluation.troubles, *found.troubles),
    )
