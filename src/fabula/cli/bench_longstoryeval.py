"""`fabula bench longstoryeval`: the paper's comparison, from live models or from recorded outputs."""

from __future__ import annotations

import asyncio

from fabula.benchmarks.longstoryeval_request import BenchLongStoryEvalRequest
from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_json, stderr


@asks_a_model
def longstoryeval(
    request: BenchLongStoryEvalRequest,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """LongStoryEval: how far scores agree with readers, by strategy, model and aspect, beside simple baselines."""
    from fabula.benchmarks.longstoryeval_run import run

    request.validate()
    if request.model:
        about = {"data": request.data.name, "runs": request.runs, "anonymised": request.anonymise}
        compared = asking.run_several(
            request, lambda doors: run(request, doors), as_json=as_json, about=about
        )
    else:
        compared = asyncio.run(run(request, None))
    result = compared.result
    for line in result.skipped:
        stderr().print(f"skipped: {line}", markup=False)
    if as_json:
        print_json(result.json_document)
    else:
        from fabula.cli.bench_longstoryeval_tables import show

        show(result)
