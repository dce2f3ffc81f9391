"""Runs LongStoryEval's comparison: recorded systems and live trials in one table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabula.benchmarks.longstoryeval import recorded_systems, strategies, table, with_recorded
from fabula.benchmarks.longstoryeval_export import export
from fabula.benchmarks.longstoryeval_request import BenchLongStoryEvalRequest
from fabula.benchmarks.longstoryeval_result import BenchLongStoryEvalResult, BookScores, TrialUsage
from fabula.benchmarks.longstoryeval_reviews import critiques, review_figures
from fabula.benchmarks.longstoryeval_systems import System
from fabula.benchmarks.longstoryeval_trials import Tried, run_trials, to_judge, trials
from fabula.benchmarks.release import Shelf, read_shelf
from fabula.errors import UsageError
from fabula.judging.recorded import read_recording
from fabula.judging.settings import JudgeSettings
from fabula.personas.rating import reader_model_digest
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.files import load
from fabula.rubrics.rubric import Rubric
from fabula.signature import sign
from fabula.workers.place import aside

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fabula.judging.settings import Source
    from fabula.measures.calibrating import CalibrateResult
    from fabula.models.several import Doors

METHOD = "bench.longstoryeval"
RUBRIC = "longstory"
_DEFINITIONS: Mapping[str, Sequence[bool]] = {"with": [True], "without": [False], "both": [True, False]}
_SOURCES: Mapping[str, Sequence[Source]] = {
    "overall": ["overall"],
    "chapters": ["chapters"],
    "both": ["overall", "chapters"],
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of LongStoryEval's benchmark."""

    result: BenchLongStoryEvalResult


async def run(request: BenchLongStoryEvalRequest, doors: Doors | None) -> Comparison:
    """Every recorded system and every trial of every model in one table. Without doors, only recordings."""
    request = request.for_model(None)
    if request.model and doors is None:
        raise UsageError("--model names models to ask, but no door to them is open")
    rubric = load(RUBRIC)
    shelf = await asyncio.to_thread(read_shelf, request.data)
    if request.export is not None:
        _, unwritten = await asyncio.to_thread(export, to_judge(shelf, request.limit), request.export)
        shelf.skipped += unwritten
    systems, by_strategy = await asyncio.to_thread(_replayed, request, shelf, rubric)
    tried = await _tried(request, shelf, rubric, doors) if doors is not None and request.model else {}
    for each in tried.values():
        systems += each.systems
        shelf.skipped += each.skipped
    found, fitted = await aside(table, shelf, systems, rubric, request.resamples, request.seed)
    reviews = (
        await aside(review_figures, shelf, request.reviews, request.resamples, request.seed)
        if request.reviews is not None
        else None
    )
    left_out = sorted({name for each in tried.values() for name in each.left_out})
    result = BenchLongStoryEvalResult(
        kind=BenchLongStoryEvalResult.KIND,
        request=document(request),
        signature=sign(
            request,
            METHOD,
            asked=_asked(request, doors),
            left_out=left_out,
            engines={"reader-model": reader_model_digest()},
            digests={"rubric": rubric_digest(rubric)},
        ),
        usage=doors.usage if doors is not None and request.model else None,
        strategies=by_strategy,
        reviews=reviews,
        critiques=critiques(shelf, systems, rubric),
        reading={
            name: TrialUsage.model_validate(usage)
            for each in tried.values()
            for name, usage in each.reading.items()
        },
        skipped=tuple(shelf.skipped),
        troubles=tuple(trouble for each in tried.values() for trouble in each.troubles),
        renaming=tuple(told for each in tried.values() for told in each.renaming),
        **found,
    )
    if request.calibrations is not None and not (doors is not None and doors.rehearsing):
        _write(fitted, result, request.calibrations)
    return Comparison(result)


def _write(fitted: Mapping[str, CalibrateResult], result: BenchLongStoryEvalResult, folder: Path) -> None:
    """One file for each judge, as `fabula calibrate` writes it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, each in fitted.items():
        made = {"request": result.request, "signature": result.signature}
        file = "-".join(re.findall(r"[\w.]+", name))
        each.model_copy(update=made).save(folder / f"{file}.calibration.json")


def _asked(request: BenchLongStoryEvalRequest, doors: Doors | None) -> dict[str, object]:
    asked: dict[str, object] = {"n": request.runs, "T": request.temperature, "seed": request.seed}
    return (
        asked
        if doors is None or not request.model
        else {"m": doors.signed(request.model)} | doors.reader() | asked
    )


def _replayed(
    request: BenchLongStoryEvalRequest, shelf: Shelf, rubric: Rubric
) -> tuple[list[System], dict[str, dict[str, BookScores]]]:
    """Systems from recordings, and scores by strategy if a recording has several."""
    systems: list[System] = []
    by_strategy: dict[str, dict[str, BookScores]] = {}
    for file in request.replay:
        recording = read_recording(file, rubric)
        with_recorded(shelf, recording)
        systems += recorded_systems(recording, taken={system.name for system in systems})
        if not recording.ratings:
            by_strategy |= strategies(recording, rubric, shelf)
    return systems, by_strategy


async def _tried(
    request: BenchLongStoryEvalRequest, shelf: Shelf, rubric: Rubric, doors: Doors
) -> dict[str, Tried]:
    """Runs each model in turn. All doors share one budget."""
    settings = JudgeSettings(
        rubric=rubric,
        runs=request.runs,
        temperature=request.temperature or 0.0,
        segment_tokens=request.segment_tokens,
        critique="each" if request.critique else None,
    )
    wanted = trials(
        request.method or ("summary",), _DEFINITIONS[request.definitions], _SOURCES[request.source]
    )
    books = to_judge(shelf, request.limit)
    readers = [doors.alone(each) for each in request.also_read_by]
    return {
        name: await run_trials(
            books, wanted, settings, door, anonymous=request.anonymise, also_read_by=readers
        )
        for name, door in zip(request.model, doors.side_by_side(request.model), strict=True)
    }
