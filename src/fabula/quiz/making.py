"""`quiz make`: questions about a book, by kind, from passages across the whole book, each with proving quotations."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.models.door import Door
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.quiz.borne_out import BookWords
from fabula.quiz.classify import names
from fabula.quiz.drafting import COUNTERFACTUAL, TEMPERATURE, Outcome, Workshop, draft
from fabula.quiz.files import document, write_set
from fabula.quiz.guessing import answered_without_book
from fabula.quiz.questions import LETTERS, Question, plain
from fabula.quiz.request import QuizMakeRequest
from fabula.quiz.review import CheckAgreement, agreement
from fabula.quiz.sources import Source, sources
from fabula.quiz.ties import ties_of
from fabula.reading.graph_files import load
from fabula.reading.passages import book_passages
from fabula.reading.quotations import QuoteFinder
from fabula.reading.reading import Reading
from fabula.reading.saved import load_reading
from fabula.reading.story import cast_list
from fabula.request import document as request_document
from fabula.result import Result
from fabula.text.book import Book
from fabula.text.files import read


class SentBack(BaseModel):
    """A draft that was rejected, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    category: str
    chapter: int
    why: Notice
    question: str = ""


class MadeQuestion(BaseModel):
    """A question that passed, in the form used in results."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    question: str
    options: tuple[str, ...]
    answer: str
    category: str | None = None
    passage: str | None = None
    chapter: int | None = None
    second_passage: str | None = None
    """A quotation from another chapter, for a question that needs both."""
    second_chapter: int | None = None
    options_not_in_book: tuple[str, ...] = ()
    """Wrong options that nothing in the book bears out, though other ones were asked for."""


class QuizMakeResult(Result):
    """The document of `quiz make`."""

    KIND: ClassVar[str] = "quiz-make"

    kind: Literal["quiz-make"] = "quiz-make"
    questions: tuple[MadeQuestion, ...]
    sent_back: tuple[SentBack, ...]
    agreement: dict[str, CheckAgreement]
    """How far the two model reviewers agree on each check of the last drafts."""
    wrong_options: int
    wrong_options_not_in_book: int
    """How many of them nothing in the book bears out; they stand with their questions."""
    output: str
    notices: tuple[Notice, ...] = ()
    """What the user should know of the reading that was used."""


@dataclass(frozen=True, slots=True)
class Made:
    """The questions that passed, in the order of the book, the drafts that did not, and how far reviewers agree."""

    questions: tuple[Question, ...]
    sent_back: tuple[SentBack, ...]
    agreement: Mapping[str, CheckAgreement]
    strange: Mapping[int, tuple[str, ...]]
    """The wrong options that the book does not bear out, by row."""


@dataclass(frozen=True, slots=True)
class QuizMakeAnswer:
    """The result, and the questions themselves."""

    result: QuizMakeResult
    made: Made


async def run(request: QuizMakeRequest, door: Door) -> QuizMakeAnswer:
    """Drafts questions and writes those that pass, as a set for `quiz review`."""
    request.validate()
    book = request.book if isinstance(request.book, Book) else read(request.book)
    saved = load_reading(request.reading, book) if request.reading else None
    made = await make(request, door, book, saved.reading if saved else None)
    place = request.output or _beside(request.book, book)
    if not door.rehearsing:
        write_set(made.questions, place)
    result = QuizMakeResult(
        request=request_document(request),
        model=door.model_used,
        signature=door.sign(
            request,
            "quiz.make",
            asked={"T": TEMPERATURE},
            digests={"text": book.text_hash, "reading": saved.digest if saved else None},
        ),
        questions=tuple(
            MadeQuestion(**document(one), options_not_in_book=made.strange[one.row]) for one in made.questions
        ),
        sent_back=made.sent_back,
        agreement=dict(made.agreement),
        wrong_options=sum(len(one.options) - 1 for one in made.questions),
        wrong_options_not_in_book=sum(map(len, made.strange.values())),
        output=str(place),
        notices=saved.notices if saved else (),
    )
    return QuizMakeAnswer(result, made)


async def make(request: QuizMakeRequest, door: Door, book: Book, reading: Reading | None = None) -> Made:
    """Drafts questions of every kind, numbers those that pass, and spreads their keys over the letters."""
    graph = load(request.graph_file) if request.graph_file else None
    planned = sources(
        book, request.each, request.kinds or tuple(names("en")), request.seed, ties_of(book, reading, graph)
    )
    shop = Workshop(
        door, book, QuoteFinder(book), book_passages(book), BookWords(book), request.seed, request.rounds,
        _notes(reading),
    )  # fmt: skip
    outcomes = await asyncio.gather(*(draft(shop, source) for source in planned))
    back = [_sent_back(source, one) for source, one in zip(planned, outcomes, strict=True) if one.why]
    kept, again = _once_each([one.question for one in outcomes if one.question])
    placed = _spread(kept, request.seed)
    easy = await answered_without_book(door, placed, request.drop, book.language)
    back += [_left_out(each, "quiz.draft-asked-already") for each in again]
    back += [_left_out(each, "quiz.draft-guessed") for each in placed if each.row in easy]
    passed = [each for each in placed if each.row not in easy]
    numbered = tuple(replace(each, row=row) for row, each in enumerate(passed))
    by_text = {one.question.text: one.strange for one in outcomes if one.question}
    strange = {each.row: by_text[each.text] for each in numbered}
    return Made(numbered, tuple(back), _agreement(outcomes, planned), strange)


def _notes(reading: Reading | None) -> dict[str, str]:
    """What a saved reading tells of the whole book, for the prompt."""
    if reading is None:
        return {"plot": "", "cast": ""}
    return {"plot": fence(reading.plot), "cast": fence(cast_list(reading.cast))}


def _once_each(questions: Sequence[Question]) -> tuple[list[Question], list[Question]]:
    """The questions in the order of the book, numbered; and those that ask what another one asks."""
    kept: dict[str, Question] = {}
    again = []
    for question in sorted(questions, key=lambda one: (one.chapter or 0, one.text)):
        if plain(question.text) in kept:
            again.append(question)
        else:
            kept[plain(question.text)] = replace(question, row=len(kept))
    return list(kept.values()), again


def _agreement(outcomes: Sequence[Outcome], planned: Sequence[Source]) -> dict[str, CheckAgreement]:
    """Both reviewers' checks of every last draft that both of them saw."""
    reviews = [
        (review, source) for one, source in zip(outcomes, planned, strict=True) for review in one.reviews
    ]
    supposing = {review.question for review, source in reviews if source.category == COUNTERFACTUAL}
    return agreement((review for review, _ in reviews), supposing)


def _sent_back(source: Source, outcome: Outcome) -> SentBack:
    why = outcome.why or Notice.of("quiz.draft-unusable", reason="")
    return SentBack(
        category=source.category, chapter=source.passages[0].chapter, why=why, question=outcome.drafted
    )


def _left_out(question: Question, code: str) -> SentBack:
    return SentBack(
        category=question.category or "",
        chapter=question.chapter or 0,
        why=Notice.of(code),
        question=question.text,
    )


def _beside(given: Path | Book, book: Book) -> Path:
    if isinstance(given, Book):
        return Path(f"{book.id}.quiz.csv")
    return given.with_name(f"{given.stem}.quiz.csv")


def _spread(questions: Sequence[Question], seed: int) -> list[Question]:
    """Spreads the right options evenly over the letters, in random order."""
    keys = [LETTERS[number % len(LETTERS)] for number in range(len(questions))]
    chance = random.Random(f"{seed}:keys")
    chance.shuffle(keys)
    placed = []
    for question, key in zip(questions, keys, strict=True):
        wrong = list(question.options[1:])
        chance.shuffle(wrong)
        wrong.insert(LETTERS.index(key), question.options[0])
        placed.append(replace(question, options=tuple(wrong), answer=key))
    return placed
