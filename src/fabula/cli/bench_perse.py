"""fabula bench perse: a model that predicts particular readers, beside baselines that know only their ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.benchmarks.perse_request import BenchPerseRequest
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_json, stderr, waited_for

Figures = Annotated[
    Path | None,
    typer.Option("--figures", file_okay=False, help="A folder for Figures 3, 4 and 8 of the paper."),
]


@asks_a_model
def perse(
    request: BenchPerseRequest, figures: Figures = None, as_json: AsJson = False, *, asking: Asking
) -> None:
    """PerSE: predict a particular reader's scores, choices and reviews, beside baselines that know only their ratings.

    Without --model, or with --model embedded, computes only the baselines.
    """
    from fabula.benchmarks.perse import run
    from fabula.cli.outputs import check_folder

    request = request.for_model(asking.named())
    if figures is not None:
        check_folder(figures)
    if not request.asks_model:
        result = waited_for(run(request, None)).result
    else:
        about = {"data": request.data.name, "questions": request.questions, "seed": request.seed}
        result = asking.run_several(
            request, lambda doors: run(request, doors), as_json=as_json, about=about
        ).result
    if figures is not None:
        from fabula.reports.perse import write_figures

        stderr().print(f"figures: {write_figures(result.json_document, figures)}", markup=False)
    if as_json:
        print_json(result.json_document)
    else:
        from fabula.cli.bench_perse_tables import show

        show(result)
