"""fabula persona: how one particular reader, or a whole audience, would judge a story."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import beside_the_model, print_json, say_notices, stderr, stdout, waited_for
from fabula.personas.request import PersonaBuildRequest, PersonaCompareRequest, PersonaRateRequest

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="How one particular reader, or an audience, would judge a story.",
)


@app.command()
@asks_a_model
def rate(
    request: PersonaRateRequest,
    page_file: Annotated[
        Path | None, typer.Option("--page", help="Also write an HTML page: who would love it, who would not.")
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Predict a reader's review and score, or the distribution of scores for several readers. --model embedded asks no model."""
    from fabula.personas.rating import run

    request = request.for_model(asking.named())
    if request.asks_model:
        about = {"stories": [Path(str(path)).name for path in request.stories], "repeats": request.repeats}
        result = asking.run(lambda door: run(request, door), as_json=as_json, about=about).result
    elif asking.dry_run:
        stdout().print("No calls would be made: without a model, the readers' ratings decide.")
        raise typer.Exit
    else:
        if request.ratings is not None:
            stderr().print("cross-validating the baselines over the table's stories ...", markup=False)
        result = waited_for(run(request, None)).result
    say_notices(beside_the_model((*result.troubles, *result.notes)))
    if page_file:
        from fabula.reports.audience import write_page

        write_page(result, page_file)
    if as_json:
        print_json(result.json_document)
        return
    from fabula.cli.persona_tables import show_ratings

    show_ratings(result)
    if page_file:
        stderr().print(f"page: {page_file}", markup=False)


@app.command()
@asks_a_model
def compare(request: PersonaCompareRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Which of two stories a reader would choose, aspect by aspect. Both orders are asked; if the choice flips, it is a tie."""
    from fabula.personas.choosing import run

    request.validate()
    about = {
        "stories": [Path(str(path)).name for path in (request.first, request.second)],
        "rubric": request.rubric,
        "repeats": request.repeats,
    }
    result = asking.run(lambda door: run(request, door), as_json=as_json, about=about).result
    say_notices(beside_the_model((*result.troubles, *result.notes)))
    if as_json:
        print_json(result.json_document)
        return
    from fabula.cli.persona_tables import show_choices

    show_choices(result)


@app.command()
@asks_a_model
def build(request: PersonaBuildRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Make profiles and questions from a table of ratings. Some of each reader's judgements form the profile; the rest become questions."""
    from fabula.personas.building import run

    request.validate()
    if request.asks(asking.named()):
        about = {"table": request.table.name, "seed": request.seed}
        result = asking.run(lambda door: run(request, door), as_json=as_json, about=about).result
    else:
        result = waited_for(run(request, None)).result
    if as_json:
        print_json(result.json_document)
        return
    stdout().print(
        f"{result.readers} readers ({result.tested} of them for testing), {result.past} past judgements each, "
        f"{result.questions} questions, in {result.out}",
        markup=False,
    )
    say_notices(beside_the_model(result.renaming))
    for why in result.left_out:
        stderr().print(f"left out: {why}", markup=False)
