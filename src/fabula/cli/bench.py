"""fabula bench: reproduces the papers' tables from end to end, with one command per paper."""

from __future__ import annotations

import typer

from fabula.cli.bench_added import Benchmarks
from fabula.cli.bench_facts import facts, narrativefactscore
from fabula.cli.bench_lfed import lfed
from fabula.cli.bench_longstoryeval import longstoryeval
from fabula.cli.bench_people import people
from fabula.cli.bench_perse import perse
from fabula.cli.bench_webnovel import webnovel

app = typer.Typer(cls=Benchmarks, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def bench() -> None:
    """Reproduce the papers' tables from end to end, beside simple baselines."""


app.command()(longstoryeval)
app.command()(lfed)
app.command()(webnovel)
app.command()(narrativefactscore)
app.command()(facts)
app.command()(perse)
app.command()(people)
