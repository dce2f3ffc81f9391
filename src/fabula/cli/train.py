"""`fabula train`: train your own judge on readers' reviews."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import typer

from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.training.request import FineTuneRequest

if TYPE_CHECKING:
    from fabula.training.result import MemoryPlan, MemoryWay

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
    if result.memory:
        _show_memory(result.memory)
        return
    stdout().print(
        f"{result.steps:,} steps on {result.examples:,} examples; loss {result.loss or 0:.3f} at the end",
        markup=False,
    )
    if result.too_long:
        stdout().print(
            f"{result.too_long:,} times an example was left out because it is longer than {request.length} tokens",
            markup=False,
        )
    stdout().print(f"Written to {result.output}", markup=False)


def _show_memory(plan: MemoryPlan) -> None:
    from fabula.cli.terminal import plain_table

    asked = plan.asked
    stdout().print(f"{plan.parameters:,} parameters, {asked.trained:,} of them trained", markup=False)
    table = plain_table(None, "GiB on each GPU", "as asked", *(_named(each) for each in plan.ways))
    for part in ("weights", "gradients", "optimiser", "activations", "total"):
        table.add_row(part, *(f"{getattr(each, part):,.1f}" for each in (asked, *plan.ways)))
    table.add_row("fits 80 GB", *("yes" if each.fits else "no" for each in (asked, *plan.ways)))
    table.add_row("longest row", *(f"{each.longest or 0:,}" for each in (asked, *plan.ways)))
    stdout().print(table)
    stdout().print(
        f"Activations are computed twice, or kept (--no-checkpointing). Rows of {asked.length:,} tokens (--length); "
        f"the longest row is what fits {plan.room:g} GiB. This is an estimate: its formula stands in docs/methods.md.",
        markup=False,
    )


def _named(way: MemoryWay) -> str:
    return f"{'full' if way.full else 'LoRA'},\n{'twice' if way.checkpointing else 'kept'}"


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
