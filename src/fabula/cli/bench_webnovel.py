"""fabula bench webnovel: from a folder of novels to a leaderboard of models."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.benchmarks.webnovel_request import BenchWebnovelRequest
from fabula.cli.novelist import PageLanguage
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import dollars, print_result, stderr

if TYPE_CHECKING:
    from fabula.benchmarks.webnovel import BenchWebnovelAnswer

Site = Annotated[
    Path | None, typer.Option("--site", help="Also make a static site in this folder, with every chapter.")
]


@asks_a_model
def webnovel(
    request: BenchWebnovelRequest,
    lang: PageLanguage = "en",
    site: Site = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """WebNovelBench: test set, stories, judgements, placements and a leaderboard page, in one resumable command.

    --max-cost and --max-calls apply to all models together.
    """
    from fabula.benchmarks.webnovel import run
    from fabula.novelists.asking import criteria

    if request.replay is not None:
        answer = asyncio.run(run(request, None))
    else:
        whole = request.for_model(asking.model)
        data = whole.data.name if whole.data else None
        about: dict[str, Any] = {"data": data, "models": whole.model}
        about |= {"judges": whole.judge, "novels": whole.novels, "seed": whole.seed}
        answer = asking.run_several(whole, lambda doors: run(whole, doors), as_json=as_json, about=about)
    result = answer.result
    from fabula.reports.novelists import write_board

    page = write_board(answer.board, result.json_document, criteria(), request.out, lang)
    for notice in result.not_in_the_set:
        stderr().print(f"left out: {notice}", markup=False)
    if usage := result.usage:
        paid = f"{usage.calls:,} calls answered, {usage.cached:,} from the ledger, {dollars(usage.cost)}"
        stderr().print(f"all models: {paid}")
    stderr().print(f"page: {page}", markup=False)
    if site is not None:
        stderr().print(f"site: {_publish(request, site, lang)}", markup=False)
    print_result(result, lambda: _show(answer), as_json=as_json)


def _show(answer: BenchWebnovelAnswer) -> None:
    from fabula.cli.novelist_tables import show_beside_paper, show_board
    from fabula.novelists.asking import criteria

    show_board(answer.board, criteria())
    show_beside_paper(answer.result.beside_paper)


def _publish(request: BenchWebnovelRequest, folder: Path, lang: str) -> Path:
    """The site of what this run, or the replayed one, has left on disk."""
    from fabula.novelists.asking import criteria
    from fabula.novelists.ranking_request import SiteRequest
    from fabula.novelists.site import run_site
    from fabula.reports.novelists_site import write_site

    asked = SiteRequest(folder, results=(request.replay or request.out,), reference=request.reference)
    answer = asyncio.run(run_site(asked))
    return write_site(answer, answer.result.json_document, criteria(), folder, lang)
