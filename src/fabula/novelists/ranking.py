"""Requests about writers that need only files: reference, placement, board, course and checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.models.door import Door
from fabula.novelists.asking import criteria, dimensions
from fabula.novelists.board import Board, board
from fabula.novelists.board_parts import board_parts
from fabula.novelists.calibration import OWN, cautions, judged_by, made_by, own_reference
from fabula.novelists.checks import checks
from fabula.novelists.course import courses, trends
from fabula.novelists.genres import read_genres
from fabula.novelists.line_files import stories_of, write_document
from fabula.novelists.lines import HUMAN, Score
from fabula.novelists.placement import choose, placement, placements
from fabula.novelists.ranking_request import (
    BoardRequest,
    CheckRequest,
    ChooseRequest,
    CourseRequest,
    FitRequest,
    PlaceRequest,
)
from fabula.novelists.reference import Reference, fit
from fabula.novelists.reference_files import read_reference, shipped_reference, tabled, write_reference
from fabula.novelists.results_board import BoardResult
from fabula.novelists.results_checks import CheckResult, CourseResult
from fabula.novelists.results_placing import ChooseResult, ChosenNovel, FitResult, PlaceResult
from fabula.novelists.sources import read_to_judge
from fabula.novelists.vectors import read_results, read_scores, vectors
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.signature import sign


@dataclass(frozen=True, slots=True)
class FitAnswer:
    """The result, and the reference itself."""

    result: FitResult
    reference: Reference


@dataclass(frozen=True, slots=True)
class ChooseAnswer:
    """The test set."""

    result: ChooseResult


@dataclass(frozen=True, slots=True)
class PlaceAnswer:
    """The placement of one set of scores or of several."""

    result: PlaceResult


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """The result, and the board for the page."""

    result: BoardResult
    board: Board


@dataclass(frozen=True, slots=True)
class CourseAnswer:
    """Each model's trend."""

    result: CourseResult


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The evidence for and against each judge."""

    result: CheckResult


async def run_fit(request: FitRequest, door: Door | None = None) -> FitAnswer:
    """Makes a reference from human novels: z-scores, first principal component, range and percentiles."""
    del door
    request.validate()
    books = vectors(request.scores, dimensions())
    files = ", ".join(path.name for path in request.scores)
    made = fit(list(books.scores.values()), dimensions(), f"{len(books.scores)} novels of {files}")
    made = made_by(made, books.lines)
    write_reference(tabled(made) if request.table else made, request.out)
    result = FitResult(
        request=document(request),
        signature=sign(request, "webnovel.fit", digests={"rubric": rubric_digest(criteria())}),
        out=str(request.out),
        novels=len(books.scores),
        weights=made.weights,
        explained_variance=made.explained,
        left_out=tuple(books.left_out),
    )
    return FitAnswer(result, made)


async def run_choose(request: ChooseRequest, door: Door | None = None) -> ChooseAnswer:
    """Chooses one novel for each band of percentiles."""
    del door
    request.validate()
    reference = reference_of(request.reference)
    books = vectors(request.scores, dimensions())
    percentiles = {name: placement(row, reference).percentile for name, row in books.scores.items()}
    chosen = [
        ChosenNovel(story=name, percentile=percentiles[name]) for name in choose(percentiles, request.count)
    ]
    write_document({"chosen": [each.model_dump() for each in chosen]}, request.out)
    digests = {"reference": reference_digest(reference)}
    result = ChooseResult(
        request=document(request),
        signature=sign(request, "webnovel.choose", digests=digests),
        out=str(request.out),
        chosen=tuple(chosen),
        of=len(books.scores),
        left_out=tuple(books.left_out),
    )
    return ChooseAnswer(result)


async def run_place(request: PlaceRequest, door: Door | None = None) -> PlaceAnswer:
    """Places eight numbers, or a file of such rows or of judged lines, among the novels of a reference."""
    del door
    request.validate()
    reference = reference_of(request.reference)
    given = read_scores(request.scores, dimensions())
    rows = given.rows
    _on_the_scale(rows)
    found = placements(rows, reference)
    whole = found.document()
    if given.single:
        whole |= {"percentile": found.places[0].percentile, "normalised": found.places[0].normalised}
    digests = {
        "scores": digest(",".join(map(str, row)) for row in rows),
        "reference": reference_digest(reference),
    }
    result = PlaceResult(
        request=document(request),
        signature=sign(request, "webnovel.place", digests=digests),
        cautions=cautions(given.lines, reference) if given.lines else judged_by(reference),
        left_out=tuple(given.left_out),
        **whole,
    )
    return PlaceAnswer(result)


async def run_board(request: BoardRequest, door: Door | None = None) -> BoardAnswer:
    """Makes the board from judgements in one file or several."""
    del door
    request.validate()
    found = read_results(request.results)
    lines = [*found.scores, *found.duels, *found.gauged]
    if not lines:
        raise UsageError("there is no judgement in these files: give what `fabula novelist judge` wrote")
    reference = reference_of(request.reference, found.scores)
    genres = read_genres(request.genres) if request.genres else None
    made = board(found.scores, reference, dimensions(), found.duels, found.gauged, genres)
    text = digest(sorted(line.model_dump_json() for line in lines))
    result = board_result(request, made, asked_times(found.scores), text)
    return BoardAnswer(result, made)


async def run_course(request: CourseRequest, door: Door | None = None) -> CourseAnswer:
    """Does quality hold over long stories? By writer, with the judges' scores by chapter if there are any."""
    del door
    request.validate()
    known = read_results(request.scores).scores if request.scores else []
    stories = stories_of([request.stories])
    if request.human:
        human, _ = read_to_judge(request.human, ())
        stories += [one.model_copy(update={"setting": "human", "model": HUMAN}) for one in human]
        known = [one.model_copy(update={"model": HUMAN}) if one.setting == "human" else one for one in known]
    found = trends(courses(stories, known))
    result = CourseResult(
        request=document(request),
        signature=sign(request, "webnovel.course"),
        models=tuple(found),
    )
    return CourseAnswer(result)


async def run_check(request: CheckRequest, door: Door | None = None) -> CheckAnswer:
    """Can the judge be trusted? Checks repeats, length bias, and labels in a known order from best to worst."""
    del door
    request.validate()
    found = checks(read_results(request.scores).scores, request.order)
    result = CheckResult(request=document(request), signature=sign(request, "webnovel.check"), judges=found)
    return CheckAnswer(result)


def board_result(request: BoardRequest, made: Board, repeats: int, text: str) -> BoardResult:
    """The document of a board. `said` is the digest of the judges' lines."""
    judges = "+".join(made.judges.names) or "nobody"
    digests = {
        "results": text,
        "rubric": rubric_digest(criteria()),
        "reference": reference_digest(made.reference),
    }
    warmth = {f"{each.temperature:g}" for each in made.scores if each.temperature is not None}
    asked = {"n": repeats, "T": "+".join(sorted(warmth)) or None}
    signature = sign(request, "webnovel.board", asked=asked, engines={"judges": judges}, digests=digests)
    return BoardResult(**dict(board_parts(made)), request=document(request), signature=signature)


def asked_times(scores: Sequence[Score]) -> int:
    """The largest number of times a judge was asked."""
    return max((score.replicate for score in scores), default=0) + 1


def _on_the_scale(rows: Sequence[Sequence[float]]) -> None:
    """Raises a UsageError for a score that no judge can give."""
    scale = criteria().scale
    for row in rows:
        for score in row:
            if not scale.low <= score <= scale.high:
                raise UsageError(f"a score is from {scale.low:g} to {scale.high:g}, not {score:g}")


def reference_of(path: Path | None, scores: Sequence[Score] = ()) -> Reference:
    """The human novels of a file, the built-in ones or, for `own`, those among these scores."""
    if path is None:
        return shipped_reference()
    return own_reference(scores, dimensions()) if path == OWN else read_reference(path)


def reference_digest(reference: Reference) -> str:
    """The numbers behind placements."""
    numbers = (
        reference.mean, reference.std, reference.weights, (reference.minimum, reference.maximum),
        reference.novels, reference.quantiles,
    )  # fmt: skip
    return digest(",".join(map(str, row)) for row in numbers)
