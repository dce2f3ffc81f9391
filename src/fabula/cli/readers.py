"""`fabula readers`: what real readers said, and what can be learned from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import margin, page, print_json

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.readers.restructure import Build

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

Books = Annotated[Path, typer.Option("--books", help="Books: JSONL as in LongStoryEval's release.")]
Reviews = Annotated[Path, typer.Option("--reviews", help="Readers' reviews: parquet or JSONL, as released.")]


@app.callback()
def readers() -> None:
    """What real readers said, and a model that learned from it."""


@app.command()
def stats(
    books: Books,
    reviews: Reviews,
    thin: Annotated[
        bool, typer.Option("--thin", help="First bring each book's stars to its rating distribution.")
    ] = False,
    normalise: Annotated[
        bool,
        typer.Option("--normalise", help="First move each reader's stars to the platform's mean and spread."),
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """What a set of reviews holds: sizes, scores, aspects by genre, who writes, what goes with the rating."""
    from fabula.cli.readers_tables import show_statistics
    from fabula.readers.reviews import read_release
    from fabula.readers.statistics import statistics

    release = read_release(books, reviews)
    for line in release.skipped:
        margin().print(f"skipped: {line}", markup=False)
    document = statistics(release, thinned=thin, normalised=normalise, seed=seed)
    if as_json:
        print_json(document)
    else:
        show_statistics(document)


@app.command()
@asks_a_model
def build(
    raw: Annotated[Path, typer.Argument(help="Raw reviews: JSONL with book, reviewer, rating, text.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Structured reviews, one a line.")],
    recorded: Annotated[
        bool, typer.Option("--recorded", help="`text` is a model's recorded Markdown: read it, ask nobody.")
    ] = False,
    second_model: Annotated[
        str | None, typer.Option("--second-model", help="Asked where the first leaves the reader's words.")
    ] = None,
    ask_names: Annotated[
        bool, typer.Option("--ask-names", help="Ask the model where unknown names of aspects belong.")
    ] = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Raw reviews put in order by a model: aspects, viewpoints, conclusion, rating."""
    from fabula.cli.readers_tables import show_build
    from fabula.readers.rawreviews import read_raw, write_rows
    from fabula.readers.restructure import build_with, gather, replayed

    found, skipped = read_raw(raw, recorded=recorded)
    for line in skipped:
        margin().print(f"skipped: {line}", markup=False)
    if recorded:
        result = gather(replayed(found))
    else:

        async def work(door: Door) -> Build:
            return await build_with(door, found, second_model, asking.settings({}), ask_names=ask_names)

        result = asking.run(work, as_json=as_json, about={"reviews": raw.name})
    write_rows(result.rows, output)
    document: dict[str, Any] = {
        "reviews": len(found),
        "written": len(result.rows),
        "outcomes": dict(result.outcomes),
        "left_out": result.left_out,
        "unrated": result.unrated,
        "unknown_names": dict(result.unknown_names.most_common()),
        "skipped": skipped,
        "output": str(output),
    }
    if as_json:
        print_json(document)
    else:
        show_build(document)
        page().print(f"Written to {output}", markup=False)
