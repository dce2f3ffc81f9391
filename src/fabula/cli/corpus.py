"""fabula corpus: turns many books into a clean shelf, on one machine or a cluster."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import counting, print_json, print_result, stderr, stdout
from fabula.shelf.request import CorpusChaptersRequest, CorpusCleanRequest, CorpusDedupRequest

if TYPE_CHECKING:
    from fabula.shelf.run import CorpusDedupResult, CorpusResult

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)
_REASONS = {
    "read": "not readable as books",
    "duplicates": "copies or parts of others",
    "chapters": "too few chapters (--fewest-chapters)",
    "authors": "by authors with the fewest works",
}


@app.callback()
def corpus() -> None:
    """Turn many books into a clean shelf."""


@app.command()
@spread_options
def chapters(request: CorpusChaptersRequest, as_json: AsJson = False) -> None:
    """Write every book of a folder, in any format, as JSON with its chapters. ledger.jsonl lists files that are not books."""
    from fabula.shelf.run import run_chapters

    with counting() as seen:
        answer = asyncio.run(run_chapters(request, seen=seen))
    _show(answer.result, as_json)


@app.command()
@spread_options
def dedup(request: CorpusDedupRequest, as_json: AsJson = False) -> None:
    """Find copies of the same novel: posted again, edited, in another script or encoding, or shortened. Deletes nothing."""
    from fabula.shelf.run import run_dedup

    with counting() as seen:
        result = asyncio.run(run_dedup(request, seen=seen)).result
    print_result(result, lambda: _show_groups(result), as_json=as_json)


@app.command()
@spread_options
def clean(request: CorpusCleanRequest, as_json: AsJson = False) -> None:
    """Drop copies, short books and rare authors, and split the rest into chapters. ledger.jsonl lists what was dropped."""
    from fabula.shelf.run import run_clean

    with counting() as seen:
        answer = asyncio.run(run_clean(request, seen=seen))
    _show(answer.result, as_json)


def _show(result: CorpusResult, as_json: bool) -> None:
    if as_json:
        print_json(result.json_document)
        return
    stdout().print(
        f"{result.kept:,} of {result.files:,} files are on the shelf in {result.out}", markup=False
    )
    for step, count in result.left.items():
        stdout().print(f"    {count:,} dropped: {_REASONS[step]}", markup=False)
    if result.left:
        stdout().print("ledger.jsonl names each and says why", markup=False)


def _show_groups(result: CorpusDedupResult) -> None:
    copies = sum(len(group.copies) for group in result.groups)
    stdout().print(
        f"{result.files:,} files; {copies:,} of them are copies or parts of {len(result.groups):,} others",
        markup=False,
    )
    for group in result.groups:
        stdout().print(group.kept, markup=False)
        for copy in group.copies:
            how = f"ratio {copy.ratio:.3f}" if copy.ratio is not None else "through other copies"
            how = f"a part of it, {copy.share:.0%} found" if copy.share is not None else how
            stdout().print(f"    {copy.name}: {how}, {copy.length:.0%} of its length", markup=False)
    for each in result.unreadable:
        named = "" if each.book in str(each.why) else f"{each.book}: "
        stderr().print(f"{named}{each.why}", markup=False, soft_wrap=True)
