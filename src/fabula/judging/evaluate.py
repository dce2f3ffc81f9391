"""Evaluate one book from end to end: open it, measure it, have it judged, and combine everything into one
Evaluation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabula.errors import UsageError
from fabula.judging.by_model import Known, judged_by_model, judged_from_recording
from fabula.judging.combining import combined, measured_only
from fabula.judging.guard_rubric import rubric_instructions
from fabula.judging.plan import read_plan
from fabula.judging.result import EvaluateAnswer
from fabula.reading.book_request import book_as_stated
from fabula.reading.measured import measure
from fabula.rubrics.files import load
from fabula.text.book import Book
from fabula.text.guard.finding import Instruction, find_instructions, mask
from fabula.workers.place import aside

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.judging.plan import Plan
    from fabula.judging.request import EvaluateRequest
    from fabula.models.door import Door


async def run(request: EvaluateRequest, door: Door | None) -> EvaluateAnswer:
    """Answer an EvaluateRequest that `for_model` has completed. Without a door, only `embedded` can be answered."""
    request.validate()
    if request.asks_model and door is None:
        raise UsageError(
            f"--method {request.method} asks a model: name one with --model, such as openai/gpt-4o"
        )
    if request.plan is not None:
        plan = await aside(read_plan, request.plan)
        evaluation = await _evaluate_plan(plan, request, door)
    else:
        evaluation = await _evaluate_book(request, door)
    of_rubric = rubric_instructions(load(request.rubric))
    return EvaluateAnswer(replace(evaluation, instructions=(*of_rubric, *evaluation.instructions)))


def book_of(request: EvaluateRequest) -> Book:
    """The book that the request names. What the user said about it replaces what its file says."""
    if request.book is None:
        raise UsageError("which book? give a file, a folder of chapters, or an opened Book")
    return book_as_stated(request.book, request, request.people)


async def _evaluate_book(request: EvaluateRequest, door: Door | None) -> Evaluation:
    book, instructions, shown = await aside(_opened, request)
    if request.recording is not None:
        measured = await aside(measure, book)
        evaluation = combined(book, request, judged_from_recording(book, request), measured)
    elif door is None or not request.asks_model:
        evaluation = measured_only(book, request, None, await aside(measure, book))
    else:
        known = await aside(_known, book, shown, request)
        by_model = await judged_by_model(book, shown, request, door, known)
        told = by_model.reading.cast if by_model.reading else ()
        evaluation = combined(book, request, by_model, await aside(measure, book, told))
        instructions += known.instructions if known else ()
    return replace(evaluation, instructions=instructions, instructions_kept=request.keep_instructions)


def _opened(request: EvaluateRequest) -> tuple[Book, tuple[Instruction, ...], Book]:
    """The book, what in it addresses its judge, and the book as the judge is shown it."""
    book = book_of(request)
    instructions = find_instructions(book)
    return book, instructions, book if request.keep_instructions else mask(book, instructions)


def _known(book: Book, shown: Book, request: EvaluateRequest) -> Known | None:
    """The reading that the request names, if it names one."""
    if request.reading is None:
        return None
    return Known.saved_in(request.reading, book, shown, instructions_kept=request.keep_instructions)


async def _evaluate_plan(plan: Plan, request: EvaluateRequest, door: Door | None) -> Evaluation:
    """A plan has no text to measure: it is judged from its summary, or rated by the reader model alone."""
    kept = request.keep_instructions
    known = Known.planned(plan, instructions_kept=kept)
    about = find_instructions(plan.book)
    if door is None or not request.asks_model:
        evaluation = measured_only(plan.book, request, plan.reading, None)
    else:
        shown = plan.book if kept else mask(plan.book, about)
        by_model = await judged_by_model(plan.book, shown, request, door, known)
        evaluation = combined(plan.book, request, by_model, None)
    return replace(
        evaluation, of_plan=True, instructions=(*about, *known.instructions), instructions_kept=kept
    )
