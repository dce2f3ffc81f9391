"""fabula novelist: can a model write? Synopsis, story, judgement, and a rank among human novels."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model, engaged, spread_options
from fabula.cli.terminal import print_json, print_result, stderr, stdout, waited_for
from fabula.novelists.ranking_request import (
    BoardRequest,
    CheckRequest,
    ChooseRequest,
    CourseRequest,
    FitRequest,
    PlaceRequest,
    SiteRequest,
)
from fabula.novelists.request import JudgeRequest, SynopsisRequest, WholeRequest, WriteRequest

if TYPE_CHECKING:
    from fabula.result import Result

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Can a model write?"
)

PageLanguage = Annotated[str, typer.Option("--lang", help="The language of the page: en, zh or es.")]
Folder = Annotated[
    Path | None, typer.Option("--out", "-o", help="A folder for the page, its data and figures.")
]


@app.command()
@asks_a_model
def synopsis(request: SynopsisRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Summarise human novels for a writer: people, plot in order and scenes, for ten chapters each."""
    from fabula.novelists.asking import run_synopsis

    request.validate()
    about = {"chapters": request.chapters, "seed": request.seed}
    answer = asking.run(lambda door: run_synopsis(request, door), as_json=as_json, about=about)
    result = answer.result
    _report(result, {"out": result.out, "synopses": result.synopses}, as_json)


@app.command()
@asks_a_model
def write(request: WriteRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Write stories with the model under test, one for each synopsis or, with --chapters, a whole book."""
    from fabula.novelists.asking import run_write

    setting = "explicit" if request.explicit else "hidden"
    about = {"synopses": request.synopses.name, "setting": setting, "chapters": request.chapters}
    answer = asking.run(lambda door: run_write(request, door), as_json=as_json, about=about)
    result = answer.result
    model = result.model.name if result.model else ""
    _report(result, {"out": result.out, "model": model, "stories": result.stories}, as_json)


@app.command()
@engaged
@asks_a_model
def judge(request: JudgeRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Give each chapter eight scores from 1 to 5 by one or several judges or, with --pairwise, hold duels."""
    from fabula.cli.novelist_tables import show_gauged
    from fabula.gauge.run import run as run_gauge
    from fabula.novelists.asking import judge_by_models

    whole = request.for_model(asking.model)
    if whole.by_gauge:
        gauged = waited_for(run_gauge(whole.gauge())).result
        print_result(gauged, lambda: show_gauged(gauged), as_json=as_json)
        _tell_of_the_board(gauged.out, as_json)
        return
    about = {"judges": whole.judge, "repeats": whole.repeats, "pairwise": whole.pairwise, "seed": whole.seed}
    answer = asking.run_several(
        whole, lambda doors: judge_by_models(whole, doors), as_json=as_json, about=about
    )
    result = answer.result
    asked = {"duels": result.duels} if whole.pairwise else {"judgements": result.judgements}
    _report(result, {"out": result.out, "judges": ", ".join(result.judges), **asked}, as_json)
    _tell_of_the_board(result.out, as_json)


@app.command()
@asks_a_model
def whole(request: WholeRequest, as_json: AsJson = False, *, asking: Asking) -> None:
    """Judge each long story as a whole book, and check what each chapter states against the chapters before it."""
    from fabula.cli.novelist_tables import show_whole
    from fabula.novelists.whole import run_whole

    request.validate()
    about = {"stories": request.stories.name, "rubric": request.rubric, "runs": request.runs}
    result = asking.run(lambda door: run_whole(request, door), as_json=as_json, about=about).result
    print_result(result, lambda: show_whole(result), as_json=as_json)


@app.command()
@spread_options
def fit(request: FitRequest, as_json: AsJson = False) -> None:
    """Make a reference from human novels: z-scores, first principal component, range and percentiles in one JSON file."""
    from fabula.cli.novelist_tables import show_reference
    from fabula.novelists.ranking import run_fit

    answer = waited_for(run_fit(request))
    print_result(answer.result, lambda: show_reference(answer.reference, answer.result), as_json=as_json)


@app.command()
@spread_options
def choose(request: ChooseRequest, as_json: AsJson = False) -> None:
    """Choose a test set spread over the human scale: one novel for each percentile."""
    from fabula.novelists.ranking import run_choose

    result = waited_for(run_choose(request)).result
    _report(result, {"out": result.out, "chosen": len(result.chosen), "of": result.of}, as_json)


@app.command()
@spread_options
def place(request: PlaceRequest, as_json: AsJson = False) -> None:
    """Place scores among human novels: a score from 0 to 1 and a percentile. Marks values outside the scale."""
    from fabula.cli.novelist_tables import show_place
    from fabula.novelists.ranking import run_place

    result = waited_for(run_place(request)).result
    print_result(result, lambda: show_place(result), as_json=as_json)


@app.command()
@spread_options
def board(
    request: BoardRequest, out: Folder = None, lang: PageLanguage = "en", as_json: AsJson = False
) -> None:
    """Show the leaderboard: percentile among human novels, eight dimensions, length, cost, and significant differences."""
    from fabula.cli.novelist_tables import show_board
    from fabula.novelists.asking import criteria
    from fabula.novelists.ranking import run_board

    answer = waited_for(run_board(request))
    if out is not None:
        from fabula.reports.novelists import write_board

        page = write_board(answer.board, answer.result.json_document, criteria(), out, lang)
        stderr().print(f"page: {page}", markup=False)
    print_result(answer.result, lambda: show_board(answer.board, criteria()), as_json=as_json)


@app.command()
@spread_options
def site(request: SiteRequest, lang: PageLanguage = "en", as_json: AsJson = False) -> None:
    """Make a static site that anyone can publish: the board, and every chapter by every writer with its judgements."""
    from fabula.novelists.asking import criteria
    from fabula.novelists.site import run_site
    from fabula.reports.novelists_site import write_site

    answer = waited_for(run_site(request))
    result = answer.result
    write_site(answer, result.json_document, criteria(), request.out, lang)
    for caution in result.cautions:
        stderr().print(str(caution), markup=False)
    shown = {"page": result.page, "writers": result.writers, "stories": result.stories}
    _report(result, shown | {"chapters": result.chapters}, as_json)


@app.command()
@spread_options
def course(
    request: CourseRequest, out: Folder = None, lang: PageLanguage = "en", as_json: AsJson = False
) -> None:
    """Check whether quality holds over a long story: scores by chapter and their slope, repetition, stock phrases."""
    from fabula.cli.novelist_tables import show_course
    from fabula.novelists.ranking import run_course

    answer = waited_for(run_course(request))
    if out is not None:
        from fabula.reports.novelists_course import write_course

        page = write_course(answer.result, out, lang)
        stderr().print(f"page: {page}", markup=False)
    print_result(answer.result, lambda: show_course(answer.result.models), as_json=as_json)


@app.command()
@spread_options
def check(request: CheckRequest, as_json: AsJson = False) -> None:
    """Check whether a judge can be trusted: spread over repeats, length bias, and a known order of quality."""
    from fabula.cli.novelist_tables import show_checks
    from fabula.novelists.ranking import run_check

    result = waited_for(run_check(request)).result
    print_result(result, lambda: show_checks(result), as_json=as_json)


def _tell_of_the_board(scores: Path | str, as_json: bool) -> None:
    """What to type next, so that scores become a leaderboard."""
    if not as_json and sys.stderr.isatty():
        stderr().print(f"The leaderboard: fabula novelist board {scores} -o board", markup=False)


def _report(result: Result, shown: dict[str, Any], as_json: bool) -> None:
    """Prints what was written, and what is missing and why."""
    if as_json:
        print_json(result.json_document)
        return
    stdout().print(", ".join(f"{name} {value}" for name, value in shown.items()), markup=False)
    for title in getattr(result, "short", ()):
        stderr().print(f"{title}: it has fewer chapters than requested; all of them are used", markup=False)
    for name in ("missing", "faults", "left_out"):
        for notice in getattr(result, name, ()):
            stderr().print(f"{name.replace('_', ' ')}: {notice}", markup=False)
