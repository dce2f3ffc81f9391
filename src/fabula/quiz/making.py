"""Drafting questions on a book: by kind, from passages all through it, each with the words of the book that prove it.

A draft stands or falls by its proof: a quotation that is not in the book, an option told twice, a counterfactual
question that the book does not contradict, are sent back with the reason and never quietly kept.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from pydantic import BaseModel, Field

from fabula.errors import UsageError
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.door import Door
from fabula.models.prompts import fence
from fabula.quiz.classify import names
from fabula.quiz.faults import of_question
from fabula.quiz.files import document
from fabula.quiz.questions import LETTERS, Question, plain
from fabula.reading.passages import cut
from fabula.reading.quotations import QuoteFinder
from fabula.text.book import Book

COUNTERFACTUAL = "counterfactual-reasoning"
_PASSAGE = 350
"""Words a question is drafted from: enough for two events and three people."""
Line = Annotated[str, Field(min_length=1, max_length=600)]


class Draft(BaseModel):
    """A question as a model drafts it. `right` and three wrong options, the proof copied from the passage."""

    question: Line
    right: Line
    wrong_1: Line
    wrong_2: Line
    wrong_3: Line
    proof: Line


class Contrary(BaseModel):
    """Whether a supposition is contrary to what the book says."""

    contrary: bool
    why: Line


@dataclass(frozen=True, slots=True)
class SentBack:
    """A draft that does not stand, and why."""

    category: str
    chapter: int
    why: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """The questions that stand, in the order of the book, and the drafts that do not."""

    questions: tuple[Question, ...]
    sent_back: tuple[SentBack, ...]

    @property
    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "questions": [document(one) for one in self.questions],
            "sent_back": [asdict(one) for one in self.sent_back],
        }


@dataclass(frozen=True, slots=True)
class _Place:
    category: str
    chapter: int
    passage: str


async def make(door: Door, book: Book, each: int, kinds: Sequence[str], seed: int = 0) -> Made:
    """`each` drafts for every kind wanted; what passes is numbered and its right option put at a drawn place."""
    places = _places(book, each, kinds, seed)
    finder = QuoteFinder(book)
    found = await asyncio.gather(*(_draft(door, book, place, finder, seed) for place in places))
    stood = [one for one in found if isinstance(one, Question)]
    back = [one for one in found if isinstance(one, SentBack)]
    kept: list[Question] = []
    for question in sorted(stood, key=lambda one: (one.chapter or 0, one.text)):
        if plain(question.text) in {plain(one.text) for one in kept}:
            back.append(
                SentBack(question.category or "", question.chapter or 0, "asked already", question.text)
            )
        else:
            kept.append(replace(question, row=len(kept)))
    return Made(tuple(_spread(kept, seed)), tuple(back))


def _places(book: Book, each: int, kinds: Sequence[str], seed: int) -> list[_Place]:
    known = names("en")
    unknown = [kind for kind in kinds if kind not in known]
    if unknown:
        raise UsageError(f"--kinds: {unknown[0]!r} is none of {', '.join(known)}")
    passages = cut(book, _PASSAGE)
    if not passages:
        raise UsageError(f"{book.source or book.title} has no text to make questions from")
    chance = random.Random(f"{seed}:{book.text_hash}")
    places = []
    for kind in kinds:
        for part in range(each):
            low, high = part * len(passages) // each, (part + 1) * len(passages) // each
            passage = passages[chance.randrange(low, max(low + 1, high))]
            places.append(_Place(kind, passage.chapter, passage.text))
    return places


async def _draft(
    door: Door, book: Book, place: _Place, finder: QuoteFinder, seed: int
) -> Question | SentBack:
    prompt = door.prompt("quiz", "make", book.language)
    messages = prompt.messages(
        title=book.title,
        kind=names(book.language)[place.category],
        category=place.category,
        passage=fence(place.passage),
    )
    request = ChatRequest(
        "draft question", messages, temperature=0.7, seed=seed, max_tokens=1500, expected_tokens=250
    )
    draft = await door.ask(request, Draft)

    def back(why: str) -> SentBack:
        said = "" if isinstance(draft, Unusable) else draft.question
        return SentBack(place.category, place.chapter, why, said)

    if isinstance(draft, Unusable):
        return back(f"no usable answer: {draft.reason}")
    found = finder.find(draft.proof)
    if found is None:
        return back("its proof is not in the book")
    framed = framed_question(draft.question, book)
    options = (draft.right, draft.wrong_1, draft.wrong_2, draft.wrong_3)
    question = Question(0, book.title, framed, options, "A", place.category, draft.proof, found.chapter)
    wrong = next(of_question(question), None)
    if wrong is not None:
        return back(wrong.detail)
    if place.category == COUNTERFACTUAL and not await _contrary(door, book, draft, place):
        return back("what it supposes is not contrary to the book")
    return question


async def _contrary(door: Door, book: Book, draft: Draft, place: _Place) -> bool:
    """A second look, which does not know that the question is meant to be contrary."""
    prompt = door.prompt("quiz", "contrary", book.language)
    messages = prompt.messages(title=book.title, question=fence(draft.question), passage=fence(place.passage))
    answer = await door.ask(
        ChatRequest("check supposition", messages, max_tokens=400, expected_tokens=60), Contrary
    )
    return isinstance(answer, Contrary) and answer.contrary


def framed_question(text: str, book: Book) -> str:
    """LFED's frame: a question names its novel."""
    if plain(book.title) in plain(text):
        return text
    return (
        f"关于《{book.title}》这本小说，{text}"
        if book.language == "zh"
        else f"In the novel “{book.title}”, {text[:1].lower()}{text[1:]}"
    )


def _spread(questions: Sequence[Question], seed: int) -> list[Question]:
    """Right options at every place equally often, in an order that nobody can learn."""
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
