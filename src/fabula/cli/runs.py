"""fabula runs: what models were asked, what it cost, and their answers."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from fabula.cli.options import AsJson, Ledger, ledger_named
from fabula.cli.runs_care import backup, check, prune, repair
from fabula.cli.terminal import dollars, print_json, stderr, stdout
from fabula.errors import FabulaError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.models.ledger.runs import Run

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="What models were asked, what it cost, and their answers.",
)

RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run's id, the start of an id, or `last`.")]


@app.command("list")
def list_runs(ledger: Ledger = None, as_json: AsJson = False) -> None:
    """List every recorded run, latest first."""
    from dataclasses import asdict

    from fabula.models.ledger.archive import runs
    from fabula.models.ledger.databases import database_at, ledger_exists
    from fabula.models.ledger.upkeep import Extent, extent

    path = ledger_named(ledger)
    name = database_at(path).name
    known = runs(path) if ledger_exists(path) else []
    held, size = extent(path) if ledger_exists(path) else (Extent(0, 0, 0.0), 0)
    if as_json:
        about = {"ledger": name, "bytes": size, "answers": held.answers}
        print_json({**about, "runs": [asdict(run) for run in known]})
        return
    if not known:
        stdout().print(f"No runs yet. They will be stored in {name}.", markup=False)
        return
    from rich.markup import escape
    from rich.table import Table

    console = stdout()
    table = Table(
        title="The ids begin with the time (UTC)",
        title_justify="left",
        box=None,
        padding=(0, 1, 0, 0),
    )
    for name in ("run", "status", "model", "calls", "cached", "cost", "command"):
        table.add_column(name, no_wrap=True)
    for run in known:
        tally = run.tally
        figures = (f"{tally['calls']:,}", f"{tally['cached']:,}", dollars(tally["cost"]))
        command = _shortened(run.command.removeprefix("fabula "), max(12, console.width - 69))
        table.add_row(run.id, run.status, escape(_shortened(run.model, 14)), *figures, escape(command))
    console.print(table)
    console.print(f"{held.answers:,} answers, {size / 1e6:,.1f} MB: {name}", markup=False, soft_wrap=True)


def _shortened(text: str, width: int) -> str:
    """Format a run as one line of the list. `runs show` prints all of it."""
    return text if len(text) <= width else text[: width - 1] + "…"


@app.command()
def show(run: RunName, ledger: Ledger = None, as_json: AsJson = False) -> None:
    """Show one run: what was asked, its inputs, prompts and versions, and the result of each step."""
    from dataclasses import asdict

    from fabula.models.ledger.archive import run_named

    found = run_named(ledger_named(ledger), run)
    if as_json:
        print_json(asdict(found))
    else:
        _print_run(found)


@app.command()
def cost(
    by: Annotated[
        Literal["model", "step", "run", "day"], typer.Option("--by", help="How to group the costs.")
    ] = "model",
    ledger: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """Show what all the answers in the ledger cost."""
    from dataclasses import asdict

    from fabula.models.ledger.archive import spending
    from fabula.models.ledger.databases import database_at, ledger_exists

    path = ledger_named(ledger)
    spent = spending(path, by) if ledger_exists(path) else []
    known = [each.cost for each in spent if each.cost is not None]
    total = sum(known) if len(known) == len(spent) else None
    if as_json:
        print_json(
            {
                "ledger": database_at(path).name,
                "by": by,
                "spending": [asdict(each) for each in spent],
                "cost": total,
            }
        )
        return
    from rich.table import Table

    table = Table(by, "calls", "answers", "tokens in", "tokens out", "cost", show_footer=True)
    table.columns[0].footer, table.columns[-1].footer = "in all", dollars(total)
    for each in spent:
        figures = (each.calls, each.answers, each.input_tokens, each.output_tokens)
        table.add_row(each.of, *(f"{figure:,}" for figure in figures), dollars(each.cost))
    stdout().print(table)


@app.command()
def export(
    run: Annotated[
        str | None, typer.Argument(metavar="[RUN]", help="A run's id or `last`. Default: every call.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", dir_okay=False, help="The file to write. Default: stdout.")
    ] = None,
    ledger: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """Export the calls that a run used, one JSON object per line, for replay:FILE."""
    import json
    from contextlib import nullcontext

    from fabula.models.ledger.archive import recorded_calls, run_named
    from fabula.models.ledger.databases import database_at

    path = ledger_named(ledger)
    calls = recorded_calls(path, run_named(path, run).id if run else None)
    if as_json and out is None:
        print_json({"ledger": database_at(path).name, "calls": list(calls)})
        return
    count = 0
    try:
        with out.open("w", encoding="utf-8") if out else nullcontext(sys.stdout) as file:
            for call in calls:
                file.write(json.dumps(call, ensure_ascii=True) + "\n")
                count += 1
    except OSError as error:
        raise FabulaError(f"{out}: cannot be written ({error.strerror})") from None
    if as_json:
        print_json({"ledger": database_at(path).name, "out": str(out), "written": count})
    else:
        stderr().print(f"{count:,} calls" + (f" written to {out}" if out else ""))


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def _print_run(run: Run) -> None:
    from rich.markup import escape
    from rich.table import Table

    facts = Table(show_header=False, box=None, title=run.id, title_justify="left")
    took = f", {run.ended - run.started:.0f} s" if run.ended else ""
    for name, fact in (
        ("command", run.command or "(from Python)"),
        ("model", f"{run.model} at {run.endpoint}"),
        ("started", _time(run.started) + took),
        ("status", run.status),
        ("fabula", run.version),
        *_asked_again(run.tally),
        *((name, _plain(value)) for name, value in run.about.items()),
    ):
        facts.add_row(escape(name), escape(fact))
    stdout().print(facts)
    steps = Table("step", "calls", "from the ledger", "failed", "tokens in", "tokens out", "cost")
    for name, step in [*run.tally["by_step"].items(), ("in all", run.tally)]:
        figures = [step[each] for each in ("calls", "cached", "failed", "input_tokens", "output_tokens")]
        steps.add_row(name, *(f"{figure:,}" for figure in figures), dollars(step["cost"]))
    stdout().print(steps)


def _asked_again(tally: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The useless answers of earlier runs that this one asked for again."""
    if not tally.get("asked_again"):
        return []
    return [
        (
            "asked again",
            f"{tally['asked_again']} useless answers, which had cost {dollars(tally['asked_again_cost'])}",
        )
    ]


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "\n".join(f"{name} {_plain(each)}" for name, each in value.items())
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


for _care in (check, repair, backup, prune):
    app.command()(_care)
