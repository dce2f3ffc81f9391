"""`fabula train`: a judge of one's own, from readers' reviews."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from fabula.cli.options import AsJson, Seed
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import FabulaError, UsageError

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)

_NEEDED = ("torch", "transformers", "peft")

Model = Annotated[
    str, typer.Option("--model", help="A causal language model: a folder, or a name on the hub.")
]
Data = Annotated[
    Path, typer.Option("--data", help="Lessons in chat form, as `fabula readers export` writes them.")
]
Output = Annotated[
    Path, typer.Option("--output", "-o", help="A folder for weights, checkpoints and log.jsonl.")
]
Full = Annotated[
    bool, typer.Option("--full/--lora", help="Train all weights, or a LoRA on every linear layer.")
]
Rank = Annotated[int, typer.Option("--rank", min=1, help="Of the LoRA.")]
Alpha = Annotated[int, typer.Option("--alpha", min=1, help="Of the LoRA.")]
Rate = Annotated[float, typer.Option("--learning-rate", min=0)]
Batch = Annotated[int, typer.Option("--batch", min=1, help="Lessons a step, over all devices.")]
Epochs = Annotated[int, typer.Option("--epochs", min=1)]
Length = Annotated[
    int, typer.Option("--length", min=64, help="Tokens a row; longer lessons are left out and counted.")
]
Share = Annotated[
    int,
    typer.Option(
        "--share", min=1, help="Lessons at most that share one reading of a common beginning; 1: none."
    ),
]
SaveEvery = Annotated[int, typer.Option("--save-every", min=1, help="Steps between checkpoints.")]
Checkpointing = Annotated[
    bool, typer.Option(help="Compute activations twice to save memory; without, about a quarter less work.")
]
Merge = Annotated[
    bool, typer.Option("--merge", help="Also write the LoRA folded into its model, under merged/.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the run in --output from its last checkpoint.")
]


@app.callback()
def train() -> None:
    """Fine-tune a judge on readers' reviews (needs fabula[train]); several GPUs by torchrun or accelerate launch."""


def fine_tune(
    model: Model,
    data: Data,
    output: Output,
    full: Full = False,
    rank: Rank = 64,
    alpha: Alpha = 16,
    learning_rate: Rate = 1e-5,
    batch: Batch = 32,
    epochs: Epochs = 3,
    length: Length = 8192,
    share: Share = 8,
    seed: Seed = 0,
    save_every: SaveEvery = 100,
    checkpointing: Checkpointing = True,
    merge: Merge = False,
    resume: Resume = False,
    as_json: AsJson = False,
) -> None:
    """Train on lessons, and say where the weights are. What is learned is in the lessons: both commands are this one."""
    _require_extra()
    from fabula.training.finetune import Pace, Settings, merge_lora
    from fabula.training.finetune import train as trained

    if merge and full:
        raise UsageError("--merge folds a LoRA into its model; --full trains the model itself")
    settings = Settings(
        model=model,
        full=full,
        rank=rank,
        alpha=alpha,
        learning_rate=learning_rate,
        batch=batch,
        epochs=epochs,
        length=length,
        share=share,
        seed=seed,
    )
    done = trained(settings, data, output, Pace(checkpointing, save_every), resume=resume, tell=_tell)
    if not done.leads:
        return
    folder = merge_lora(output) if merge else output
    if as_json:
        print_json(
            {
                "steps": done.steps,
                "lessons": done.lessons,
                "too_long": done.too_long,
                "loss": done.loss,
                "output": str(folder),
            }
        )
        return
    stdout().print(
        f"{done.steps:,} steps on {done.lessons:,} lessons; loss {done.loss:.3f} at the end", markup=False
    )
    if done.too_long:
        stdout().print(
            f"{done.too_long:,} times a lesson was longer than {length} tokens and left out", markup=False
        )
    stdout().print(f"Written to {folder}", markup=False)


def _tell(line: dict[str, Any]) -> None:
    pace = line["tokens"] / max(line["seconds"], 1e-9)
    stderr().print(
        f"step {line['step']} of {line['of']}: loss {line['loss']:.4f}, {pace:,.0f} tokens a second",
        markup=False,
    )


def _require_extra() -> None:
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise FabulaError(f"training needs {', '.join(missing)}: pip install 'fabula[train]'")


app.command(
    "critique", help="A critic who reviews a book as its readers do: serve it, then evaluate --critique."
)(fine_tune)
app.command("persona", help="A judge in the place of one reader: serve it, then `fabula persona rate`.")(
    fine_tune
)
