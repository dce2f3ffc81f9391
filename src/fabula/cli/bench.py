"""fabula bench: the papers' tables, end to end. One command a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.bench_facts import narrativefactscore
from fabula.cli.bench_lfed import lfed
from fabula.cli.bench_longstoryeval import longstoryeval
from fabula.cli.bench_webnovel import webnovel
from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout

if TYPE_CHECKING:
    from fabula.benchmarks.perse import Data
    from fabula.models.door import Door

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def bench() -> None:
    """The papers' tables, end to end, with the dull baselines beside them."""


app.command()(longstoryeval)
app.command()(lfed)
app.command()(webnovel)
app.command()(narrativefactscore)


@app.command()
@asks_a_model
def perse(
    data: Annotated[
        Path, typer.Option("--data", help="A folder of `persona build`, or LongStoryEval's released files.")
    ],
    questions: Annotated[int, typer.Option("--questions", min=4, help="Ask about so many at most.")] = 200,
    sweep: Annotated[
        bool, typer.Option("--sweep", help="Also k from 0 to 5, three orders of the past, and scores alone.")
    ] = False,
    repeats: Annotated[int, typer.Option("--repeats", min=1)] = 1,
    temperature: Annotated[float, typer.Option("--temperature", min=0, max=2)] = 0.8,
    unseen: Annotated[
        bool, typer.Option("--unseen", help="Also the baselines on unseen stories, by cross-validation.")
    ] = False,
    bert: Annotated[
        Path | None, typer.Option("--bert", help="A local encoder, for BERTScore (needs fabula[train]).")
    ] = None,
    bart: Annotated[
        Path | None, typer.Option("--bart", help="A local BART, for BARTScore (needs fabula[train]).")
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """PerSE: scores, choices and reviews as one reader would give them, beside what his ratings alone tell.

    Without --model, or with --model embedded, the baselines alone.
    """
    from fabula.benchmarks import perse as paper
    from fabula.personas.prompt_settings import PersonaSettings
    from fabula.rubrics.files import load

    found = paper.load(data, questions=questions, seed=seed)
    asked = paper.cases(found)
    document: dict[str, Any] = {"questions": sum(len(each.questions) for each in found.tested), "seed": seed}
    document["readers"] = len(found.tested)
    if asked:
        document["scores"] = [
            paper.row(name, list(map(float, said)), asked, seed)
            for name, said in paper.baselines(found).items()
        ]
    rubric = load("plot-preference")
    if paper.is_pairs(found):
        document["choices"] = [paper.always_the_first(found, rubric)]
    if unseen and found.table is not None:
        document["unseen_stories"] = paper.unseen_stories(found.table, seed)
    if asking.named() not in (None, "embedded"):
        manner = PersonaSettings(repeats, temperature)
        sweeps = _sweeps(sweep)

        async def work(door: Door) -> None:
            for each in sweeps:
                if asked:
                    told = await paper.judged(found, door, manner, each)
                    row = paper.row(f"{door.model}, {each.name}", [score for score, _ in told], asked, seed)
                    document["scores"].append(row)
                    likeness = paper.words([review for _, review in told], asked)
                    if bert or bart:
                        from fabula.benchmarks.likeness import meaning

                        likeness |= meaning([review for _, review in told], asked, bert, bart)
                    document.setdefault("reviews", []).append({"name": each.name, **likeness})
                if paper.is_pairs(found):
                    document["choices"].append(await paper.chosen(found, door, manner, each, rubric))
            signature = door.signature("bench.perse", n=repeats, temperature=temperature, seed=seed)
            document["signature"] = str(signature)

        about = {"data": data.name, "questions": document["questions"], "seed": seed}
        asking.run(work, as_json=as_json, about=about)
    if as_json:
        print_json(document)
    else:
        _show(document, found)


def _sweeps(all_of_them: bool) -> list[Any]:
    from fabula.benchmarks.perse import ORDERS, PAST, Sweep

    if not all_of_them:
        return [Sweep(PAST)]
    return [
        *(Sweep(past) for past in range(PAST + 1)),
        *(Sweep(PAST, order) for order in range(1, ORDERS)),
        Sweep(PAST, with_reviews=False),
    ]


def _show(document: dict[str, Any], found: Data) -> None:
    out = stdout()
    out.print(f"{document['questions']} questions to {document['readers']} readers who were not learned from")
    if "scores" in document:
        _show_scores(document["scores"])
    if "unseen_stories" in document:
        _show_unseen(document["unseen_stories"])
    if "choices" in document:
        _show_choices(document["choices"])
    for row in document.get("reviews", ()):
        figures = ", ".join(
            f"{name} {row[name]:.3f}"
            for name in ("bleu", "rouge1", "bertscore", "bartscore")
            if row.get(name) is not None
        )
        out.print(f"reviews, {row['name']}: {figures or row.get('why', '')} (n {row['n']})", markup=False)
    if found.ratings is None:
        stderr().print("no reader for training in this data: matrix factorisation has nothing to learn from")
    if "signature" in document:
        out.print(document["signature"], style="dim", markup=False, soft_wrap=True)


def _show_scores(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(
        title=f"Scores of (story, reader) pairs, n {rows[0]['n']}",
        title_justify="left",
        box=None,
        padding=(0, 1, 0, 0),
    )
    for name in ("", "Pearson", "", "Spearman", "Kendall", "apart*", "within*"):
        table.add_column(name, no_wrap=True)
    for row in rows:
        pearson = row["pearson"]
        interval = "" if pearson["value"] is None else f"{pearson['low']:.2f} to {pearson['high']:.2f}"
        rest = (row[name] for name in ("spearman", "kendall", "centred_pearson", "by_reader"))
        table.add_row(row["name"], _number(pearson), interval, *map(_number, rest))
    stdout().print(table)
    stdout().print(
        "* apart: Pearson with each reader's own mean taken off; within: mean Kendall within a reader"
    )
    if missing := sum(row["missing"] for row in rows):
        stdout().print(f"{missing} answers were unusable and are missing")
    own, last = rows[0], rows[-1]
    if own["pearson"]["value"] is not None and last is not own and last["pearson"]["value"] is not None:
        stdout().print(
            f"Knowing how kind each reader is gives Pearson {own['pearson']['value']:.2f} by itself; {last['name']} has "
            f"{last['pearson']['value']:.2f}, and with every reader's own mean taken off {_number(last['centred_pearson'])}.",
            markup=False,
        )


def _show_unseen(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    title = f"Stories that nobody had rated, {rows[0]['n']:,} pairs, readers with five other ratings or more"
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for name in ("", "Pearson", "Spearman", "Kendall", "apart*", "off by (of 10)"):
        table.add_column(name, no_wrap=True)
    for row in rows:
        figures = (row[name] for name in ("pearson", "spearman", "kendall", "centred_pearson"))
        table.add_row(row["name"], *map(_number, figures), f"{row['error']:.2f}")
    stdout().print(table)


def _show_choices(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(title="Choices as people made them", title_justify="left", box=None, padding=(0, 2, 0, 0))
    aspects = [name for name in rows[0] if name != "name"]
    for name in ("", *aspects):
        table.add_column(name)
    for row in rows:
        cells = [
            _number(row[name]) + (f", {row[name]['flipped']} flipped" if row[name]["flipped"] else "")
            for name in aspects
        ]
        table.add_row(row["name"], *cells)
    stdout().print(table)


def _number(figure: dict[str, Any]) -> str:
    return "-" if figure["value"] is None else f"{figure['value']:.3f}"
