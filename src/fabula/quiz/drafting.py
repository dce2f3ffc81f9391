"""Drafts one question with its proof, checks it against the book, and drafts it again from what was found wrong.

A draft is sent back if its quotation is not in the book, if two options are equal, if a counterfactual question supposes
something that does not contradict the book, or if one of two model reviewers rejects it. It is also sent back, once, for
wrong options that nothing in the book bears out; where the next draft has such options too, they stay and are counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from fabula.languages import Language
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.door import Door
from fabula.models.prompts import fence, fence_line
from fabula.notices import Notice
from fabula.quiz.borne_out import BookWords
from fabula.quiz.classify import definition, names
from fabula.quiz.faults import of_question
from fabula.quiz.questions import LETTERS, Question, plain
from fabula.quiz.review import CHECKS, REVIEWERS, Review, checks_for
from fabula.quiz.sources import Source
from fabula.reading.passages import BookPassages
from fabula.reading.quotations import QuoteFinder
from fabula.text.book import Book

COUNTERFACTUAL = "counterfactual-reasoning"
TEMPERATURE = 0.7
_NEAR = 4
"""How many further passages of the book are held against a supposition."""
_NOT_IN_BOOK = "quiz.draft-options-not-in-book"
_LONGEST_LINE = 600
Line = Annotated[str, Field(min_length=1, max_length=_LONGEST_LINE)]


def _cut(remark: str) -> str:
    return remark if len(remark) <= _LONGEST_LINE else f"{remark[: _LONGEST_LINE - 1]}…"


Remark = Annotated[str, AfterValidator(_cut)]
"""What a model says beside its answer. A talkative one loses the rest of its words, and not its answer."""


class Draft(BaseModel):
    """A question drafted by the model: the right option, three wrong ones, and one or two quotations as proof."""

    question: Line
    right: Line
    wrong_1: Line
    wrong_2: Line
    wrong_3: Line
    proof: Line
    second_proof: str = Field(default="", max_length=600)

    @property
    def options(self) -> tuple[str, ...]:
        """The right one first."""
        return self.right, self.wrong_1, self.wrong_2, self.wrong_3


class Contrary(BaseModel):
    """Whether a supposition contradicts the book. The reason comes before the verdict."""

    why: Remark
    contrary: bool


class SecondLook(BaseModel):
    """A model reviewer's remark, then its four checks."""

    note: Remark = ""
    clear: bool
    kind: bool
    answer: bool
    options: bool


@dataclass(frozen=True, slots=True)
class Workshop:
    """What all drafts of a book share."""

    door: Door
    book: Book
    finder: QuoteFinder
    passages: BookPassages
    """The whole book, to be searched for what a supposition contradicts."""
    words: BookWords
    """Its names and words, in which wrong options must stand."""
    seed: int
    rounds: int
    """How often a draft may be sent back to be drafted again. 0 also leaves out the reviewers."""
    notes: Mapping[str, str]
    """The plot and the cast of a saved reading, for the prompt; empty without one."""


@dataclass(slots=True)
class Outcome:
    """A question that passed, or None with the reason; and what the reviewers said of its last draft."""

    question: Question | None = None
    why: Notice | None = None
    drafted: str = ""
    """The wording of the last draft."""
    reviews: list[Review] = field(default_factory=list)
    strange: tuple[str, ...] = ()
    """Wrong options of the question that nothing in the book bears out."""


async def draft(shop: Workshop, source: Source, before: str = "", reasons: str = "") -> Outcome:
    """One question from these passages: drafted, checked, and drafted again while it is sent back and rounds are left.

    `before` is a question that people sent back, and `reasons` are their words.
    """
    left, others = shop.rounds, shop.rounds > 0
    for place in count():
        made = await _drafted(shop, source, place, before, reasons)
        outcome, reasons = await _checked(shop, source, made, others)
        if not reasons or isinstance(made, Unusable):
            break
        if outcome.why is not None and outcome.why.code == _NOT_IN_BOOK:
            others = False  # once, and beside the rounds: a fault of the options alone takes none from the reviewers
        elif left:
            left -= 1
        else:
            break
        before = shown(made.question, made.options, shop.book)
    return outcome


async def _drafted(shop: Workshop, source: Source, place: int, before: str, reasons: str) -> Draft | Unusable:
    prompt = shop.door.prompt("quiz", "make", shop.book.language)
    messages = prompt.messages(
        **_about(shop.book, source),
        category=source.category,
        ties=fence(source.ties) if source.ties else "",
        before=fence(before) if before else "",
        reasons=fence(reasons) if reasons else "",
        **shop.notes,
    )
    request = ChatRequest(
        "draft question",
        messages,
        temperature=TEMPERATURE,
        seed=shop.seed + place,
        max_tokens=1500,
        expected_tokens=250,
    )
    return await shop.door.ask(request, Draft)


async def _checked(
    shop: Workshop, source: Source, made: Draft | Unusable, others: bool
) -> tuple[Outcome, str]:
    """The outcome of a draft, and why it should be drafted again, in words for the model.

    `others` is whether other options may be asked for where the book does not bear out the wrong ones.
    """
    if isinstance(made, Unusable):
        why = Notice.of("quiz.draft-unusable", reason=made.reason)
        return Outcome(why=why), str(why)
    question = _question(shop, source, made)
    fault = question if isinstance(question, Notice) else await _fault(shop, source, made, question)
    if fault is not None or isinstance(question, Notice):
        return Outcome(why=fault, drafted=made.question), str(fault)
    strange = shop.words.not_borne_out(question)
    if strange and others:
        why = Notice.of(_NOT_IN_BOOK, options=list(strange))
        return Outcome(why=why, drafted=made.question), str(why)
    reviews = await _reviews(shop, source, question) if shop.rounds else []
    refused = [each for each in reviews if not each.passed]
    if refused:
        why = Notice.of("quiz.draft-refused", checks=sorted({*_failed(refused)}), note=refused[0].note)
        return Outcome(why=why, drafted=made.question, reviews=reviews), worded(refused, question, shop.book)
    return Outcome(question, reviews=reviews, strange=strange), ""


def _question(shop: Workshop, source: Source, made: Draft) -> Question | Notice:
    """The question with its proofs found in the book, or what is wrong with it."""
    found = shop.finder.find(made.proof)
    if found is None:
        return Notice.of("quiz.draft-proof-not-found")
    second = shop.finder.find(made.second_proof) if made.second_proof.strip() else None
    apart = second is not None and second.chapter != found.chapter
    return Question(
        0,
        shop.book.title,
        framed_question(made.question, shop.book),
        made.options,
        "A",
        source.category,
        made.proof,
        found.chapter,
        made.second_proof if apart else None,
        second.chapter if apart and second else None,
    )


async def _fault(shop: Workshop, source: Source, made: Draft, question: Question) -> Notice | None:
    wrong = next(of_question(question), None)
    if wrong is not None:
        return wrong.detail
    if source.category == COUNTERFACTUAL and not await _contrary(shop, source, made):
        return Notice.of("quiz.draft-not-contrary")
    return None


async def _contrary(shop: Workshop, source: Source, made: Draft) -> bool:
    """A second check, with a prompt that does not reveal that the question should contradict the book.

    It sees the passages of the draft, and those of the whole book that are nearest to the question.
    """
    prompt = shop.door.prompt("quiz", "contrary", shop.book.language)
    near = shop.passages.search(made.question, _NEAR)
    messages = prompt.messages(
        title=fence_line(shop.book.title),
        question=fence(made.question),
        passages=[{"text": fence(each.text)} for each in (*source.passages, *near)],
    )
    request = ChatRequest("check supposition", messages, max_tokens=400, expected_tokens=60)
    answer = await shop.door.ask(request, Contrary)
    return isinstance(answer, Contrary) and answer.contrary


async def _reviews(shop: Workshop, source: Source, question: Question) -> list[Review]:
    """What two model reviewers say. An answer that cannot be used is no review."""
    prompt = shop.door.prompt("quiz", "second-look", shop.book.language)
    messages = prompt.messages(
        **_about(shop.book, source),
        question=fence(shown(question.text, question.options, shop.book)),
        checks=list(checks_for(question, shop.book.language).items()),
    )
    request = ChatRequest(
        "review question", messages, temperature=TEMPERATURE, max_tokens=600, expected_tokens=90
    )
    found = await asyncio.gather(
        *(shop.door.ask(request, SecondLook, replicate=each) for each in range(REVIEWERS))
    )
    return [
        Review(
            f"reviewer {number}", question.digest, {name: getattr(said, name) for name in CHECKS}, said.note
        )
        for number, said in enumerate(found, 1)
        if isinstance(said, SecondLook)
    ]


def _failed(reviews: Sequence[Review]) -> list[str]:
    return [name for each in reviews for name, passed in each.checks.items() if not passed]


def worded(refused: Sequence[Review], question: Question, book: Book) -> str:
    """The reviewers' words for the next draft: the checks that failed, and their remarks."""
    checks = checks_for(question, book.language)
    return "\n".join(
        [*dict.fromkeys(checks[name] for name in _failed(refused)), *(each.note for each in refused)]
    )


def _about(book: Book, source: Source) -> dict[str, Any]:
    return {
        "title": fence_line(book.title),
        "kind": names(book.language)[source.category],
        "definition": definition(source.category, book.language),
        "passages": _passages(source),
    }


def _passages(source: Source) -> list[dict[str, Any]]:
    return [{"chapter": each.chapter, "text": fence(each.text)} for each in source.passages]


def shown(text: str, options: Sequence[str], book: Book) -> str:
    """A question for a reader who knows that A, the first option, is marked as right."""
    rules = Language(book.language).quiz
    lines = [f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=False)]
    return "\n".join([text, *lines, f"{rules.answer} A"])


def framed_question(text: str, book: Book) -> str:
    """The question with the name of its novel, as in LFED."""
    if plain(book.title) in plain(text):
        return text
    return Language(book.language).quiz.framed(book.title, text)
