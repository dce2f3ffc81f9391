"""fabula evaluate: judge one book or many."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import (
    AsJson,
    Asking,
    EngineChoice,
    EngineOption,
    Workers,
    asks_a_model,
    typed_command,
)
from fabula.cli.outputs import Overwrite
from fabula.cli.terminal import print_json, stdout
from fabula.errors import UsageError
from fabula.judging.request import EvaluateRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabula.cli.evaluate_reports import Reports
    from fabula.judging.evaluation import Evaluation
    from fabula.judging.many import Failed
    from fabula.judging.sources import Asked
    from fabula.models.door import Door

_NAMED = 10
"""So many books without figures are named."""

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

Books = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="BOOK...",
        help="Book files, folders of chapters, folders of books, or a .jsonl or .parquet file with a row per book: its path "
        "and what is known about it. With --results also a URL (s3://, gs://).",
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", help="The report folder. Default: BOOK.fabula next to the book.")
]
Pdf = Annotated[bool, typer.Option("--pdf", help="Also report.pdf, printed by Chromium, Chrome or Edge.")]
Png = Annotated[bool, typer.Option("--png", help="Write every figure as PNG too, beside its SVG.")]
ShelfTable = Annotated[
    Path | None,
    typer.Option(
        "--results",
        help="For many books: write one row per book to this .csv, .jsonl or .parquet file, or as Parquet shards to this "
        "folder, without reports; give the same place again to resume.",
    ),
]


@app.command()
@asks_a_model
def evaluate(
    book: Books = None,
    out: Out = None,
    pdf: Pdf = False,
    overwrite: Overwrite = False,
    png: Png = False,
    results: ShelfTable = None,
    engine: EngineOption = EngineChoice.POOL,
    workers: Workers = None,
    as_json: AsJson = False,
    *,
    request: EvaluateRequest,
    asking: Asking,
) -> None:
    """Judge books: eight aspects with evidence if you name a model, or findings and a predicted readers' rating without one."""
    from fabula.cli.evaluate_reports import Reports

    books = _asked(book, request, asking.named())
    if results is not None:
        _table(books, results, asking, engine, workers, as_json)
        return
    if any(each.remote for each in books):
        raise UsageError(
            "a report cannot be written beside a URL: give --results FILE, or copy the books here"
        )
    reports = Reports(
        [each.request for each in books], out, asking, overwrite=overwrite, as_json=as_json, png=png, pdf=pdf
    )
    with reports.finished():
        _run(books, reports, asking, engine, as_json)
    first = books[0].request
    unjudged = request.method is None and not first.asks_model and first.recording is None
    if unjudged and not as_json and sys.stderr.isatty():
        _tell_of_servers_here()


def _tell_of_servers_here() -> None:
    """Name a model that runs on this machine, with the option that would use it."""
    import asyncio

    from fabula.cli.terminal import stderr
    from fabula.models.config import load_config
    from fabula.models.nearby import models_nearby

    if found := asyncio.run(models_nearby(load_config())):
        stderr().print(
            f"A model answers on this machine. It judges, and nothing leaves the machine, with:\n"
            f"{typed_command()} --model {found[0]}",
            markup=False,
            soft_wrap=True,
        )


def _asked(books: list[str] | None, request: EvaluateRequest, model: str | None) -> list[Asked]:
    """The books that were named. How a folder was taken is said at once."""
    from fabula.cli.terminal import stderr
    from fabula.judging.sources import Asked, sources

    if not books or request.plan is not None:
        return [Asked("", request.but(book=Path(books[0]) if books else None).for_model(model))]
    shelf = sources(books)
    for notice in shelf.notices:
        stderr().print(str(notice), markup=False, soft_wrap=True)
    return [replace(each, request=each.request.for_model(model)) for each in shelf.asked(request)]


def _table(
    books: Sequence[Asked],
    results: Path,
    asking: Asking,
    engine: EngineChoice,
    workers: int | None,
    as_json: bool,
) -> None:
    """Judge too many books for separate reports: one row per book."""
    if books and books[0].request.asks_model:
        unjudged = _table_by_model(books, results, asking, engine, as_json)
    else:
        unjudged = _table_without_model(books, results, engine, workers)
    if as_json:
        print_json({"results": str(results), "books": len(books), "unjudged": unjudged})
    else:
        few = f"{len(books)} book{'s' * (len(books) != 1)}"
        failed = f", {unjudged} of them not judged" if unjudged else ""
        stdout().print(f"{few}{failed}: {results}", markup=False)
        _tell_what_failed(results, [each.key for each in books])
    _tell_of_one_score(results, [each.key for each in books])
    if unjudged:
        raise typer.Exit(1)


def _table_without_model(
    books: Sequence[Asked], results: Path, engine: EngineChoice, workers: int | None
) -> int:
    """On every core or a cluster."""
    from fabula.cli.pace import pacing
    from fabula.judging.embedded_shelf import judge_shelf
    from fabula.workers.engines import engine as named

    with pacing(len(books), "books") as seen:
        return judge_shelf(books, named(engine.value, workers), results, seen)


def _table_by_model(
    books: Sequence[Asked], results: Path, asking: Asking, engine: EngineChoice, as_json: bool
) -> int:
    """Calls, and what books need beside them, on a cluster if one is named."""
    from fabula.cli.pace import Pace
    from fabula.judging.shelf_by_model import judge_shelf_by_model
    from fabula.workers.place import elsewhere

    pace = Pace(len(books), "books")

    async def work(door: Door) -> int:
        return await judge_shelf_by_model(books, door, results, pace.seen)

    with elsewhere(engine.value):
        return asking.run(work, as_json=as_json, about=_about(books), pace=pace.line)


def _about(books: Sequence[Asked]) -> dict[str, Any]:
    """What the ledger keeps of this run."""
    from fabula.judging.many import name_of
    from fabula.request import document

    return {"books": [name_of(each.request) for each in books], "request": document(books[0].request)}


def _run(
    books: Sequence[Asked], reports: Reports, asking: Asking, engine: EngineChoice, as_json: bool
) -> None:
    """Evaluate through the open door of a model, or on every core if no model is needed."""
    from itertools import count

    from fabula.cli.pace import Pace
    from fabula.cli.terminal import print_plan
    from fabula.judging.many import evaluate_many
    from fabula.models.chat import Tally
    from fabula.workers.place import elsewhere

    pace = Pace(len(books), "books") if len(books) > 1 else None
    done = count()
    if pace:
        pace.seen(next(done))

    def write(place: int, found: Evaluation | Failed) -> None:
        reports.write(place, found)
        if pace:
            pace.seen(next(done))

    async def work(door: Door) -> None:
        await evaluate_many(books, door, write)

    if books[0].request.asks_model:
        with elsewhere(engine.value):
            asking.run(work, as_json=as_json, about=_about(books), pace=pace.line if pace else None)
    elif not asking.dry_run:
        with elsewhere(engine.value):
            _without_model(books, write)
    elif as_json:
        print_plan("embedded", Tally(), as_json=True)
        raise typer.Exit
    else:
        stdout().print("No calls would be made: this needs no model.")
        raise typer.Exit


def _without_model(books: Sequence[Asked], write: Callable[[int, Evaluation | Failed], None]) -> None:
    """On every core. While a book is read, a terminal shows that it is; what is printed of it stands alone."""
    from contextlib import ExitStack

    from fabula.cli.terminal import at_work
    from fabula.judging.many import evaluate_without_model

    with ExitStack() as line:
        line.enter_context(at_work())

        def alone(place: int, found: Evaluation | Failed) -> None:
            line.close()
            write(place, found)
            if place + 1 < len(books):
                line.enter_context(at_work())

        evaluate_without_model(books, alone)


def _tell_of_one_score(results: Path, keys: Sequence[str]) -> None:
    from fabula.cli.evaluate_reports import say_one_score
    from fabula.judging.shelf_results import scores_at

    found = scores_at(results)
    say_one_score([score for key in dict.fromkeys(keys) if (score := found.get(key)) is not None])


def _tell_what_failed(results: Path, keys: Sequence[str]) -> None:
    """The first books without figures, each with the reason: somebody must mend or replace them."""
    from fabula.cli.terminal import stderr
    from fabula.judging.shelf_results import not_judged_at

    found = not_judged_at(results)
    failed = [f"{key}: {found[key]}" for key in dict.fromkeys(keys) if key in found]
    for line in failed[:_NAMED]:
        stderr().print(f"  {line}", markup=False, soft_wrap=True)
    if len(failed) > _NAMED:
        stderr().print(
            f"  and {len(failed) - _NAMED} more: the column `why` says what is wrong", markup=False
        )
