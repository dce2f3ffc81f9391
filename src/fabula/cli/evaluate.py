"""fabula evaluate: judge one book or many."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import margin, page, print_json
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fabula.judging.brief import Brief, Method
    from fabula.judging.evaluate import Wanted
    from fabula.judging.evaluation import Evaluation
    from fabula.judging.many import Failed, Source
    from fabula.judging.recorded import Recording
    from fabula.models.door import Door

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


class MethodName(StrEnum):
    """The ways of judging, as typed."""

    ONE_PASS = "one-pass"
    AGGREGATION = "aggregation"
    INCREMENTAL = "incremental"
    SUMMARY = "summary"
    EMBEDDED = "embedded"


class SourceName(StrEnum):
    """What the summary method judges from."""

    OVERALL = "overall"
    CHAPTERS = "chapters"


@app.command()
@asks_a_model
def evaluate(
    books: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Book files or folders of chapters; or a .jsonl whose lines name a path and what is known of the book."
        ),
    ] = None,
    method: Annotated[
        MethodName | None,
        typer.Option("--method", help="Default: summary with a model, embedded (no model, no key) without."),
    ] = None,
    rubric: Annotated[
        str, typer.Option("--rubric", help="longstory, webnovel, or your own TOML.")
    ] = "longstory",
    runs: Annotated[
        int | None, typer.Option("--runs", min=1, help="Replicates; default 5 for summary, else 1.")
    ] = None,
    temperature: Annotated[float, typer.Option("--temperature", min=0, max=2)] = 0.0,
    no_definitions: Annotated[
        bool, typer.Option("--no-definitions", help="Name the aspects without saying what they mean.")
    ] = False,
    source: Annotated[
        SourceName, typer.Option("--from", help="Judge from the plot of the whole or from chapter summaries.")
    ] = SourceName.OVERALL,
    critique: Annotated[
        bool,
        typer.Option(
            "--critique",
            help="With summary: the model is a trained critic (fabula train critique); ask it as it learned.",
        ),
    ] = False,
    critique_at_once: Annotated[
        bool,
        typer.Option(
            "--critique-at-once", help="The same in one question: critiques of all, a score of the whole."
        ),
    ] = False,
    segment_tokens: Annotated[
        int, typer.Option("--segment-tokens", min=500, help="How much of the book one step reads.")
    ] = 8_000,
    context: Annotated[
        int, typer.Option("--context", min=1_000, help="What the model's context holds, for one-pass.")
    ] = 128_000,
    genres: Annotated[
        str | None, typer.Option("--genres", help="Comma-separated, where the file has none.")
    ] = None,
    premise: Annotated[
        str | None, typer.Option("--premise", help="What the book promises, in a few lines.")
    ] = None,
    plan: Annotated[
        Path | None, typer.Option("--plan", help="Judge a plan (Markdown or JSON) in place of a text.")
    ] = None,
    keep_instructions: Annotated[
        bool,
        typer.Option(
            "--keep-instructions", help="Send passages that address the judge instead of masking them."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Where the report goes; default: BOOK.fabula beside the book."),
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Judge books: eight aspects with evidence by a model, or findings and a readers' rating without one."""
    from fabula.judging.brief import Brief, usual_runs
    from fabula.judging.evaluate import Wanted
    from fabula.judging.many import sources
    from fabula.rubrics.files import load

    if not books and plan is None:
        raise UsageError("which book? fabula evaluate BOOK..., or --plan FILE for one not yet written")
    if books and plan is not None:
        raise UsageError("--plan stands in for a book: give one or the other")
    chosen = _method(method, asking)
    if (critique or critique_at_once) and chosen != "summary":
        raise UsageError(f"--critique goes with --method summary and a --model, not with {chosen}")
    brief = Brief(
        rubric=load(rubric),
        runs=runs or usual_runs(chosen),
        temperature=temperature,
        definitions=not no_definitions,
        source=source.value,
        critique="at once" if critique_at_once else "each" if critique else None,
        segment_tokens=segment_tokens,
        context_tokens=context,
    )
    wanted = Wanted(chosen, brief, keep_instructions, _recording(asking, brief))
    if plan is not None:
        _plan(plan, wanted, asking, out, as_json)
        return
    said = {"genres": _genres(genres), "premise": premise}
    shelf = [
        found.model_copy(update={name: value for name, value in said.items() if value is not None})
        for found in sources(books or [])
    ]
    _shelf(shelf, wanted, asking, out, as_json)


def _method(method: MethodName | None, asking: Asking) -> Method:
    named = asking.named()
    if named == "embedded" or (method is None and named is None):
        return "embedded"
    if method is None:
        return "summary"
    if method is not MethodName.EMBEDDED and named is None:
        raise UsageError(
            f"--method {method.value} asks a model: name one with --model, such as openai/gpt-4o"
        )
    return method.value


def _recording(asking: Asking, brief: Brief) -> Recording | None:
    """`replay:FILE` may name evaluations that another system released, in place of recorded calls."""
    from fabula.judging.recorded import is_recording, read_recording

    kind, _, file = (asking.named() or "").partition(":")
    if kind != "replay" or not is_recording(Path(file)):
        return None
    return read_recording(Path(file), brief.rubric)


def _genres(typed: str | None) -> tuple[str, ...] | None:
    return tuple(genre.strip() for genre in typed.split(",") if genre.strip()) if typed else None


def _shelf(shelf: list[Source], wanted: Wanted, asking: Asking, out: Path | None, as_json: bool) -> None:
    """Judge every book, writing each report as soon as it is there; a failed book makes the exit code 1."""
    from fabula.judging.many import Failed, evaluate_many

    evaluations: list[Evaluation] = []
    failed: list[Failed] = []

    def done(source: Source, result: Evaluation | Failed) -> None:
        if isinstance(result, Failed):
            failed.append(result)
            margin().print(f"{result.book}: {result.why}", markup=False)
            return
        evaluations.append(result)
        if not asking.dry_run:
            folder = _folder(source.path, out, result, len(shelf))
            _keep(result, folder, as_json)

    async def work(door: Door | None) -> None:
        await evaluate_many(shelf, wanted, door, done)

    _run(work, wanted, asking, as_json, {"books": [source.path.name for source in shelf]})
    _finish(evaluations, failed, as_json)


def _plan(path: Path, wanted: Wanted, asking: Asking, out: Path | None, as_json: bool) -> None:
    from fabula.judging.evaluate import evaluate_plan
    from fabula.judging.plan import read_plan

    plan = read_plan(path)
    evaluations: list[Evaluation] = []

    async def work(door: Door | None) -> None:
        evaluations.append(await evaluate_plan(plan, wanted, door))

    _run(work, wanted, asking, as_json, {"plan": path.name})
    _keep(evaluations[0], out or path.parent / f"{path.stem}.fabula", as_json)
    _finish(evaluations, [], as_json)


def _run(
    work: Callable[[Door | None], Awaitable[None]],
    wanted: Wanted,
    asking: Asking,
    as_json: bool,
    about: dict[str, object],
) -> None:
    """With a model behind its door; without one, at once."""
    import asyncio

    if wanted.method != "embedded" and wanted.recording is None:
        about |= {"method": wanted.method, "rubric": wanted.brief.rubric.id, "runs": wanted.brief.runs}
        asking.run(work, as_json=as_json, about=about)
    elif asking.dry_run:
        page().print("Nothing would be asked: this needs no model.")
        raise typer.Exit
    else:
        asyncio.run(work(None))  # type: ignore[arg-type]


def _folder(book: Path, out: Path | None, evaluation: Evaluation, count: int) -> Path:
    """BOOK.fabula beside the book, or --out; several books in one --out have a folder each."""
    if out is None:
        return book.parent / f"{book.stem}.fabula"
    return out if count == 1 else out / evaluation.book.id


def _keep(evaluation: Evaluation, folder: Path, as_json: bool) -> None:
    from fabula.reports.files import write_report
    from fabula.reports.terminal import print_evaluation

    page_file = write_report(evaluation, folder)
    if not as_json:
        print_evaluation(evaluation, page(), page_file)


def _finish(evaluations: list[Evaluation], failed: list[Failed], as_json: bool) -> None:
    if as_json:
        from fabula.reports.document import document

        print_json(document(evaluations, [(one.book, one.why) for one in failed]))
    if failed:
        margin().print(f"{len(failed)} of {len(failed) + len(evaluations)} books could not be judged.")
        raise typer.Exit(1)
