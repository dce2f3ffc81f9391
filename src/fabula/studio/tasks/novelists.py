"""Rank writers by what judges said of them, as `fabula novelist board` does, and lay their stories side by side."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from fabula.errors import UsageError
from fabula.novelists.ranking_request import BoardRequest
from fabula.studio.home import write_json
from fabula.studio.tasks.request_form import RequestForm, form_for, request_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.novelists.lines import Synopsis
    from fabula.novelists.side_by_side import SideBySide
    from fabula.studio.tasks.context import TaskContext

BOARD = "ranked.json"
"""What the page is made of, among the files of the job."""
Form = form_for(BoardRequest, __name__, files={"results": "results", "reference": "results"})


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The board among the job's files, worded and drawn when somebody looks, and where each chapter's stories are."""
    context.progress.stage("results")
    request = await asyncio.to_thread(request_of, form, BoardRequest, context)
    return await asyncio.to_thread(_made, request, context)


def _made(request: BoardRequest, context: TaskContext) -> dict[str, Any]:
    """The board is made of the judgements; stories and synopses among the files are laid side by side."""
    from fabula.novelists.line_files import read_lines, stories_of
    from fabula.novelists.lines import Synopsis
    from fabula.novelists.side_by_side import side_by_side
    from fabula.novelists.vectors import kind_of, read_results

    kinds = {path: kind_of(path) for path in request.results}
    stories = stories_of([path for path, kind in kinds.items() if kind == "stories"])
    synopses: list[Synopsis] = [
        line for path, kind in kinds.items() if kind == "synopses" for line in read_lines(path, Synopsis)
    ]
    judged = tuple(path for path, kind in kinds.items() if kind not in ("stories", "synopses"))
    scores = read_results(judged).scores
    if not scores and not stories:
        raise UsageError(
            "these files hold neither judgements nor stories: choose what `novelist judge` wrote"
        )
    context.progress.stage("drawing")
    chapters = _laid_out(side_by_side(stories, scores, synopses), context)
    board = _board(request.but(results=judged), context) if scores else {"board": None}
    return {"stories": chapters, **board}


def _board(request: BoardRequest, context: TaskContext) -> dict[str, Any]:
    """The board and its document among the job's files, and what a list says of it."""
    from fabula.novelists.ranking import run_board
    from fabula.reports.novelists import DATA, board_data

    made = asyncio.run(run_board(request))
    saved = TypeAdapter(type(made.board)).dump_json(made.board)
    (context.files / BOARD).write_bytes(saved)
    (context.files / DATA).write_text(board_data(made.result.json_document), encoding="utf-8")
    return {"board": {"writers": len(made.board.rows), "judges": list(made.board.judges.names)}}


def _laid_out(chapters: Sequence[SideBySide], context: TaskContext) -> dict[str, Any]:
    """A small file for each chapter, so that a page never reads them all; and what is in them."""
    writers: dict[str, int] = {}
    listed: list[dict[str, Any]] = []
    folder = context.files / "chapters"
    folder.mkdir(exist_ok=True)
    for number, chapter in enumerate(chapters):
        write_json(folder / f"{number}.json", chapter.document())
        by = [writers.setdefault(one.writer, len(writers)) for one in chapter.written]
        listed.append({"story": chapter.story, "chapter": chapter.chapter, "by": by})
    return {
        "chapters": listed,
        "writers": list(writers),
        "texts": any(one.text for chapter in chapters for one in chapter.written),
    }
