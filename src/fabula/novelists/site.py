"""Everything that a published leaderboard shows: the board, every chapter by everyone, and how each writer holds out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.models.door import Door
from fabula.novelists.asking import criteria, dimensions
from fabula.novelists.board import Board, board
from fabula.novelists.course import courses, trends
from fabula.novelists.line_files import read_lines, stories_of
from fabula.novelists.lines import HUMAN, Story, Synopsis, writer
from fabula.novelists.ranking import asked_times, reference_digest, reference_of
from fabula.novelists.ranking_request import SiteRequest
from fabula.novelists.results_board import SiteResult
from fabula.novelists.results_checks import Trend
from fabula.novelists.results_whole import WholeBookResult, WholeResult
from fabula.novelists.side_by_side import SideBySide, side_by_side
from fabula.novelists.sources import read_shelf
from fabula.novelists.vectors import kind_of, read_results
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.signature import sign

PAGE = "index.html"


@dataclass(frozen=True, slots=True)
class WholeVerdict:
    """What one judge said of a long story as a whole book."""

    judge: str
    book: WholeBookResult


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """The result, and what the pages are made of."""

    result: SiteResult
    board: Board
    chapters: tuple[SideBySide, ...]
    trends: dict[str, Trend]
    """By writer, for writers with stories of several chapters."""
    whole: tuple[WholeVerdict, ...]


async def run_site(request: SiteRequest, door: Door | None = None) -> SiteAnswer:
    """Gathers a leaderboard's pages from the files of a run, or of several."""
    del door
    request.validate()
    files = _files(request.results or (request.out,))
    kinds = {path: kind_of(path) for path in files}
    found = read_results([path for path, kind in kinds.items() if kind in ("scores", "duels", "gauged")])
    if not found.scores:
        raise UsageError(
            "these files hold no judgements: give the folder of `bench webnovel`, or what `novelist judge` wrote"
        )
    stories = stories_of([path for path, kind in kinds.items() if kind == "stories"])
    synopses = [
        line for path, kind in kinds.items() if kind == "synopses" for line in read_lines(path, Synopsis)
    ]
    reference = reference_of(request.reference, found.scores)
    made = board(found.scores, reference, dimensions(), found.duels, found.gauged)
    judged = {(score.story, score.chapter) for score in found.scores}
    human = [] if request.no_human_text else _human(request.shelf, {story for story, _ in judged}, made)
    known = {(writer(story), story.story, story.chapter) for story in stories}
    stories += [one for one in human if (one.story, one.chapter) in judged and _key(one) not in known]
    if request.no_human_text:
        stories = [story for story in stories if story.setting != "human"]
    chapters = tuple(side_by_side(stories, found.scores, synopses))
    written = [story for story in stories if story.text]
    verdicts = _whole(files, {row.writer for row in made.rows}, {each.story for each in chapters})
    signature = sign(
        request,
        "webnovel.site",
        asked={"n": asked_times(found.scores)},
        digests={
            "results": digest(sorted(line.model_dump_json() for line in [*found.scores, *found.duels])),
            "rubric": rubric_digest(criteria()),
            "reference": reference_digest(reference),
            "whole": digest(each.book.model_dump_json() for each in verdicts) if verdicts else None,
        },
    )
    result = SiteResult(
        request=document(request),
        signature=signature,
        out=str(request.out),
        page=str(request.out / PAGE),
        writers=len(made.rows),
        stories=len({chapter.story for chapter in chapters}),
        chapters=len(chapters),
        whole_books=len(verdicts),
        calibrated=not made.cautions,
        cautions=made.cautions,
    )
    held = {each.model: each for each in trends(courses(written, found.scores))} if written else {}
    return SiteAnswer(result, made, chapters, held, verdicts)


def _key(story: Story) -> tuple[str, str, int]:
    return writer(story), story.story, story.chapter


def _files(given: Sequence[Path]) -> list[Path]:
    """The files named, and the lines in the folders named."""
    found: list[Path] = []
    for path in given:
        if path.is_dir():
            found += sorted(path.rglob("*.jsonl")) + sorted(path.rglob("*.json"))
        elif path.is_file():
            found.append(path)
        else:
            raise UsageError(f"no file or folder at {path}: give the folder of `bench webnovel`")
    if not found:
        raise UsageError(f"{given[0]} holds no lines of a run: give --results with a folder or files")
    return found


def _whole(files: Sequence[Path], writers: set[str], stories: set[str]) -> tuple[WholeVerdict, ...]:
    """The verdicts of `novelist whole` on books that have a page. A result that is there twice counts once."""
    found = {}
    for path in files:
        if path.suffix == ".json" and _kind(path) == WholeResult.KIND:
            result = WholeResult.load(path)
            found[result.signature] = result
    return tuple(
        WholeVerdict(result.model.name if result.model else "", book)
        for result in found.values()
        for book in result.books
        if book.writer in writers or book.story in stories
    )


def _kind(path: Path) -> object:
    """The kind of a saved result, or None for any other file."""
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError, OSError):
        return None
    return document.get("kind") if isinstance(document, dict) else None


def _human(shelves: Sequence[Path], stories: set[str], made: Board) -> list[Story]:
    """The human chapters of the shelves' books, under the name that the board gives to humans."""
    if not shelves:
        return []
    names = [row.model for row in made.rows if row.setting == "human"] or [HUMAN]
    shelf = read_shelf([], shelves)
    return [
        Story(
            model=one.group if one.group in names else names[0], story=one.book.id, chapter=chapter.number,
            text=chapter.text, language=one.book.language, setting="human",
        )
        for one in shelf.books
        if one.book.id in stories
        for chapter in one.book.chapters
    ]  # fmt: skip
