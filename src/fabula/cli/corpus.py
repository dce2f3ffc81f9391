"""fabula corpus: many books to a clean shelf, on one machine or a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, EngineChoice, EngineOption, Workers
from fabula.cli.terminal import counting, print_json, stderr, stdout

if TYPE_CHECKING:
    from fabula.shelf.clean import Cleaned

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


Folder = Annotated[str, typer.Argument(metavar="DIR", help="A folder of books, or an fsspec URL (s3://...).")]
Out = Annotated[Path, typer.Option("--out", "-o", help="The folder to write; the same one again resumes.")]


@app.callback()
def corpus() -> None:
    """Many books to a clean shelf."""


@app.command()
def chapters(
    folder: Folder,
    out: Out,
    engine: EngineOption = EngineChoice.POOL,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Every book of a folder, of any format, as JSON with its chapters; what is no book is in ledger.jsonl."""
    from fabula.shelf.clean import cut_chapters
    from fabula.workers import engine as named

    with counting() as seen:
        result = cut_chapters(folder, out, named(engine.value, workers), seen)
    _tell(result, out, as_json)


@app.command()
def dedup(
    folder: Folder,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Keep groups.jsonl and what was read, so that it resumes."),
    ] = None,
    engine: EngineOption = EngineChoice.POOL,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Which books are one novel: re-posted, edited, in another script or encoding, or cut short. Nothing is deleted."""
    import tempfile
    from dataclasses import asdict

    from fabula.shelf.clean import duplicates
    from fabula.workers import engine as named

    with tempfile.TemporaryDirectory() as passing, counting() as seen:
        files, groups, unread = duplicates(folder, out or Path(passing), named(engine.value, workers), seen)
    if as_json:
        print_json(
            {
                "files": files,
                "groups": [asdict(group) for group in groups],
                "unreadable": [{"book": each.book, "why": each.why} for each in unread],
            }
        )
        return
    copies = sum(len(group.copies) for group in groups)
    stdout().print(
        f"{files:,} files; {copies:,} of them are copies or parts of {len(groups):,} others", markup=False
    )
    for group in groups:
        stdout().print(group.kept, markup=False)
        for copy in group.copies:
            how = f"ratio {copy.ratio:.3f}" if copy.ratio is not None else "by way of other copies"
            how = f"a part of it, {copy.share:.0%} found" if copy.share is not None else how
            stdout().print(f"    {copy.name}: {how}, {copy.length:.0%} of its length", markup=False)
    for each in unread:
        stderr().print(f"{each.book}: {each.why}", markup=False)


@app.command()
def clean(
    folder: Folder,
    out: Out,
    fewest_chapters: Annotated[int, typer.Option("--fewest-chapters", min=1, help="Books below leave.")] = 10,
    target: Annotated[
        int | None,
        typer.Option("--target", min=1, help="Drop authors with the fewest works, down to so many books."),
    ] = None,
    engine: EngineOption = EngineChoice.POOL,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """The whole line: read, drop copies, cut into chapters, drop short books and rare authors; ledger.jsonl says why."""
    from fabula.shelf.clean import clean as clean_shelf
    from fabula.workers import engine as named

    with counting() as seen:
        result = clean_shelf(folder, out, named(engine.value, workers), seen, fewest_chapters, target)
    _tell(result, out, as_json)


def _tell(result: Cleaned, out: Path, as_json: bool) -> None:
    if as_json:
        print_json({"files": result.files, "kept": result.kept, "left": result.by_step(), "out": str(out)})
        return
    reasons = {
        "read": "are no books that can be read",
        "duplicates": "are copies or parts of others",
        "chapters": "have too few chapters",
        "authors": "are by authors with the fewest works",
    }
    stdout().print(f"{result.kept:,} of {result.files:,} files are on the shelf in {out}", markup=False)
    for step, count in result.by_step().items():
        stdout().print(f"    {count:,} left: they {reasons[step]}", markup=False)
    if result.left:
        stdout().print("ledger.jsonl names each and says why", markup=False)
