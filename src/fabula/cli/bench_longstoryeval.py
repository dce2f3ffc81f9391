"""`fabula bench longstoryeval`: the paper's comparison, from live models or from recorded outputs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, Seed, asks_a_model
from fabula.cli.terminal import print_json, stderr
from fabula.errors import UsageError

if TYPE_CHECKING:
    from fabula.benchmarks.longstoryeval import System
    from fabula.benchmarks.longstoryeval_trials import Trial, Tried
    from fabula.benchmarks.release import Listed, Shelf
    from fabula.judging.settings import JudgeSettings, Source
    from fabula.models.several import Doors
    from fabula.rubrics.rubric import Rubric


class Definitions(StrEnum):
    """Are judges told what the aspects mean?"""

    WITH = "with"
    WITHOUT = "without"
    BOTH = "both"


class Summaries(StrEnum):
    """What a judge of summaries is given."""

    OVERALL = "overall"
    CHAPTERS = "chapters"
    BOTH = "both"


class MethodName(StrEnum):
    """The ways of judging, as typed."""

    ONE_PASS = "one-pass"
    AGGREGATION = "aggregation"
    INCREMENTAL = "incremental"
    SUMMARY = "summary"
    EMBEDDED = "embedded"


_SOURCES: dict[Summaries, list[Source]] = {
    Summaries.OVERALL: ["overall"],
    Summaries.CHAPTERS: ["chapters"],
    Summaries.BOTH: ["overall", "chapters"],
}


@asks_a_model
def longstoryeval(
    data: Annotated[Path, typer.Option("--data", help="The release's dataset folder, whole or in part.")],
    replay: Annotated[
        list[Path] | None,
        typer.Option("--replay", help="Recorded outputs to hold against readers; may be repeated."),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option("--model", help="PROVIDER/NAME to compare; may be repeated.")
    ] = None,
    method: Annotated[
        list[MethodName] | None,
        typer.Option("--method", help="A strategy; may be repeated. Default: summary."),
    ] = None,
    definitions: Annotated[Definitions, typer.Option("--definitions")] = Definitions.WITH,
    source: Annotated[
        Summaries, typer.Option("--from", help="For summary: the plot of the whole, or chapter by chapter.")
    ] = Summaries.OVERALL,
    critique: Annotated[
        bool, typer.Option("--critique", help="For summary: the models are trained critics.")
    ] = False,
    anonymise: Annotated[
        bool,
        typer.Option(
            "--anonymise",
            help="Judge every book under other names, without title and author: known books too.",
        ),
    ] = False,
    runs: Annotated[int, typer.Option("--runs", min=1, help="Replicates.")] = 5,
    temperature: Annotated[float, typer.Option("--temperature", min=0, max=2)] = 0.0,
    segment_tokens: Annotated[int, typer.Option("--segment-tokens", min=500)] = 8_000,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Judge so many books at most.")] = None,
    resamples: Annotated[int, typer.Option("--resamples", min=100)] = 10_000,
    seed: Seed = 0,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """LongStoryEval: how far scores agree with readers, by strategy, model and aspect, beside dull baselines."""
    from fabula.benchmarks.longstoryeval import table
    from fabula.benchmarks.longstoryeval_trials import to_judge, trials
    from fabula.benchmarks.release import read_shelf
    from fabula.judging.settings import JudgeSettings
    from fabula.rubrics.files import load

    models = model or []
    if MethodName.EMBEDDED in (method or ()):
        raise UsageError("--method embedded: the reader model stands among the baselines of every table")
    if not models and not replay:
        raise UsageError("whose scores? --model PROVIDER/NAME, or --replay FILE for recorded outputs")
    rubric = load("longstory")
    shelf = read_shelf(data)
    systems, by_strategy = _replayed(replay or [], shelf, rubric)
    tried: dict[str, Tried] = {}
    if models:
        brief = JudgeSettings(
            rubric=rubric,
            runs=runs,
            temperature=temperature,
            segment_tokens=segment_tokens,
            critique="each" if critique else None,
        )
        wanted = trials(
            [each.value for each in method or [MethodName.SUMMARY]],
            {"with": [True], "without": [False], "both": [True, False]}[definitions.value],
            _SOURCES[source],
        )
        tried = _tried(models, to_judge(shelf, limit), wanted, brief, asking, as_json, anonymise)
    for each in tried.values():
        systems += each.systems
        shelf.skipped += each.skipped
    document: dict[str, Any] = table(shelf, systems, rubric, resamples, seed)
    if by_strategy:
        document["strategies"] = by_strategy
    document["reading"] = {name: each.reading for name, each in tried.items()}
    document["skipped"] = shelf.skipped
    for line in shelf.skipped:
        stderr().print(f"skipped: {line}", markup=False)
    if as_json:
        print_json(document)
    else:
        from fabula.cli.bench_longstoryeval_tables import show

        show(document)


def _replayed(files: list[Path], shelf: Shelf, rubric: Rubric) -> tuple[list[System], dict[str, Any]]:
    """Systems from recordings, and scores by strategy where a recording has several."""
    from fabula.benchmarks.longstoryeval import recorded_systems, strategies, with_recorded
    from fabula.judging.recorded import read_recording

    systems: list[System] = []
    by_strategy: dict[str, Any] = {}
    for file in files:
        recording = read_recording(file, rubric)
        with_recorded(shelf, recording)
        systems += recorded_systems(recording)
        if not recording.ratings:
            by_strategy |= strategies(recording, rubric, shelf)
    return systems, by_strategy


def _tried(
    models: list[str],
    books: list[Listed],
    wanted: list[Trial],
    brief: JudgeSettings,
    asking: Asking,
    as_json: bool,
    anonymous: bool,
) -> dict[str, Tried]:
    """Each model in turn; --max-cost and --max-calls are for all of them together."""
    from fabula.benchmarks.longstoryeval_trials import run_trials

    async def work(doors: Doors) -> dict[str, Tried]:
        return {
            name: await run_trials(books, wanted, brief, doors.to(name), anonymous=anonymous)
            for name in models
        }

    about = {
        "books": len(books),
        "trials": [trial.name for trial in wanted],
        "runs": brief.runs,
        "anonymised": anonymous,
    }
    return asking.run_several(work, as_json=as_json, about=about)
