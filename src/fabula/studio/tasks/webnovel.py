"""Can a model write? Synopses of books of the shelf, stories that a model writes from them, and a judge of both: what
`fabula bench webnovel` does. Its files become results of the studio, from which the leaderboard is made."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING, Any

from pydantic import Field

from fabula.benchmarks.webnovel_request import BenchWebnovelRequest
from fabula.request import document
from fabula.studio.home import store_text
from fabula.studio.tasks.request_form import Identifier, RequestForm, form_for, request_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fabula.studio.tasks.context import TaskContext

MOST_BOOKS = 30
Form = form_for(
    BenchWebnovelRequest,
    __name__,
    files={},
    leave_out={
        "novels": "all books that were ticked are used",
        "paper": "the released novels of the paper are no books of the shelf",
    },
    limits={"chapters": 100, "repeats": 20},
    further={
        "books": (tuple[Identifier, ...], Field(min_length=1, max_length=MOST_BOOKS)),
        "model": (str | None, Field(default=None, max_length=200)),
        "judge": (str, Field(max_length=200)),
    },
)


async def run(form: RequestForm, context: TaskContext) -> dict[str, Any]:
    """The document of `bench webnovel --json`, and the ids of the files that a leaderboard is made of."""
    from fabula.benchmarks.webnovel import SCORES, STORIES, SYNOPSES, run

    said = form.model_dump()
    data = await asyncio.to_thread(gathered, said["books"], context)
    judge, writer = said["judge"], str(form.model)
    request = request_of(
        form, BenchWebnovelRequest, context,
        data=data, out=context.files / "line", model=(writer,), judge=(judge,), novels=len(said["books"]),
    )  # fmt: skip
    context.progress.stage("writing")
    models = list(dict.fromkeys((writer, judge)))
    async with context.doors(form, models, {"request": document(request)}) as doors:
        answer = await run(request, doors)
    shutil.rmtree(data)
    if context.rehearsing:
        return {}
    made = {name: request.out / name for name in (SCORES, STORIES, SYNOPSES)}
    kept = [
        store_text(context.home, "results", f"{writer.replace('/', '-')}.{name}", file.read_text("utf-8")).id
        for name, file in made.items()
        if file.is_file() and file.stat().st_size
    ]
    return {"result": answer.result.json_document, "files": kept}


def gathered(books: Sequence[str], context: TaskContext) -> Path:
    """The books in one folder, each in a folder of its own, as their files may share a name."""
    folder = context.files / "novels"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number, each in enumerate(books, 1):
        path = context.path("books", each)
        shutil.copyfile(path, folder / f"{number:02}-{path.name}")
    return folder
