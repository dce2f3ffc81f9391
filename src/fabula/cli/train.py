"""`fabula train`: train your own judge on readers' reviews."""

from __future__ import annotations

import asyncio
from typing import Any

import typer

from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.training.request import FineTuneRequest

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def train() -> None:
    """Fine-tune a judge on readers' reviews (needs fabula[train]). For several GPUs, use torchrun or accelerate launch."""


@spread_options
def fine_tune(*, request: FineTuneRequest, as_json: AsJson = False) -> None:
    """Train on examples and print where the weights are. Both commands use this; only the examples differ."""
    from fabula.training.run import run_fine_tune

    answer = asyncio.run(run_fine_tune(request, report=_report))
    if not answer.leads:
        return
    result = answer.result
    if as_json:
        print_json(result.json_document)
        return
    stdout().print(
        f"{result.steps:,} steps on {result.examples:,} examples; loss {result.loss:.3f} at the end",
        markup=False,
    )
    if result.too_long:
        stdout().print(
            f"{result.too_long:,} times an example was left out because it is longer than {request.length} tokens",
            markup=False,
        )
    stdout().print(f"Written to {result.output}", markup=False)


def _report(line: dict[str, Any]) -> None:
    speed = line["tokens"] / max(line["seconds"], 1e-9)
    stderr().print(
        f"step {line['step']} of {line['of']}: loss {line['loss']:.4f}, {speed:,.0f} tokens a second",
        markup=False,
    )


app.command(
    "critique",
    help="Train a critic that reviews books as readers do. Serve it, then use evaluate --critique.",
)(fine_tune)
app.command(
    "persona", help="Train a judge that answers for one reader. Serve it, then use `fabula persona rate`."
)(fine_tune)
