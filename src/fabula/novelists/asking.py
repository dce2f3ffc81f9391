"""Requests about writers that ask models: synopses, stories and judgements, each stored as JSON Lines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.gauge.run import GaugeAnswer
from fabula.gauge.run import run as run_gauge
from fabula.jsonl import check_writable
from fabula.models.door import Door
from fabula.models.several import Doors
from fabula.notices import Notice
from fabula.novelists.costs import JUDGING, WRITING, priced
from fabula.novelists.duels import hold_duels
from fabula.novelists.judgement import judge
from fabula.novelists.line_files import read_lines, write_lines
from fabula.novelists.lines import Duel, Score, Story, Synopsis
from fabula.novelists.longform import write_long
from fabula.novelists.request import JudgeRequest, SynopsisRequest, WriteRequest
from fabula.novelists.results_asking import JudgeResult, SynopsisResult, WriteResult
from fabula.novelists.settings import JUDGE, JudgeSettings
from fabula.novelists.sources import read_shelf, read_synopses, read_to_judge
from fabula.novelists.synopsis import synopses
from fabula.novelists.vectors import kind_of
from fabula.novelists.writing import write_stories
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.files import load
from fabula.rubrics.rubric import Rubric
from fabula.signature import sign

Lines = list[Score | Duel]


@dataclass(frozen=True, slots=True)
class SynopsisAnswer:
    """The result, and the synopses."""

    result: SynopsisResult
    synopses: tuple[Synopsis, ...]


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """The result, and the stories."""

    result: WriteResult
    stories: tuple[Story, ...]


@dataclass(frozen=True, slots=True)
class JudgeAnswer:
    """The result and every score or duel."""

    result: JudgeResult
    lines: tuple[Score | Duel, ...]


def criteria(*, paper: bool = False) -> Rubric:
    """The eight aspects by which every story is judged, in our words or in those of WebNovelBench's paper."""
    return load("webnovel-paper" if paper else "webnovel")


def dimensions() -> tuple[str, ...]:
    """The ids of the eight aspects, in the order of a row of scores."""
    return tuple(aspect.id for aspect in criteria().scored_aspects)


async def run_synopsis(request: SynopsisRequest, door: Door) -> SynopsisAnswer:
    """Writes a synopsis of each chosen chapter of each book."""
    request.validate()
    if not door.rehearsing:
        check_writable(request.out)
    shelf = read_shelf(request.books, request.shelf)
    books = [one.book for one in shelf.books]
    made = await synopses(books, door, request.chapters, request.seed)
    if not door.rehearsing:
        write_lines(made, request.out)
    result = SynopsisResult(
        request=document(request),
        model=door.model_used,
        signature=door.sign(
            request, "webnovel.synopsis", digests={"text": digest(book.text_hash for book in books)}
        ),
        out=str(request.out),
        synopses=len(made),
        missing=failures(made),
        left_out=shelf.left_out,
        short=shelf.short,
    )
    return SynopsisAnswer(result, tuple(made))


async def run_write(request: WriteRequest, door: Door) -> WriteAnswer:
    """Writes a story for each synopsis or, with `chapters`, a book from each novel's synopses."""
    request.validate()
    if not door.rehearsing:
        check_writable(request.out)
    given = read_synopses(request.synopses)
    rubric = criteria()
    if request.chapters is None:
        made = await write_stories(
            given, door, rubric, "explicit" if request.explicit else "hidden", request.settings
        )
    else:
        made = await write_long(
            given,
            door,
            rubric,
            request.chapters,
            explicit=request.explicit,
            context=request.context,
            settings=request.settings,
        )
    made = await priced(door, made, WRITING)
    if not door.rehearsing:
        write_lines(made, request.out)
    digests = {
        "text": digest(each.model_dump_json() for each in given),
        "rubric": rubric_digest(rubric) if request.explicit else None,
    }
    result = WriteResult(
        request=document(request),
        model=door.model_used,
        signature=door.sign(
            request, "webnovel.write", asked={"T": request.temperature, "temperature": None}, digests=digests
        ),
        out=str(request.out),
        stories=len(made),
        faults=failures(made),
    )
    return WriteAnswer(result, tuple(made))


async def run_judge(request: JudgeRequest, doors: Doors | None) -> JudgeAnswer | GaugeAnswer:
    """Scores or duels by models, or prose scores by the gauge without a model."""
    request.validate()
    if request.by_gauge:
        return await run_gauge(request.gauge())
    if doors is None or not request.judge:
        raise UsageError(
            "no judge is named: give --judge PROVIDER/NAME once for each judge, or --judge embedded"
        )
    return await judge_by_models(request, doors)


async def judge_by_models(request: JudgeRequest, doors: Doors) -> JudgeAnswer:
    """Scores or duels by every judge in turn, on one budget."""
    if not doors.rehearsing:
        check_writable(request.out)
    stories, shelf = await asyncio.to_thread(
        read_to_judge, request.stories, request.shelf, request.chapters, request.seed
    )
    lines: Lines = []
    signatures: dict[str, str] = {}
    for name, door in zip(request.judge, doors.side_by_side(request.judge), strict=True):
        if request.pairwise:
            lines += await dueled(stories, door, request.settings, request.most_duels, request.out)
        else:
            lines += await judged(stories, door, request.settings)
        signatures[name] = sign_judge(request, door, stories)
    if not doors.rehearsing:
        write_lines(lines, request.out)
    result = JudgeResult(
        request=document(request),
        signature=sign(
            request,
            "webnovel.judges",
            asked={"judges": doors.signed(request.judge)},
            digests={"text": stories_digest(stories), "rubric": rubric_digest(criteria())},
        ),
        usage=doors.usage,
        out=str(request.out),
        judges=request.judge,
        judgements=None if request.pairwise else len(lines),
        duels=len(lines) if request.pairwise else None,
        missing=failures(lines),
        left_out=shelf.left_out,
        short=shelf.short,
        signatures=signatures,
    )
    return JudgeAnswer(result, tuple(lines))


async def judged(
    stories: Sequence[Story], door: Door, settings: JudgeSettings = JUDGE, *, paper: bool = False
) -> list[Score]:
    """The scores of one judge, with their cost."""
    return await priced(door, await judge(stories, door, criteria(paper=paper), settings), JUDGING)


async def dueled(
    stories: Sequence[Story], door: Door, settings: JudgeSettings, most: int | None, file: Path
) -> list[Duel]:
    """The duels of one judge, with their cost: those of the file that hold as before, and new ones."""
    earlier = read_lines(file, Duel) if file.is_file() and kind_of(file) == "duels" else []
    kept, new = await hold_duels(stories, door, criteria(), settings, most, earlier)
    return [*kept, *await priced(door, new, JUDGING)]


def sign_judge(request: JudgeRequest, door: Door, stories: Sequence[Story], *, paper: bool = False) -> str:
    """The signature of one judge's lines."""
    rubric = rubric_digest(criteria(paper=paper))
    return door.sign(
        request.but(judge=(door.model,)),
        "webnovel.duel" if request.pairwise else "webnovel.judge",
        asked={"n": request.repeats, "T": request.settings.temperature, "temperature": None},
        digests={"text": stories_digest(stories), "rubric": rubric, "judges": None},
    )


def stories_digest(stories: Sequence[Story]) -> str:
    """Everything that was judged, by any writer."""
    return digest(f"{each.model}:{each.setting}:{each.story}:{each.chapter}:{each.text}" for each in stories)


def failures(lines: Iterable[Synopsis | Story | Score | Duel]) -> tuple[Notice, ...]:
    """Every chapter that has no synopsis, story or score, with the reason."""
    return tuple(
        Notice.of("novelists.chapter-failed", story=each.story, chapter=each.chapter, why=each.trouble)
        for each in lines
        if each.trouble
    )
