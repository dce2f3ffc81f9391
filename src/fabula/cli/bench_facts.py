"""fabula bench narrativefactscore: checkers against people, refinement on scripts, graphs against annotations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from fabula.benchmarks.faithfulness import Released, Said
    from fabula.facts.facts import Checker
    from fabula.models.door import Door
    from fabula.text.book import Book


class Dataset(StrEnum):
    """The data sets, as typed."""

    STORYSUMM = "storysumm"
    FABLES = "fables"
    MOVIESUM = "moviesum"
    MENSA = "mensa"
    CONAN = "conan"


@dataclass(frozen=True, slots=True)
class Bench:
    """One run, as its options say."""

    data: Annotated[
        Path, typer.Option("--data", help="The folder (for scripts or relations, file) as released.")
    ]
    checker: Annotated[
        list[str] | None,
        typer.Option(
            "--checker",
            help="model, embedded, nli or recorded:NAME; may be repeated. Default: embedded and all recorded.",
        ),
    ] = None
    no_graph: Annotated[
        bool, typer.Option("--no-graph", help="Check as FActScore does, by scenes alone.")
    ] = False
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Of refinement, for scripts.")] = 3
    graph_rounds: Annotated[int, typer.Option("--graph-rounds", min=1)] = 3
    runs: Annotated[int, typer.Option("--runs", min=1, help="Rulings of each fact.")] = 1
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="The first so many stories alone.")] = (
        None
    )
    nli_model: Annotated[Path | None, typer.Option("--nli-model", file_okay=False)] = None
    bert: Annotated[
        Path | None, typer.Option("--bert", help="A local encoder, for BERTScore (needs fabula[train]).")
    ] = None
    bart: Annotated[
        Path | None,
        typer.Option(
            "--bart", help="A local BART, for BARTScore and LongDocFACTScore (needs fabula[train])."
        ),
    ] = None
    seed: Seed = 0
    as_json: AsJson = False

    def refuse_what_cannot_be(self, asking: Asking) -> None:
        """Checkers that there are not, or that lack what they need."""
        named = self.checker or []
        for name in named:
            if name not in ("model", "embedded", "nli") and not name.startswith("recorded:"):
                raise UsageError(f"--checker {name}: write model, embedded, nli or recorded:NAME")
        if "model" in named and asking.named() is None:
            raise UsageError("--checker model: name one with --model, such as openai/gpt-4o")
        if "nli" in named and self.nli_model is None:
            raise UsageError("--checker nli: give the folder of a local entailment model with --nli-model")

    def storysumm(self, asking: Asking) -> dict[str, Any]:
        from fabula.benchmarks.faithfulness import recorded, recorded_names, storysumm
        from fabula.benchmarks.narrativefactscore import overlap, row, words

        released = storysumm(self.data)
        items = released.items[: self.limit]
        wanted = self.checker or [
            "embedded",
            *(f"recorded:{name}" for name in recorded_names(self.data)),
        ]
        said: list[Said] = [words(items), *overlap(items)]
        if self.bert or self.bart:
            from fabula.benchmarks.learned import by_learned_measures
            from fabula.models.embeddings import default_embedder

            said += by_learned_measures(items, self.bert, self.bart, default_embedder("en")[0])
        signature = None
        for name in wanted:
            kind, _, which = name.partition(":")
            if kind == "recorded":
                said.append(recorded(self.data, which, items))
            else:
                one, signed = self._checked(kind, items, asking)
                said.append(one)
                signature = signed or signature
        return {
            **self._about(released, len(items)),
            "rows": [row(one, items, self.seed) for one in said],
            "signature": signature,
        }

    def fables(self) -> dict[str, Any]:
        from fabula.benchmarks.faithfulness import fables
        from fabula.benchmarks.narrativefactscore import row, words

        if self.checker:
            raise UsageError(
                "FABLES is released without its books: only its counts and the length of summaries can be measured"
            )
        released = fables(self.data)
        return {
            **self._about(released, len(released.items)),
            "rows": [row(words(released.items), released.items, self.seed)],
            "signature": None,
        }

    def scripts(self, asking: Asking) -> dict[str, Any]:
        from fabula.benchmarks.scripts import baseline, refined, scripts

        found = scripts(self.data)[: self.limit]
        rows = [baseline(found, self.bert)]
        signature = None
        if asking.named():

            async def work(door: Door) -> tuple[list[dict[str, Any]], str]:
                made = await refined(
                    found,
                    door,
                    lambda book: self._checker("model", book, door),
                    self.rounds,
                    1_024,
                    self.bert,
                )
                return made, str(
                    door.signature("bench.narrativefactscore.refine", n=self.runs, temperature=0)
                )

            more, signature = asking.run(work, as_json=self.as_json, about={"data": self.data.name})
            rows += more
        return {"n": len(found), "rows": rows, "signature": signature}

    def conan(self, asking: Asking) -> dict[str, Any]:
        from fabula.benchmarks.conan import annotated, matched, mean
        from fabula.facts.asked import make_graph
        from fabula.models.embeddings import default_embedder

        stories = annotated(self.data)[: self.limit]

        async def work(door: Door) -> list[dict[str, Any]]:
            rows = []
            for rounds in dict.fromkeys((1, self.graph_rounds)):
                found = []
                for story in stories:
                    vectors, _ = default_embedder(story.book.language)
                    graph = await make_graph(story.book, door, vectors, rounds)
                    found.append(matched(graph, story.relations, vectors, self.bert))
                rows.append({"rounds": rounds, **mean(found)})
            return rows

        return {
            "n": len(stories),
            "rows": asking.run(work, as_json=self.as_json, about={"data": self.data.name}),
        }

    def _checked(self, kind: str, items: Any, asking: Asking) -> tuple[Said, str | None]:
        import asyncio

        from fabula.benchmarks.narrativefactscore import said_by

        async def work(door: Door | None) -> tuple[Said, str | None]:
            name = (
                kind
                if kind != "model" or door is None
                else f"{door.model}{', no graph' if self.no_graph else ''}"
            )
            said, _ = await said_by(name, items, lambda book: self._checker(kind, book, door))
            signature = (
                door.signature("bench.narrativefactscore", n=self.runs, temperature=0) if door else None
            )
            return said, None if signature is None else str(signature)

        if kind == "model":
            return asking.run(work, as_json=self.as_json, about={"data": self.data.name, "checker": kind})
        return asyncio.run(work(None))

    async def _checker(self, kind: str, book: Book, door: Door | None) -> Checker:
        from fabula.facts.asked import Asked, make_checker
        from fabula.facts.facts import By
        from fabula.models.embeddings import default_embedder

        asked = Asked(
            by=By(kind),
            runs=self.runs,
            with_graph=not self.no_graph,
            graph_rounds=self.graph_rounds,
            embedder=default_embedder(book.language)[0] if kind == By.MODEL else None,
            nli_model=self.nli_model,
        )
        return await make_checker(book, asked, door)

    def _about(self, released: Released, n: int) -> dict[str, Any]:
        about: dict[str, Any] = {"n": n, "notes": list(released.notes)}
        return about | ({"counts": dict(released.counts)} if released.counts else {})


@asks_a_model
def narrativefactscore(
    dataset: Annotated[Dataset, typer.Option("--dataset")], bench: Bench, *, asking: Asking
) -> None:
    """NarrativeFactScore: do checkers agree with people on which summaries are true to their stories?"""
    bench.refuse_what_cannot_be(asking)
    if dataset is Dataset.STORYSUMM:
        document = bench.storysumm(asking)
    elif dataset is Dataset.FABLES:
        document = bench.fables()
    elif dataset is Dataset.CONAN:
        document = bench.conan(asking)
    else:
        document = bench.scripts(asking)
    document = {"dataset": dataset.value, **document}
    if bench.as_json:
        print_json(document)
    else:
        _show(document)


def _show(document: dict[str, Any]) -> None:
    from rich.table import Table

    for note in document.get("notes", ()):
        stderr().print(note, markup=False)
    if "counts" in document:
        stdout().print(", ".join(f"{label} {count:,}" for label, count in document["counts"].items()))
    rows = [
        {key: value for key, value in row.items() if not isinstance(value, dict | list)}
        for row in document["rows"]
    ]
    rows = [row | _flat(full) for row, full in zip(rows, document["rows"], strict=True)]
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if name != "threshold"]
    table = Table(
        title=f"NarrativeFactScore on {document['dataset']}, n {document['n']}",
        box=None,
        title_justify="left",
    )
    for name in names:
        table.add_column(
            name.replace("_", " "), justify="left" if name == names[0] else "right", no_wrap=name == names[0]
        )
    for row in rows:
        table.add_row(*(_figure(row.get(name)) for name in names))
    stdout().print(table)
    for row in document["rows"]:
        if row.get("left_out"):
            stdout().print(f"{row['checker']}: left out {', '.join(row['left_out'])}", markup=False)
    if document.get("signature"):
        stdout().print(document["signature"], style="dim", markup=False)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """F1 by kind of match, for the table on a terminal."""
    return {kind: row[kind]["f1"] for kind in ("exact", "pairs", "embedding") if kind in row}


def _figure(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
