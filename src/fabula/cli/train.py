"""`fabula train`: a judge of your own, from readers' reviews."""

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
    """Fine-tune a judge on readers' reviews (needs fabula[train]); several GPUs with torchrun or accelerate launch."""


@spread_options
def fine_tune(*, request: FineTuneRequest, as_json: AsJson = False) -> None:
    """Train on examples, and say where the weights are. Both commands are this one: the examples make the difference."""
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
            f"{result.too_long:,} times an example was longer than {request.length} tokens and left out",
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
    "critique", help="A critic who reviews a book as its readers do: serve it, then evaluate --critique."
)(fine_tune)
app.command("persona", help="A judge in the place of one reader: serve it, then `fabula persona rate`.")(
    fine_tune
)
