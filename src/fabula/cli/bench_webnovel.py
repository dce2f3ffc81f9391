"""fabula bench webnovel: from a folder of novels to a leaderboard of models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import dollars, print_json, stderr
from fabula.errors import UsageError

if TYPE_CHECKING:
    pass


@asks_a_model
def webnovel(
    data: Annotated[
        Path | None,
        typer.Option("--data", help="A folder of novels in any format, or the paper's released JSON."),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option("--model", help="PROVIDER/NAME that writes; may be repeated.")
    ] = None,
    judges: Annotated[
        list[str] | None,
        typer.Option(
            "--judge", help="PROVIDER/NAME that judges; may be repeated. The first also tells the synopses."
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="A folder for stories, scores and the page.")
    ] = Path("webnovel.bench"),
    novels: Annotated[int, typer.Option("--novels", min=1, help="The size of the test set.")] = 100,
    chapters: Annotated[int, typer.Option("--chapters", min=1, help="In a row, of each novel.")] = 10,
    explicit: Annotated[
        bool, typer.Option("--explicit/--hidden", help="Tell the writers the eight criteria, or not.")
    ] = False,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="Ask each judge so often.")] = 1,
    pairwise: Annotated[bool, typer.Option("--pairwise", help="Also duels, by the first judge.")] = False,
    reference: Annotated[
        Path | None,
        typer.Option("--reference", help="From `novelist fit`; default: the paper's human novels."),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", help="A folder of an earlier run: place and board alone, no model."),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", help="The page's language: en or zh.")] = "en",
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """WebNovelBench: test set, stories, judgements, places and a leaderboard page, in one line that can be resumed.

    --max-cost and --max-calls are for all models together.
    """
    from fabula.benchmarks import webnovel as paper
    from fabula.cli.novelist_tables import show_board
    from fabula.novelists.place import read_reference, shipped_reference
    from fabula.reports.novelists import write_board
    from fabula.rubrics.files import load

    held = read_reference(reference) if reference else shipped_reference()
    if replay is not None:
        results = paper.replayed(replay)
    else:
        if data is None:
            raise UsageError(
                "--data: a folder of novels, or the released JSON; or --replay a folder of an earlier run"
            )
        names = tuple(model or [asking.required()])
        if not judges:
            raise UsageError("--judge: who judges? PROVIDER/NAME, best not one of the writers")
        wanted = paper.Wanted(
            data, names, tuple(judges), held, novels, chapters, explicit, repeats, pairwise, seed
        )
        about = {"data": data.name, "models": names, "judges": judges, "novels": novels, "seed": seed}
        settings = asking.settings(about)

        results = asking.run_several(lambda doors: paper.run(wanted, doors), as_json=as_json, about=about)
        paper.finish(results, settings, out)
    made = paper.leaderboard(results, held)
    page = write_board(made, load("webnovel"), out, lang, " ".join(results.signatures))
    for line in results.left_out:
        stderr().print(f"left out: {line}", markup=False)
    if results.usage:
        calls, cached = results.usage["calls"], results.usage["cached"]
        stderr().print(
            f"all models: {calls:,} calls answered, {cached:,} from the ledger, {dollars(results.usage['cost'])}"
        )
    stderr().print(f"page: {page}", markup=False)
    if as_json:
        told = {"signatures": results.signatures, "usage": results.usage, "not_in_the_set": results.left_out}
        print_json({**made.document(), **told})
    else:
        show_board(made, load("webnovel"))
