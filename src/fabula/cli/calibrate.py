"""`fabula calibrate`: a judge's scores as readers' stars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import print_result, stdout, waited_for
from fabula.measures.calibrate_request import CalibrateRequest

if TYPE_CHECKING:
    from fabula.measures.calibrating import CalibrateResult

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
@spread_options
def calibrate(*, request: CalibrateRequest, as_json: AsJson = False) -> None:
    """Learn how many stars readers would give a book with this judge's score."""
    from fabula.measures.calibrating import run

    result = waited_for(run(request)).result
    print_result(result, lambda: _show(result, str(request.out)), as_json=as_json)


def _show(result: CalibrateResult, out: str) -> None:
    tried = result.held_out
    tau = "none" if tried.tau is None else f"{tried.tau:.3f}"
    for line in (
        f"{tried.books} books; {out}: evaluate --calibration {out} shows readers' stars beside the judge's own score",
        f"on books it did not see: error {tried.rmse:.3f} stars (the mean alone: {tried.mean_rmse:.3f}), Kendall's tau {tau};"
        f" {100 * tried.coverage:.0f}% of ratings in an interval made for {100 * result.covers:.0f}%",
        *_joined(result),
        *(
            ["The score says too little of readers' stars: every book gets their mean."]
            if result.shape == "mean" and not result.joined
            else []
        ),
        *(
            []
            if result.judge
            else [
                "The scores do not say which judge gave them: `evaluate` cannot tell whether it is the same."
            ]
        ),
    ):
        stdout().print(line, markup=False, soft_wrap=True)


def _joined(result: CalibrateResult) -> list[str]:
    """What the stars rest on beside the overall score."""
    if result.alone is None:
        return [str(result.why)] if result.why else []
    return [
        f"{', '.join(result.joined)} join the overall score; by itself it has an error of {result.alone.rmse:.3f} stars"
    ]
