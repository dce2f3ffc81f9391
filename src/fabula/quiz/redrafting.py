"""`quiz redraft`: the questions that reviewers sent back, drafted again from the reviewers' words.

A new draft passes the same checks as the first: its proof is in the book, its options differ, and with rounds two model
reviewers let it through. It takes the place of the old question, and people review it as a new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.digests import digest
from fabula.models.door import Door
from fabula.notices import Notice
from fabula.quiz.borne_out import BookWords
from fabula.quiz.classify import by_rule, kind_of
from fabula.quiz.drafting import TEMPERATURE, Outcome, Workshop, draft, shown, worded
from fabula.quiz.files import document, read_set, write_set
from fabula.quiz.making import MadeQuestion
from fabula.quiz.questions import LETTERS, Question, QuizSet, plain
from fabula.quiz.request import QuizRedraftRequest
from fabula.quiz.review import Review, keep, read_reviews, refusals, reviews_file
from fabula.quiz.sources import SourcesAgain
from fabula.reading.passages import book_passages
from fabula.reading.quotations import QuoteFinder
from fabula.request import document as request_document
from fabula.result import Result
from fabula.text.book import Book
from fabula.text.files import read

_USUAL = "fiction-plot"
"""The kind of a question that neither its set nor a rule names."""


class Redraft(BaseModel):
    """A question that was sent back, and the one in its place."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    row: int
    before: str
    after: MadeQuestion


class LeftAsItWas(BaseModel):
    """A question that was sent back and has no better draft."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    row: int
    question: str
    why: Notice


class QuizRedraftResult(Result):
    """The document of `quiz redraft`."""

    KIND: ClassVar[str] = "quiz-redraft"

    kind: Literal["quiz-redraft"] = "quiz-redraft"
    redrafted: tuple[Redraft, ...]
    left: tuple[LeftAsItWas, ...]
    output: str


@dataclass(frozen=True, slots=True)
class QuizRedraftAnswer:
    """The result, and the set with the new drafts in place."""

    result: QuizRedraftResult
    quiz: QuizSet


async def run(request: QuizRedraftRequest, door: Door) -> QuizRedraftAnswer:
    """Drafts again what was sent back, and writes the whole set with the reviews that still hold."""
    request.validate()
    quiz, reviews = read_set(request.file), read_reviews(reviews_file(request.file))
    book = request.book if isinstance(request.book, Book) else read(request.book)
    outcomes = await _redrafted(request, door, book, quiz, reviews)
    new = {row: one.question for row, one in outcomes.items() if one.question is not None}
    whole = replace(quiz, questions=tuple(new.get(each.row, each) for each in quiz.questions))
    place = request.output or request.file.with_name(f"{request.file.stem}.redrafted.jsonl")
    if not door.rehearsing:
        _write(whole, reviews, place)
    texts = {each.row: each.text for each in quiz.questions}
    given = digest(
        f"{each.reviewer}:{each.question}:{sorted(each.checks.items())}:{each.note}" for each in reviews
    )
    result = QuizRedraftResult(
        request=request_document(request),
        model=door.model_used,
        signature=door.sign(
            request,
            "quiz.redraft",
            asked={"T": TEMPERATURE},
            digests={"text": quiz.digest, "book": book.text_hash, "reviews": given},
        ),
        redrafted=tuple(
            Redraft(
                row=row,
                before=texts[row],
                after=MadeQuestion(**document(one), options_not_in_book=outcomes[row].strange),
            )
            for row, one in new.items()
        ),
        left=tuple(
            LeftAsItWas(row=row, question=texts[row], why=one.why)
            for row, one in outcomes.items()
            if one.why is not None
        ),
        output=str(place),
    )
    return QuizRedraftAnswer(result, whole)


async def _redrafted(
    request: QuizRedraftRequest, door: Door, book: Book, quiz: QuizSet, reviews: Sequence[Review]
) -> dict[int, Outcome]:
    """The outcome for every question about the book that was sent back, by row."""
    own = [each for each in quiz.questions if len(quiz.titles) == 1 or plain(each.title) == plain(book.title)]
    back = [(each, refused) for each in own if (refused := refusals(each, reviews))]
    finder = QuoteFinder(book)
    shop = Workshop(
        door, book, finder, book_passages(book), BookWords(book), request.seed, request.rounds,
        {"plot": "", "cast": ""},
    )  # fmt: skip
    again = SourcesAgain(book, finder)
    found = await asyncio.gather(*(_again(shop, again, each, refused) for each, refused in back))
    return _asked_once(quiz, {each.row: outcome for (each, _), outcome in zip(back, found, strict=True)})


def _asked_once(quiz: QuizSet, outcomes: dict[int, Outcome]) -> dict[int, Outcome]:
    """Without drafts that ask what another question of the set, or an earlier draft, asks."""
    asked = {plain(each.text) for each in quiz.questions if each.row not in outcomes}
    for row, outcome in outcomes.items():
        if outcome.question is None:
            continue
        if plain(outcome.question.text) in asked:
            outcomes[row] = Outcome(why=Notice.of("quiz.draft-asked-already"))
        asked.add(plain(outcome.question.text))
    return outcomes


async def _again(
    shop: Workshop, again: SourcesAgain, question: Question, refused: Sequence[Review]
) -> Outcome:
    source = again.of(question, _kind(question))
    before = shown(question.text, _right_first(question), shop.book)
    outcome = await draft(shop, source, before, worded(refused, question, shop.book))
    if outcome.question is not None:
        outcome.question = _in_place_of(question, outcome.question)
    return outcome


def _kind(question: Question) -> str:
    rule = by_rule(question)
    return kind_of(question.category or "") or (rule.kind if rule else _USUAL)


def _right_first(question: Question) -> list[str]:
    place = question.right or 0
    return [question.options[place], *question.options[:place], *question.options[place + 1 :]]


def _in_place_of(old: Question, new: Question) -> Question:
    """The new question with the row, title and key of the old one. A draft has its right option first."""
    place = old.right or 0
    options = [*new.options[1:]]
    options.insert(place, new.options[0])
    return replace(
        new, row=old.row, title=old.title, options=tuple(options), answer=LETTERS[place], line=old.line
    )


def _write(quiz: QuizSet, reviews: Sequence[Review], place: Path) -> None:
    """The set, and beside it the reviews of the questions that are still in it."""
    write_set(quiz.questions, place)
    beside = reviews_file(place)
    held = {each.digest for each in quiz.questions}
    beside.unlink(missing_ok=True)
    for review in reviews:
        if review.question in held:
            keep(beside, review)
