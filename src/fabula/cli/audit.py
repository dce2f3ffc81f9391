"""fabula audit: can this judge be trusted?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import margin, page, print_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fabula.judging.audits.figure import Audit
    from fabula.judging.audits.material import Material, Subject
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Can this judge be trusted: what it knows, and what sways it.",
)

Paths = Annotated[
    list[Path],
    typer.Argument(
        metavar="STORY...", help="Plots, books, or tables (JSONL, CSV) with a plot or a pair a row."
    ),
]
ProfileFile = Annotated[
    Path | None, typer.Option("--profile", help="Audit the judge in the place of this file's first reader.")
]
ProfileScale = Annotated[
    str | None, typer.Option("--profile-scale", help="The scale of the profile's scores; default 1-10.")
]
RubricName = Annotated[str, typer.Option("--rubric", help="The questions that a choice is asked by.")]
Stories = Annotated[int, typer.Option("--stories", min=1, help="Ask about so many stories at most.")]
Pairs = Annotated[int, typer.Option("--pairs", min=1, help="Ask about so many pairs at most.")]
Repeats = Annotated[int, typer.Option("--repeats", min=1, help="How often each question is asked.")]
Temperature = Annotated[float, typer.Option("--temperature", min=0, max=2)]


@app.command()
@asks_a_model
def memory(
    paths: Paths,
    profile: ProfileFile = None,
    profile_scale: ProfileScale = None,
    rubric: RubricName = "plot-preference",
    stories: Stories = 20,
    pairs: Pairs = 20,
    repeats: Repeats = 1,
    temperature: Temperature = 0.8,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Does the judge know the stories? Titles guessed and choices held apart: raw, anonymised, summarised."""
    from fabula.judging.audits.memory import audit_memory

    def audit(material: Material, subject: Subject, door: Door, asked: Rubric) -> Awaitable[Audit]:
        return audit_memory(material, subject, door, asked, seed)

    _run(
        audit,
        paths,
        (profile, profile_scale),
        rubric,
        (stories, pairs),
        (repeats, temperature),
        seed,
        asking,
        as_json,
    )


@app.command()
@asks_a_model
def order(
    paths: Paths,
    profile: ProfileFile = None,
    profile_scale: ProfileScale = None,
    rubric: RubricName = "plot-preference",
    stories: Stories = 10,
    pairs: Pairs = 20,
    repeats: Repeats = 1,
    temperature: Temperature = 0.8,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Does the order decide? Pairs in both orders, and the reader's past told in three."""
    from fabula.judging.audits.order import audit_order

    def audit(material: Material, subject: Subject, door: Door, asked: Rubric) -> Awaitable[Audit]:
        return audit_order(material, subject, door, asked, seed)

    _run(
        audit,
        paths,
        (profile, profile_scale),
        rubric,
        (stories, pairs),
        (repeats, temperature),
        seed,
        asking,
        as_json,
    )


@app.command()
@asks_a_model
def length(
    paths: Paths,
    profile: ProfileFile = None,
    profile_scale: ProfileScale = None,
    rubric: RubricName = "plot-preference",
    stories: Stories = 20,
    repeats: Repeats = 1,
    temperature: Temperature = 0.8,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Does length alone please it? Stories and reviews against themselves, padded with nothing new."""
    from fabula.judging.audits.length import audit_length

    _run(
        audit_length,
        paths,
        (profile, profile_scale),
        rubric,
        (stories, 1),
        (repeats, temperature),
        seed,
        asking,
        as_json,
    )


@app.command()
@asks_a_model
def injection(
    paths: Paths,
    profile: ProfileFile = None,
    profile_scale: ProfileScale = None,
    stories: Stories = 40,
    repeats: Repeats = 1,
    temperature: Temperature = 0.8,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Does it obey the manuscript? An instruction is planted in each story, with the guard off and on."""
    from fabula.judging.audits.injection import audit_injection

    def audit(material: Material, subject: Subject, door: Door, asked: Rubric) -> Awaitable[Audit]:  # noqa: ARG001
        return audit_injection(material, subject, door, seed)

    _run(
        audit,
        paths,
        (profile, profile_scale),
        None,
        (stories, 1),
        (repeats, temperature),
        seed,
        asking,
        as_json,
    )


@app.command()
@asks_a_model
def repeat(
    paths: Paths,
    profile: ProfileFile = None,
    profile_scale: ProfileScale = None,
    stories: Stories = 20,
    repeats: Repeats = 5,
    temperature: Temperature = 0.8,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Asked again, does it say the same? Spread, drift, and how much of its scores is about the story."""
    from fabula.judging.audits.repeat import audit_repeat

    def audit(material: Material, subject: Subject, door: Door, asked: Rubric) -> Awaitable[Audit]:  # noqa: ARG001
        return audit_repeat(material, subject, door, seed)

    _run(
        audit,
        paths,
        (profile, profile_scale),
        None,
        (stories, 1),
        (repeats, temperature),
        seed,
        asking,
        as_json,
    )


def _run(
    audit: Callable[[Material, Subject, Door, Rubric], Awaitable[Audit]],
    paths: list[Path],
    profile: tuple[Path | None, str | None],
    rubric: str | None,
    sizes: tuple[int, int],
    manner: tuple[int, float],
    seed: int,
    asking: Asking,
    as_json: bool,
) -> None:
    """Gather what is asked about, ask, print figures and verdict."""
    from dataclasses import replace

    from fabula.judging.audits.material import NOBODY, Subject, gather
    from fabula.judging.personal import Manner
    from fabula.readers.profiles import parse_scale, read_profiles
    from fabula.rubrics.files import digest, load

    file, scale = profile
    who = read_profiles(file, parse_scale(scale) if scale else None)[0] if file else NOBODY
    subject = Subject(who, Manner(*manner))
    asked = load(rubric or "plot-preference")
    repeats, temperature = manner

    async def work(door: Door) -> tuple[Audit, Material]:
        material = await gather(paths, door, stories=sizes[0], pairs=sizes[1], seed=seed)
        found = await audit(material, subject, door, asked)
        signature = door.signature(
            f"audit.{found.name}",
            n=repeats,
            temperature=temperature,
            seed=seed,
            rubric=digest(asked) if rubric else None,
        )
        return replace(found, signature=str(signature)), material

    about = {"stories": [path.name for path in paths], "reader": who.reader, "seed": seed}
    found, material = asking.run(work, as_json=as_json, about=about)
    document = _document(found, material, who.reader, rubric)
    if as_json:
        print_json(document)
    else:
        _show(found, document)


def _document(found: Audit, material: Material, reader: str, rubric: str | None) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "audit": found.name,
        "reader": reader,
        "stories": len(material.stories),
        "pairs": len(material.pairs) if rubric else None,
        "figures": [asdict(figure) for figure in found.figures],
        "verdict": found.verdict,
        "notes": list(found.notes),
        "signature": found.signature,
    }


def _show(found: Audit, document: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"audit {found.name}, in the place of {document['reader']}")
    table.add_column("measured (95 % interval)")
    table.add_column("n", justify="right")
    for figure in found.figures:
        table.add_row(figure.label, figure.text, str(figure.n))
    page().print(table)
    page().print(Text(f"\n{found.verdict}\n"))
    for note in found.notes:
        margin().print(f"note: {note}", markup=False)
    page().print(found.signature, style="dim", markup=False, soft_wrap=True)
