"""`quiz make`: questions about a book, by kind, from passages across the whole book, each with a proving quotation.

A draft is rejected, with the reason, if its quotation is not in the book, if two options are equal, or if a
counterfactual question supposes something that does not contradict the book.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabula.errors import UsageError
from fabula.languages import Language
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.door import Door
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.quiz.classify import names
from fabula.quiz.faults import of_question
from fabula.quiz.files import document, write_set
from fabula.quiz.questions import LETTERS, Question, plain
from fabula.quiz.request import QuizMakeRequest
from fabula.reading.passages import cut
from fabula.reading.quotations import QuoteFinder
from fabula.reading.reading import Reading
from fabula.reading.saved import load_reading
from fabula.reading.story import cast_list
from fabula.request import document as request_document
from fabula.result import Result
from fabula.text.book import Book
from fabula.text.files import read

COUNTERFACTUAL = "counterfactual-reasoning"
TEMPERATURE = 0.7
_PASSAGE = 350
"""The length in words of the passage for one question: enough for two events and three people."""
Line = Annotated[str, Field(min_length=1, max_length=600)]


class Draft(BaseModel):
    """A question drafted by the model: the right option, three wrong ones, and a quotation as proof."""

    question: Line
    right: Line
    wrong_1: Line
    wrong_2: Line
    wrong_3: Line
    proof: Line


class Contrary(BaseModel):
    """Whether a supposition contradicts the book."""

    contrary: bool
    why: Line


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


class QuizMakeResult(Result):
    """The document of `quiz make`."""

    KIND: ClassVar[str] = "quiz-make"

    kind: Literal["quiz-make"] = "quiz-make"
    questions: tuple[MadeQuestion, ...]
    sent_back: tuple[SentBack, ...]
    output: str


@dataclass(frozen=True, slots=True)
class Made:
    """The questions that passed, in the order of the book, and the drafts that did not."""

    questions: tuple[Question, ...]
    sent_back: tuple[SentBack, ...]


@dataclass(frozen=True, slots=True)
class QuizMakeAnswer:
    """The result, and the questions themselves."""

    result: QuizMakeResult
    made: Made


@dataclass(frozen=True, slots=True)
class Known:
    """What a saved reading tells of the whole book, if there is one."""

    reading: Reading | None = None

    @property
    def fields(self) -> dict[str, str]:
        """For the prompt; empty without a reading."""
        if self.reading is None:
            return {"plot": "", "cast": ""}
        return {"plot": fence(self.reading.plot), "cast": fence(cast_list(self.reading.cast))}


@dataclass(frozen=True, slots=True)
class _Source:
    category: str
    chapter: int
    passage: str


async def run(request: QuizMakeRequest, door: Door) -> QuizMakeAnswer:
    """Drafts questions and writes those that pass, as a set for `quiz review`."""
    request.validate()
    book = request.book if isinstance(request.book, Book) else read(request.book)
    saved = load_reading(request.reading, book) if request.reading else None
    known = Known(saved.reading) if saved else Known()
    made = await make(door, book, request.each, request.kinds or tuple(names("en")), request.seed, known)
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
        questions=tuple(MadeQuestion(**document(one)) for one in made.questions),
        sent_back=made.sent_back,
        output=str(place),
    )
    return QuizMakeAnswer(result, made)


async def make(
    door: Door, book: Book, each: int, kinds: Sequence[str], seed: int = 0, known: Known = Known()
) -> Made:
    """Drafts `each` questions of every kind, numbers those that pass, and spreads their keys over the letters."""
    sources = _sources(book, each, kinds, seed)
    finder = QuoteFinder(book)
    found = await asyncio.gather(*(_draft(door, book, source, finder, seed, known) for source in sources))
    passed = [one for one in found if isinstance(one, Question)]
    back = [one for one in found if isinstance(one, SentBack)]
    kept: list[Question] = []
    for question in sorted(passed, key=lambda one: (one.chapter or 0, one.text)):
        if plain(question.text) in {plain(one.text) for one in kept}:
            back.append(_again(question))
        else:
            kept.append(replace(question, row=len(kept)))
    return Made(tuple(_spread(kept, seed)), tuple(back))


def _again(question: Question) -> SentBack:
    return SentBack(
        category=question.category or "",
        chapter=question.chapter or 0,
        why=Notice.of("quiz.draft-asked-already"),
        question=question.text,
    )


def _beside(given: Path | Book, book: Book) -> Path:
    if isinstance(given, Book):
        return Path(f"{book.id}.quiz.csv")
    return given.with_name(f"{given.stem}.quiz.csv")


def _sources(book: Book, each: int, kinds: Sequence[str], seed: int) -> list[_Source]:
    passages = cut(book, _PASSAGE)
    if not passages:
        raise UsageError(f"{book.source or book.title} has no text to make questions from")
    chance = random.Random(f"{seed}:{book.text_hash}")
    sources = []
    for kind in kinds:
        for part in range(each):
            low, high = part * len(passages) // each, (part + 1) * len(passages) // each
            passage = passages[chance.randrange(low, max(low + 1, high))]
            sources.append(_Source(kind, passage.chapter, passage.text))
    return sources


async def _draft(
    door: Door, book: Book, source: _Source, finder: QuoteFinder, seed: int, known: Known
) -> Question | SentBack:
    prompt = door.prompt("quiz", "make", book.language)
    messages = prompt.messages(
        title=book.title,
        kind=names(book.language)[source.category],
        category=source.category,
        passage=fence(source.passage),
        **known.fields,
    )
    request = ChatRequest(
        "draft question", messages, temperature=TEMPERATURE, seed=seed, max_tokens=1500, expected_tokens=250
    )
    draft = await door.ask(request, Draft)

    def back(why: Notice) -> SentBack:
        question = "" if isinstance(draft, Unusable) else draft.question
        return SentBack(category=source.category, chapter=source.chapter, why=why, question=question)

    if isinstance(draft, Unusable):
        return back(Notice.of("quiz.draft-unusable", reason=draft.reason))
    found = finder.find(draft.proof)
    if found is None:
        return back(Notice.of("quiz.draft-proof-not-found"))
    framed = framed_question(draft.question, book)
    options = (draft.right, draft.wrong_1, draft.wrong_2, draft.wrong_3)
    question = Question(0, book.title, framed, options, "A", source.category, draft.proof, found.chapter)
    wrong = next(of_question(question), None)
    if wrong is not None:
        return back(wrong.detail)
    if source.category == COUNTERFACTUAL and not await _contrary(door, book, draft, source):
        return back(Notice.of("quiz.draft-not-contrary"))
    return question


async def _contrary(door: Door, book: Book, draft: Draft, source: _Source) -> bool:
    """A second check, with a prompt that does not reveal that the question should contradict the book."""
    prompt = door.prompt("quiz", "contrary", book.language)
    messages = prompt.messages(
        title=book.title, question=fence(draft.question), passage=fence(source.passage)
    )
    answer = await door.ask(
        ChatRequest("check supposition", messages, max_tokens=400, expected_tokens=60), Contrary
    )
    return isinstance(answer, Contrary) and answer.contrary


def framed_question(text: str, book: Book) -> str:
    """The question with the name of its novel, as in LFED."""
    if plain(book.title) in plain(text):
        return text
    return Language(book.language).quiz.framed(book.title, text)


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
