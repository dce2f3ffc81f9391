"""`fabula readers`: what real readers said, and a model trained on it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model, spread_options
from fabula.cli.terminal import print_json, stderr, stdout, waited_for
from fabula.readermodel.request import LikeRequest, PredictRequest, TrainReaderModelRequest
from fabula.reviews.request import BuildRequest, StatsRequest
from fabula.training.request import ExportRequest

if TYPE_CHECKING:
    from fabula.models.several import Doors
    from fabula.reviews.run import BuildAnswer

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def readers() -> None:
    """What real readers said, and a model trained on it."""


@app.command()
@spread_options
def stats(
    *,
    request: StatsRequest,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for the figures, as SVG and PNG, and the JSON.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show statistics of a set of reviews: sizes, scores, aspects by genre, who writes, and what correlates with the rating."""
    from fabula.cli.readers_tables import show_statistics
    from fabula.reviews.run import run_stats

    stderr().print("reading the reviews ...")
    result = waited_for(run_stats(request)).result
    _show_skipped(result.skipped)
    document = result.json_document
    if out:
        from fabula.reports.readers import write_statistics

        stderr().print(f"figures: {write_statistics(document, out)}", markup=False)
    if as_json:
        print_json(document)
    else:
        show_statistics(document)


@app.command()
@asks_a_model
def build(*, request: BuildRequest, as_json: AsJson = False, asking: Asking) -> None:
    """Turn raw reviews into structured ones with a model: aspects, viewpoints, conclusion, rating."""
    from fabula.cli.readers_tables import show_build
    from fabula.reviews.run import run_build

    request.validate()
    if request.asks_model:
        whole = request.but(model=request.model or asking.required())

        async def work(doors: Doors) -> BuildAnswer:
            return await run_build(whole, doors)

        about = {"reviews": request.raw.name}
        answer = asking.run_several(whole, work, as_json=as_json, about=about)
    else:
        answer = asyncio.run(run_build(request, None))
    _show_skipped(answer.result.skipped)
    if as_json:
        print_json(answer.result.json_document)
    else:
        show_build(answer.result.json_document)
        _written(request.output)


@app.command()
@spread_options
def train(*, request: TrainReaderModelRequest, as_json: AsJson = False) -> None:
    """Train a reader model on books with ratings, validate it, and write its card. Takes some minutes for 450 books."""
    from fabula.cli.reader_model_tables import show_variants
    from fabula.readermodel.run import run_train

    result = asyncio.run(run_train(request, report=stderr().print)).result
    _show_skipped(result.skipped)
    if as_json:
        print_json(result.json_document)
    else:
        show_variants(result.json_document["variants"])
        stdout().print(f"Written to {request.output} ({result.bytes / 1e6:.2f} MB)", markup=False)
        stdout().print(f"Its card: {result.card}", markup=False)


@app.command()
@spread_options
def predict(*, request: PredictRequest, as_json: AsJson = False) -> None:
    """Predict readers' ratings with intervals from genres, length, premise, plot and cast."""
    from fabula.cli.reader_model_tables import show_predicted
    from fabula.errors import UsageError
    from fabula.readermodel.run import run_predict

    if request.output is None:
        raise UsageError("no output file given: use -o FILE")
    answer = waited_for(run_predict(request))
    if known := answer.result.trained_on:
        stderr().print(
            f"{known} of {answer.result.books} books were in the training data: "
            "agreement on them proves nothing"
        )
    if as_json:
        print_json(answer.result.json_document)
    else:
        show_predicted(answer.result, answer.model)
        _written(request.output)


@app.command()
@spread_options
def like(*, request: LikeRequest, as_json: AsJson = False) -> None:
    """Find published books similar to a manuscript, what their readers mentioned, and how they rated it."""
    from fabula.cli.reader_model_tables import show_comparable
    from fabula.readermodel.run import run_like

    result = waited_for(run_like(request)).result
    if as_json:
        print_json(result.json_document)
    else:
        show_comparable(result.like)


@app.command()
@spread_options
def export(*, request: ExportRequest, as_json: AsJson = False) -> None:
    """Export reviews as training examples for `fabula train`: a question in chat format and a reader's answer."""
    from fabula.training.run import run_export

    answer = waited_for(run_export(request))
    _show_skipped(answer.skipped)
    if as_json:
        print_json(answer.result.json_document)
        return
    for outcome, count in answer.result.outcomes.items():
        stdout().print(f"{count:>9,}  {outcome}", markup=False)
    _written(request.output)


def _show_skipped(skipped: Iterable[str]) -> None:
    for line in skipped:
        stderr().print(f"skipped: {line}", markup=False)


def _written(path: Path) -> None:
    """Say where the file is and how large: examples of a whole release take hundreds of megabytes."""
    from rich.filesize import decimal

    stdout().print(f"Written to {path} ({decimal(path.stat().st_size)})", markup=False)
