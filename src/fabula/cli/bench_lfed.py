"""fabula bench lfed: the tables of the LFED paper for any models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stdout

if TYPE_CHECKING:
    from rich.table import Table

    from fabula.models.several import Doors


@asks_a_model
def lfed(
    data: Annotated[Path, typer.Option("--data", help="LFED.csv as released, or a set of its shape.")],
    model: Annotated[
        list[str] | None, typer.Option("--model", help="PROVIDER/NAME to compare; may be repeated.")
    ] = None,
    shots: Annotated[
        str, typer.Option("--shots", help="Numbers of examples for Table 6, as 0,5 or 0..5.")
    ] = "0..5",
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """LFED: Tables 5 to 7 for any models, beside guessing and what the paper reports.

    Both prompts are asked with every number of examples: twelve times the questions for the default 0..5. --max-cost and
    --max-calls are for all models together.
    """
    from fabula.benchmarks.lfed import settings, tables
    from fabula.quiz.asked import shot_counts
    from fabula.quiz.asking import ASKS
    from fabula.quiz.attributes import shipped
    from fabula.quiz.classify import known_labels
    from fabula.quiz.files import read_set
    from fabula.quiz.running import Plan, run_quiz

    quiz = read_set(data)
    labels = known_labels(data, quiz)
    plan = Plan(settings(shot_counts(shots), quiz.language, seed, 1 if asking.dry_run else ASKS))
    novels = shipped()
    about = {"set": data.name, "questions": quiz.digest, "seed": seed}
    models = model or [asking.required()]

    async def work(doors: Doors) -> list[dict[str, Any]]:
        return [await run_quiz(doors.to(name), quiz, plan, labels, novels) for name in models]

    documents = asking.run_several(work, as_json=as_json, about=about)
    document = tables(documents)
    if as_json:
        print_json(document)
    else:
        _show(document, quiz.language)


def _show(document: dict[str, Any], language: str) -> None:
    from fabula.quiz.classify import names

    out = stdout()
    base = document["baselines"]
    always = max((name for name in base if name.startswith("always")), key=lambda name: base[name])
    out.print(
        f"{document['n']:,} questions; {always.replace('_', ' ')} {base[always]:.2%}, by chance {base['random']:.2%}"
    )
    for row in document["published"]:
        out.print(
            f"{row['model']}, {row['shots']} shots: {row['accuracy']:.2%} ({row['source']})", markup=False
        )
    columns = [f"{row['model']}, {row['prompt']}" for row in document["table_5"]]
    five = _table("Table 5: without examples, by kind", columns)
    five.add_row("all", *(_interval(row["accuracy"]) for row in document["table_5"]))
    called = names(language)
    for kind in document["table_5"][0]["by_category"]:
        five.add_row(
            called.get(kind, kind), *(_value(row["by_category"].get(kind)) for row in document["table_5"])
        )
    out.print(five)
    six = _table("Table 6: with examples", columns)
    for count in document["table_6"][0]["by_shots"]:
        six.add_row(f"{count} examples", *(_interval(row["by_shots"][count]) for row in document["table_6"]))
    out.print(six)
    seven = _table(
        "Table 7: by novel, short prompt, no examples", [row["model"] for row in document["table_7"]]
    )
    for attribute in ("type", "length", "year"):
        for name, group in document["table_7"][0][attribute].items():
            cells = (_value(row[attribute].get(name)) for row in document["table_7"])
            seven.add_row(f"{attribute}: {name} ({group['n']})", *cells)
    out.print(seven)
    for pair in document["pairs"]:
        if "p_holm" in pair:
            out.print(
                f"{pair['first']} less {pair['model']}: {pair['difference']:+.2%}, McNemar p = {pair['p']:.4f}, corrected {pair['p_holm']:.4f}",
                markup=False,
            )
    for signature in document["signatures"]:
        out.print(signature, style="dim", markup=False, soft_wrap=True)


def _table(title: str, columns: list[str]) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for name in columns:
        table.add_column(name, justify="right")
    return table


def _interval(accuracy: dict[str, Any]) -> str:
    if accuracy["value"] is None:
        return "–"
    return f"{accuracy['value']:.2%} ({accuracy['low']:.1%} to {accuracy['high']:.1%})"


def _value(group: dict[str, Any] | None) -> str:
    return "–" if group is None or group["accuracy"]["value"] is None else f"{group['accuracy']['value']:.1%}"
