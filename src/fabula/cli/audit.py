"""fabula audit: can this judge be trusted?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout

if TYPE_CHECKING:
    from fabula.audits.asked import Kind
    from fabula.measures.figure import Audit

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Can this judge be trusted: what it knows, and what sways it.",
)

RubricName = Annotated[str, typer.Option("--rubric", help="The questions that a choice is asked by.")]
Stories = Annotated[int, typer.Option("--stories", min=1, help="Ask about so many stories at most.")]
Pairs = Annotated[int, typer.Option("--pairs", min=1, help="Ask about so many pairs at most.")]
Repeats = Annotated[int, typer.Option("--repeats", min=1, help="How often each question is asked.")]


@dataclass(frozen=True, slots=True)
class About:
    """What every audit is told: of what it asks, and in whose place the judge is asked."""

    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="STORY...", help="Plots, books, or tables (JSONL, CSV) with a plot or a pair a row."
        ),
    ]
    profile: Annotated[
        Path | None,
        typer.Option("--profile", help="Audit the judge in the place of this file's first reader."),
    ] = None
    profile_scale: Annotated[
        str | None, typer.Option("--profile-scale", help="The scale of the profile's scores; default 1-10.")
    ] = None
    temperature: Annotated[float, typer.Option("--temperature", min=0, max=2)] = 0.8
    seed: Seed = 0
    as_json: AsJson = False


@app.command()
@asks_a_model
def memory(
    about: About,
    rubric: RubricName = "plot-preference",
    stories: Stories = 20,
    pairs: Pairs = 20,
    repeats: Repeats = 1,
    *,
    asking: Asking,
) -> None:
    """Does the judge know the stories? Titles guessed and choices held apart: raw, anonymised, summarised."""
    _run("memory", about, asking, repeats, stories, pairs, rubric)


@app.command()
@asks_a_model
def order(
    about: About,
    rubric: RubricName = "plot-preference",
    stories: Stories = 10,
    pairs: Pairs = 20,
    repeats: Repeats = 1,
    *,
    asking: Asking,
) -> None:
    """Does the order decide? Pairs in both orders, and the reader's past told in three."""
    _run("order", about, asking, repeats, stories, pairs, rubric)


@app.command()
@asks_a_model
def length(
    about: About,
    rubric: RubricName = "plot-preference",
    stories: Stories = 20,
    repeats: Repeats = 1,
    *,
    asking: Asking,
) -> None:
    """Does length alone please it? Stories and reviews against themselves, padded with nothing new."""
    _run("length", about, asking, repeats, stories, rubric=rubric)


@app.command()
@asks_a_model
def injection(about: About, stories: Stories = 40, repeats: Repeats = 1, *, asking: Asking) -> None:
    """Does it obey the manuscript? An instruction is planted in each story, with the guard off and on."""
    _run("injection", about, asking, repeats, stories)


@app.command()
@asks_a_model
def repeat(about: About, stories: Stories = 20, repeats: Repeats = 5, *, asking: Asking) -> None:
    """Asked again, does it say the same? Spread, drift, and how much of its scores is about the story."""
    _run("repeat", about, asking, repeats, stories)


def _run(
    kind: Kind,
    about: About,
    asking: Asking,
    repeats: int,
    stories: int,
    pairs: int = 1,
    rubric: str | None = None,
) -> None:
    from fabula.audits.asked import Asked, audited
    from fabula.audits.material import NOBODY, Subject
    from fabula.personas.personal import Manner
    from fabula.personas.profiles import parse_scale, read_profiles
    from fabula.rubrics.files import load

    scale = parse_scale(about.profile_scale) if about.profile_scale else None
    who = read_profiles(about.profile, scale)[0] if about.profile else NOBODY
    subject = Subject(who, Manner(repeats, about.temperature))
    asked = Asked(kind, subject, load(rubric) if rubric else None, stories, pairs, about.seed)
    found = asking.run(
        lambda door: audited(about.paths, asked, door),
        as_json=about.as_json,
        about={"stories": [path.name for path in about.paths], "reader": who.reader, "seed": about.seed},
    )
    if about.as_json:
        print_json(found.document)
    else:
        _show(found.audit, who.reader)


def _show(found: Audit, reader: str) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"audit {found.name}, in the place of {reader}")
    table.add_column("measured (95 % interval)")
    table.add_column("n", justify="right")
    for figure in found.figures:
        table.add_row(figure.label, figure.text, str(figure.n))
    stdout().print(table)
    stdout().print(Text(f"\n{found.verdict}\n"))
    for note in found.notes:
        stderr().print(f"note: {note}", markup=False)
    stdout().print(found.signature, style="dim", markup=False, soft_wrap=True)
