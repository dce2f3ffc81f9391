"""Runs the requests for training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.errors import FabulaError
from fabula.jsonl import write_lines
from fabula.request import document
from fabula.signature import sign
from fabula.training.request import ExportRequest, FineTuneRequest
from fabula.training.result import ExportResult, FineTuneResult

if TYPE_CHECKING:
    from fabula.models.door import Door

_NEEDED = ("torch", "transformers", "peft")


@dataclass(frozen=True, slots=True)
class ExportAnswer:
    """Training examples, written."""

    result: ExportResult
    skipped: tuple[str, ...]
    """Rows that could not be read, and why."""


@dataclass(frozen=True, slots=True)
class FineTuneAnswer:
    """A trained judge. `leads` says whether this process writes and reports; only one of several does."""

    result: FineTuneResult
    leads: bool


async def run_export(request: ExportRequest, door: Door | None = None) -> ExportAnswer:  # noqa: ARG001 - asks no model
    """Write reviews, or readers' answers, as training examples."""
    request.validate()
    outcomes, skipped = _for_persona(request) if request.learner == "persona" else _for_critique(request)
    result = ExportResult(
        request=document(request),
        signature=sign(request, "readers.export"),
        outcomes=outcomes,
        output=str(request.output),
    )
    return ExportAnswer(result, skipped)


async def run_fine_tune(
    request: FineTuneRequest,
    door: Door | None = None,  # noqa: ARG001 - asks no model
    report: Callable[[dict[str, Any]], None] = lambda _: None,
) -> FineTuneAnswer:
    """Train to the end. `report` receives each line of the log. What is learned depends only on the examples."""
    request.validate()
    if request.plan:
        return FineTuneAnswer(_planned(request), leads=True)
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise FabulaError(f"training needs {', '.join(missing)}: pip install 'fabula[train]'")
    from fabula.training.finetune import Pacing, Settings, merge_lora, train

    settings = Settings(
        **{each.name: getattr(request, each.name) for each in fields(Settings) if hasattr(request, each.name)}
    )
    pacing = Pacing(request.checkpointing, request.save_every)
    done = train(settings, request.data, request.output, pacing, resume=request.resume, report=report)
    folder: Path = merge_lora(request.output) if request.merge and done.leads else request.output
    result = FineTuneResult(
        request=document(request),
        signature=sign(request, "train"),
        steps=done.steps,
        examples=done.examples,
        too_long=done.too_long,
        loss=done.loss,
        output=str(folder),
    )
    return FineTuneAnswer(result, done.leads)


def _planned(request: FineTuneRequest) -> FineTuneResult:
    from fabula.training.memory import plan, read_shape

    return FineTuneResult(
        request=document(request),
        signature=sign(request, "train"),
        steps=0,
        examples=0,
        too_long=0,
        loss=None,
        output=str(request.output),
        memory=plan(request, read_shape(request.model)),
    )


def _for_critique(request: ExportRequest) -> tuple[dict[str, int], tuple[str, ...]]:
    from fabula.reviews.bias import read_readers
    from fabula.reviews.reviews import read_release
    from fabula.training.critique_examples import critique_examples

    assert request.books is not None and request.reviews is not None
    release = read_release(request.books, request.reviews)
    examples = critique_examples(
        request.books,
        release,
        thinned=request.thin,
        normalised=request.normalise,
        readers=read_readers(request.reviewers) if request.reviewers else None,
        seed=request.seed,
    )
    write_lines(examples.rows, request.output)
    return dict(examples.outcomes.most_common()), tuple(release.skipped)


def _for_persona(request: ExportRequest) -> tuple[dict[str, int], tuple[str, ...]]:
    from fabula.personas.questions import read
    from fabula.rubrics.files import load
    from fabula.training.persona_lessons import export

    assert request.asked is not None
    written = export(
        read(request.asked),
        request.output,
        load("plot-preference"),
        one_each=request.one_each,
        with_reviews=not request.without_reviews,
    )
    return written, ()
