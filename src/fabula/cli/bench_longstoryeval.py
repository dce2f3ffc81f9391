"""`fabula bench longstoryeval`: the paper's comparison, from live models or from recorded outputs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.benchmarks.longstoryeval_request import BenchLongStoryEvalRequest
from fabula.cli.options import AsJson, Asking, asks_a_model, engaged
from fabula.cli.terminal import print_json, stderr, waited_for

if TYPE_CHECKING:
    from fabula.benchmarks.longstoryeval_result import BenchLongStoryEvalResult


CsvFile = Annotated[
    Path | None,
    typer.Option("--csv", dir_okay=False, help="Write the paper's tables, its rows and yours, as CSV."),
]
LatexFile = Annotated[
    Path | None, typer.Option("--latex", dir_okay=False, help="The same as LaTeX, for a paper.")
]
Figures = Annotated[
    Path | None,
    typer.Option("--figures", file_okay=False, help="A folder for Figures 4, 6, 7 and 9 of the paper."),
]


@engaged
@asks_a_model
def longstoryeval(
    request: BenchLongStoryEvalRequest,
    csv_file: CsvFile = None,
    latex_file: LatexFile = None,
    figures: Figures = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """LongStoryEval: how far scores agree with readers, by strategy, model and aspect, beside simple baselines."""
    from fabula.benchmarks.longstoryeval_run import run

    request.validate()
    _check((csv_file, latex_file), (figures, request.calibrations))
    if request.model:
        about = {"data": request.data.name, "runs": request.runs, "anonymised": request.anonymise}
        compared = asking.run_several(
            request, lambda doors: run(request, doors), as_json=as_json, about=about
        )
    else:
        compared = waited_for(run(request, None))
    result = compared.result
    _write(result, csv_file, latex_file, figures)
    for line in result.skipped:
        stderr().print(f"skipped: {line}", markup=False)
    for note in (*result.troubles, *result.renaming):
        stderr().print(f"note: {note}", markup=False)
    if as_json:
        print_json(result.json_document)
    else:
        from fabula.cli.bench_longstoryeval_tables import show

        show(result)


def _check(files: Sequence[Path | None], folders: Sequence[Path | None]) -> None:
    """What cannot be written is found before anything is paid for."""
    from fabula.cli.outputs import check_folder
    from fabula.jsonl import check_writable

    for file in filter(None, files):
        check_writable(file)
    for folder in filter(None, folders):
        check_folder(folder)


def _write(
    result: BenchLongStoryEvalResult, csv_file: Path | None, latex_file: Path | None, figures: Path | None
) -> None:
    """The paper's tables and figures in the files that were asked for."""
    from fabula.benchmarks.longstoryeval_grid import as_csv, as_latex, grids

    for file, written in ((csv_file, as_csv), (latex_file, as_latex)):
        if file is not None:
            file.write_text(written(grids(result)), encoding="utf-8")
    if figures is not None:
        from fabula.reports.longstoryeval import write_figures

        stderr().print(f"figures: {write_figures(result.json_document, figures)}", markup=False)
