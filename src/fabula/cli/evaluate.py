"""fabula evaluate: judge one book or many."""

from __future__ import annotations

import os
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, EngineChoice, EngineOption, Workers, asks_a_model
from fabula.cli.terminal import counting, print_json, print_plan, stderr, stdout
from fabula.errors import FabulaError, UsageError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from fabula.judging.evaluate import Wanted
    from fabula.judging.evaluation import Evaluation
    from fabula.judging.many import Failed, Source
    from fabula.judging.recorded import Recording
    from fabula.judging.settings import JudgeSettings, Method
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
    anonymise: Annotated[
        bool,
        typer.Option(
            "--anonymise",
            help="The judge reads the book under other names, without title and author; its report has its own.",
        ),
    ] = False,
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
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            help="A whole shelf without a model: one line a book into this .jsonl or .parquet, no reports; "
            "the same file again resumes.",
        ),
    ] = None,
    engine: EngineOption = EngineChoice.POOL,
    workers: Workers = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Judge books: eight aspects with evidence by a model, or findings and a readers' rating without one."""
    from fabula.judging.evaluate import Wanted
    from fabula.judging.many import sources
    from fabula.judging.settings import JudgeSettings, usual_runs
    from fabula.rubrics.files import load

    if not books and plan is None:
        raise UsageError("which book? fabula evaluate BOOK..., or --plan FILE for one not yet written")
    if books and plan is not None:
        raise UsageError("--plan stands in for a book: give one or the other")
    chosen = _method(method, asking)
    if (critique or critique_at_once) and chosen != "summary":
        raise UsageError(f"--critique goes with --method summary and a --model, not with {chosen}")
    brief = JudgeSettings(
        rubric=load(rubric),
        runs=runs or usual_runs(chosen),
        temperature=temperature,
        definitions=not no_definitions,
        source=source.value,
        critique="at once" if critique_at_once else "each" if critique else None,
        segment_tokens=segment_tokens,
        context_tokens=context,
    )
    if out is not None:
        _look_for_room(out)
    wanted = Wanted(chosen, brief, keep_instructions, _recording(asking, brief), anonymise)
    if anonymise and (plan is not None or chosen == "embedded" or wanted.recording is not None):
        raise UsageError("--anonymise hides a book from the model that judges it: give a book and --model")
    if plan is not None:
        _plan(plan, wanted, asking, out, as_json)
        return
    said = {"genres": _genres(genres), "premise": premise}
    shelf = [
        found.model_copy(update={name: value for name, value in said.items() if value is not None})
        for found in sources(books or [])
    ]
    if results is not None:
        _results(shelf, wanted, results, engine, workers, as_json)
        return
    _shelf(shelf, wanted, asking, out, as_json)


def _results(
    shelf: list[Source],
    wanted: Wanted,
    results: Path,
    engine: EngineChoice,
    workers: int | None,
    as_json: bool,
) -> None:
    """A shelf too large for a report a book: a line each, on every core or a cluster."""
    from fabula.judging.embedded_shelf import judge_shelf
    from fabula.workers import engine as named

    with counting() as seen:
        unjudged = judge_shelf(
            shelf, wanted, named(engine.value, workers), results, lambda done: seen("books judged", done)
        )
    if as_json:
        print_json({"results": str(results), "books": len(shelf), "unjudged": unjudged})
    else:
        stdout().print(f"{len(shelf)} books, {unjudged} of them not judged: {results}", markup=False)
    if unjudged:
        raise typer.Exit(1)


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


def _recording(asking: Asking, brief: JudgeSettings) -> Recording | None:
    """`replay:FILE` may name evaluations that another system released, in place of recorded calls."""
    from fabula.judging.recorded import is_recording, read_recording

    kind, _, file = (asking.named() or "").partition(":")
    if kind != "replay" or not is_recording(Path(file)):
        return None
    return read_recording(Path(file), brief.rubric)


def _genres(typed: str | None) -> tuple[str, ...] | None:
    return tuple(genre.strip() for genre in typed.split(",") if genre.strip()) if typed else None


def _shelf(shelf: list[Source], wanted: Wanted, asking: Asking, out: Path | None, as_json: bool) -> None:
    """Judge every book, writing each report as soon as it is there; a book without a verdict makes the exit code 1."""
    from fabula.judging.many import Failed, evaluate_many

    told: dict[int, Evaluation | Failed] = {}
    names = [source.path.name for source in shelf]

    def done(place: int, result: Evaluation | Failed) -> None:
        told[place] = result
        if isinstance(result, Failed):
            stderr().print(f"{result.book}: {result.why}", markup=False)
        elif not asking.dry_run:
            _keep(result, names[place], _folder(shelf[place].path, out, result, shelf), as_json)

    async def work(door: Door | None) -> None:
        await evaluate_many(shelf, wanted, door, done)

    with _finished(names, told, asking, as_json):
        _run(work, wanted, asking, as_json, {"books": names})


def _plan(path: Path, wanted: Wanted, asking: Asking, out: Path | None, as_json: bool) -> None:
    from fabula.judging.evaluate import evaluate_plan
    from fabula.judging.plan import read_plan

    plan = read_plan(path)
    told: dict[int, Evaluation | Failed] = {}

    async def work(door: Door | None) -> None:
        told[0] = result = await evaluate_plan(plan, wanted, door)
        if not asking.dry_run:
            _keep(result, path.name, out or path.parent / f"{path.stem}.fabula", as_json)

    with _finished([path.name], told, asking, as_json):
        _run(work, wanted, asking, as_json, {"plan": path.name})


def _run(
    work: Callable[[Door | None], Awaitable[None]],
    wanted: Wanted,
    asking: Asking,
    as_json: bool,
    about: dict[str, object],
) -> None:
    """With a model behind its door; without one, at once."""
    import asyncio

    from fabula.models.chat import Tally

    if wanted.method != "embedded" and wanted.recording is None:
        about |= {"method": wanted.method, "rubric": wanted.settings.rubric.id, "runs": wanted.settings.runs}
        asking.run(work, as_json=as_json, about=about)
    elif asking.dry_run:
        if as_json:
            print_plan("embedded", Tally(), as_json=True)
        else:
            stdout().print("Nothing would be asked: this needs no model.")
        raise typer.Exit
    else:
        asyncio.run(work(None))  # type: ignore[arg-type]


def _folder(book: Path, out: Path | None, evaluation: Evaluation, shelf: list[Source]) -> Path:
    """BOOK.fabula beside the book, or --out; several books in one --out have a folder each, and so have NOVEL.epub and NOVEL.txt."""
    if out is not None:
        return out if len(shelf) == 1 else out / evaluation.book.id
    alike = {source.path for source in shelf if source.path.with_suffix("") == book.with_suffix("")}
    return book.parent / f"{book.name if len(alike) > 1 else book.stem}.fabula"


def _look_for_room(out: Path) -> None:
    """Before long work: a report that could not be written is told now."""
    place = next(each for each in (out, *out.absolute().parents) if each.exists())
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        raise UsageError(f"no report can be written to {out}: name another folder with --out")


def _keep(evaluation: Evaluation, name: str, folder: Path, as_json: bool) -> None:
    """Write the report, also of a book without a verdict: its measures stand, and what is missing is shown."""
    from fabula.reports.files import write_report
    from fabula.reports.terminal import print_evaluation

    page_file = write_report(evaluation, folder)
    if not as_json:
        print_evaluation(evaluation, stdout(), page_file)
    if evaluation.no_verdict is not None:
        told = f"{name}: the judge gave no usable verdict: {evaluation.no_verdict}"
        stderr().print(told, markup=False, soft_wrap=True)


@contextmanager
def _finished(
    names: list[str], told: dict[int, Evaluation | Failed], asking: Asking, as_json: bool
) -> Iterator[None]:
    """Work on the named books; the document says what came of each, also where a spent budget or a refused key stopped it."""
    from fabula.judging.many import Failed

    try:
        yield
    except UsageError:
        raise
    except FabulaError as stop:
        if as_json and not asking.dry_run:
            _print_document([told.get(place, Failed(name, str(stop))) for place, name in enumerate(names)])
        raise
    results = [told[place] for place in sorted(told)]
    if as_json:
        _print_document(results)
    elif not asking.dry_run:
        _print_ranking(results)
    if unjudged := sum(isinstance(each, Failed) or each.no_verdict is not None for each in results):
        stderr().print(f"{unjudged} of {len(results)} books could not be judged.")
        raise typer.Exit(1)


def _print_ranking(results: list[Evaluation | Failed]) -> None:
    from fabula.judging.many import Failed
    from fabula.reports.terminal import print_ranking

    print_ranking([result for result in results if not isinstance(result, Failed)], stdout())


def _print_document(results: list[Evaluation | Failed]) -> None:
    from fabula.judging.many import Failed
    from fabula.reports.document import document

    failed = [(result.book, result.why) for result in results if isinstance(result, Failed)]
    print_json(document([result for result in results if not isinstance(result, Failed)], failed))
