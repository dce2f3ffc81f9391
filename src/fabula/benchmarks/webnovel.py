"""WebNovelBench from end to end: a test set, stories by each model, judges, placements, and the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from fabula.benchmarks.webnovel_request import BenchWebnovelRequest
from fabula.benchmarks.webnovel_test_set import (
    TestSet,
    raw_test_set,
    released_scores,
    released_test_set,
)
from fabula.digests import digest
from fabula.errors import UsageError
from fabula.gauge.gauge import judge_lines
from fabula.jsonl import check_writable
from fabula.models.door import Door
from fabula.models.several import Doors
from fabula.notices import Notice
from fabula.novelists.asking import criteria, dimensions, dueled, judged, sign_judge
from fabula.novelists.board import Board, board
from fabula.novelists.board_parts import board_parts
from fabula.novelists.calibration import OWN
from fabula.novelists.costs import WRITING, priced
from fabula.novelists.genres import read_genres
from fabula.novelists.line_files import read_lines, write_lines
from fabula.novelists.lines import Duel, Gauged, Score, Story, Synopsis
from fabula.novelists.paper import PaperRow, beside_paper
from fabula.novelists.ranking import asked_times, reference_digest, reference_of
from fabula.novelists.reference import Reference
from fabula.novelists.released import is_released, read_released
from fabula.novelists.results_board import BoardParts
from fabula.novelists.synopsis import human_stories, synopses
from fabula.novelists.writing import write_stories
from fabula.request import document
from fabula.result import Result
from fabula.rubrics.files import digest as rubric_digest
from fabula.signature import sign

SYNOPSES, STORIES, SCORES, DUELS = "synopses.jsonl", "stories.jsonl", "scores.jsonl", "duels.jsonl"
GAUGED = "gauged.jsonl"
HUMAN_CHAPTERS = "human/chapters.jsonl"


class BenchWebnovelResult(BoardParts, Result):
    """The document of `bench webnovel`: the board, and how it was made."""

    KIND: ClassVar[str] = "bench-webnovel"

    kind: Literal["bench-webnovel"] = "bench-webnovel"
    signatures: tuple[str, ...]
    """One entry for each judge."""
    not_in_the_set: tuple[Notice, ...]
    beside_paper: tuple[PaperRow, ...]
    """With --paper: our writers on the paper's scale, and those that its text gives a figure for."""


@dataclass(slots=True)
class Lines:
    """Everything a run has made so far. Each kind has its own JSON Lines file."""

    synopses: list[Synopsis] = field(default_factory=list)
    stories: list[Story] = field(default_factory=list)
    human: list[Story] = field(default_factory=list)
    """The human chapters of the chosen books, to be shown beside the stories."""
    scores: list[Score] = field(default_factory=list)
    duels: list[Duel] = field(default_factory=list)
    gauged: list[Gauged] = field(default_factory=list)
    """The prose gauge's scores for the stories that it can read."""
    left_out: list[Notice] = field(default_factory=list)
    signatures: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BenchWebnovelAnswer:
    """The result, and the board for the page."""

    result: BenchWebnovelResult
    board: Board


async def run(request: BenchWebnovelRequest, doors: Doors | None) -> BenchWebnovelAnswer:
    """Runs every step in turn. A killed run can be repeated and pays again only for unfinished answers."""
    request.validate()
    if request.replay is not None:
        lines = replayed(request.replay)
    elif doors is None:
        raise UsageError("stories and judgements need models; only --replay works without them")
    else:
        if not doors.rehearsing:
            check_writable(request.out / SCORES)
        lines = await made(request, doors)
        if not doors.rehearsing:
            keep(lines, request.out)
    reference = _reference(request, lines.scores, doors)
    genres = read_genres(request.genres) if request.genres else None
    whole = board(lines.scores, reference, dimensions(), lines.duels, lines.gauged, genres)
    usage = None if doors is None else doors.usage
    result = BenchWebnovelResult(
        **dict(board_parts(whole)),
        request=document(request),
        signature=_sign(request, lines, reference, _roles(request, doors)),
        signatures=tuple(lines.signatures),
        usage=usage,
        not_in_the_set=tuple(lines.left_out),
        beside_paper=beside_paper(whole) if request.paper else (),
    )
    return BenchWebnovelAnswer(result, whole)


def _reference(request: BenchWebnovelRequest, scores: Sequence[Score], doors: Doors | None) -> Reference:
    """The human novels; in a rehearsal, where all scores are alike, the built-in ones stand for one's own."""
    if doors is not None and doors.rehearsing and request.reference == OWN:
        return reference_of(None)
    return reference_of(request.reference, scores)


async def made(request: BenchWebnovelRequest, doors: Doors) -> Lines:
    """Asks the models for synopses, stories, scores and duels."""
    lines = Lines()
    chosen = await _test_set(request, doors, lines)
    lines.synopses = chosen.synopses or await synopses(
        chosen.books, doors.to(request.judge[0]), request.chapters, request.seed
    )
    if not lines.synopses:
        raise UsageError(f"{request.data} contains no novel to write from")
    setting: Literal["explicit", "hidden"] = "explicit" if request.explicit or request.paper else "hidden"
    for door in doors.side_by_side(request.model):
        written = await write_stories(
            lines.synopses, door, criteria(paper=request.paper), setting, request.writing
        )
        lines.stories += await priced(door, written, WRITING)
    for door in doors.side_by_side(request.judge):
        lines.scores += await _scores(request, lines.stories, door, lines)
    if request.pairwise:
        first = doors.to(request.judge[0])
        lines.duels = await dueled(
            lines.stories, first, request.asking, request.most_duels, request.out / DUELS
        )
    costs = {(story.model, story.story, story.chapter): story.cost for story in lines.stories}
    lines.scores = [
        score.model_copy(update={"cost": costs.get((score.model, score.story, score.chapter))})
        for score in lines.scores
    ]
    lines.gauged = gauged(lines.stories)
    return lines


async def _test_set(request: BenchWebnovelRequest, doors: Doors, lines: Lines) -> TestSet:
    """The novels to write from, with their human chapters judged now or scored in the release."""
    assert request.data is not None
    if is_released(request.data):
        reference = _reference(request, [], doors)
        novels = released_test_set(read_released(request.data), reference, request.novels, request.data.name)
        lines.scores += released_scores(novels, dimensions())
        return TestSet([], [each for novel in novels for each in novel.synopses()[: request.chapters]], [])

    async def human(stories: list[Story]) -> list[Score]:
        return [
            score
            for name in request.judge
            for score in await _scores(request, stories, doors.to(name), lines)
        ]

    chosen = await raw_test_set(
        request.data,
        lambda scores: _reference(request, scores, doors),
        request.novels,
        request.chapters,
        request.seed,
        human,
        every_human=request.reference == OWN,
    )
    lines.human = [
        story for book in chosen.books for story in human_stories(book, request.chapters, request.seed)
    ]
    lines.left_out += chosen.left_out
    lines.scores += chosen.scores
    return chosen


async def _scores(
    request: BenchWebnovelRequest, stories: list[Story], door: Door, lines: Lines
) -> list[Score]:
    found = await judged(stories, door, request.asking, paper=request.paper)
    signature = sign_judge(request.judging(), door, stories, paper=request.paper)
    if signature not in lines.signatures:
        lines.signatures.append(signature)
    return found


def keep(lines: Lines, out: Path) -> None:
    """Writes every line to disk, one file for each kind."""
    files = {
        SYNOPSES: lines.synopses, STORIES: lines.stories, HUMAN_CHAPTERS: lines.human, SCORES: lines.scores, DUELS: lines.duels,
        GAUGED: lines.gauged,
    }  # fmt: skip
    for name, kept in files.items():
        if kept:
            write_lines(kept, out / name)  # type: ignore[arg-type]


def replayed(folder: Path) -> Lines:
    """Reads the stories and judgements of an earlier run. Stories without a judgement are listed."""
    if not (folder / SCORES).is_file():
        raise UsageError(
            f"--replay {folder}: give a folder written by `bench webnovel` that contains {SCORES}"
        )
    scores = read_lines(folder / SCORES, Score)
    stories = read_lines(folder / STORIES, Story) if (folder / STORIES).is_file() else []
    known = {(score.model, score.setting, score.story, score.chapter) for score in scores}
    lost = [
        story for story in stories if (story.model, story.setting, story.story, story.chapter) not in known
    ]
    scores += [
        Score(
            model=story.model, story=story.story, chapter=story.chapter, judge="nobody", setting=story.setting,
            written=story.trouble, trouble=Notice.of("novelists.no-judgement"), language=story.language,
        )
        for story in lost
    ]  # fmt: skip
    duels = read_lines(folder / DUELS, Duel) if (folder / DUELS).is_file() else []
    by_gauge = read_lines(folder / GAUGED, Gauged) if (folder / GAUGED).is_file() else gauged(stories)
    return Lines(stories=stories, scores=scores, duels=duels, gauged=by_gauge)


def gauged(stories: list[Story]) -> list[Gauged]:
    """The baseline that every judge must beat, or nothing if no story is in English, its only language."""
    lines = judge_lines(story.model_dump() for story in stories if story.text)
    found = [Gauged.model_validate(line) for line in lines]
    return found if any(line.score is not None for line in found) else []


def _roles(request: BenchWebnovelRequest, doors: Doors | None) -> dict[str, str]:
    """Who wrote, who made synopses and who judged, each with what fabula.toml decided for it."""
    if doors is None:
        return {}
    return {"m": doors.signed(request.model), "judges": doors.signed(request.judge), **doors.reader()}


def _sign(request: BenchWebnovelRequest, lines: Lines, reference: Reference, roles: dict[str, str]) -> str:
    text = digest(line.model_dump_json() for line in [*lines.synopses, *lines.stories])
    return sign(
        request,
        "bench.webnovel",
        asked={"n": asked_times(lines.scores), "T": request.temperature, "temperature": None, **roles},
        digests={
            "text": text,
            "rubric": rubric_digest(criteria(paper=request.paper)),
            "reference": reference_digest(reference),
            "judgements": digest(lines.signatures) if lines.signatures else None,
        },
    )
